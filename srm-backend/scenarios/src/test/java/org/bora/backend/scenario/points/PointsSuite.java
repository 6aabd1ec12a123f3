package org.bora.backend.scenario.points;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What was promised stays true, at whichever point a backend dies or freezes. */
abstract class PointsSuite {

  @TestFactory
  Stream<DynamicTest> promisesHoldAtWhicheverPointABackendDiesOrFreezes(
      Schemas schemas, @TempDir Path directory) {
    List<Operation<?>> all = new ArrayList<>();
    all.addAll(Puts.all());
    all.add(Puts.abort());
    all.addAll(TurlOperations.all());
    all.addAll(NameOperations.all());
    all.addAll(PinOperations.all());
    all.addAll(StageOperations.all());
    all.addAll(MultipartOperations.all());
    String only = System.getProperty("bora.points.only", ".*");
    return all.stream()
        .filter(operation -> operation.name().matches(only))
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    operation.name(), () -> run(operation, schemas, directory)));
  }

  private static <T> void run(Operation<T> operation, Schemas schemas, Path directory)
      throws Exception {
    try (Campaign<T> campaign = new Campaign<>(operation, schemas, directory)) {
      campaign.run();
    }
  }
}
