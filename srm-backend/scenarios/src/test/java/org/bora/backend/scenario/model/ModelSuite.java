package org.bora.backend.scenario.model;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sequences of calls by three callers on five names, backends that die in between, on two
 * backends in turn: a model that knows nothing of databases and filesystems foretells every status.
 * A sequence that fails is shortened as far as it still fails, and shown.
 */
abstract class ModelSuite {
  private static final int SEQUENCES = 150;
  private static final int LENGTH = 40;

  private final AtomicInteger directories = new AtomicInteger();
  private Path root;
  private SteppedTime time;
  private AreaTree tree;
  private Server server;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    time = new SteppedTime(SmallSite.START);
    tree = SmallSite.open(root);
    server = new Server(schemas.migrated(), tree, time);
  }

  @AfterEach
  void close() {
    server.close();
    tree.close();
  }

  @Test
  void modelAndServerAgreeOnEveryStatus() throws IOException {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      List<Step> steps = new StepSource(seed).sequence(LENGTH);
      Optional<String> wrong = run(steps);
      if (wrong.isPresent()) {
        List<Step> least = shortened(steps);
        String again = run(least).orElse("not again; at first " + wrong.get());
        fail("seed " + seed + ": " + again + shown(least));
      }
    }
  }

  private List<Step> shortened(List<Step> steps) throws IOException {
    List<Step> least = new ArrayList<>(steps);
    for (int at = steps.size() - 1; at >= 0; at--) {
      List<Step> without = new ArrayList<>(least);
      without.remove(at);
      if (run(without).isPresent()) {
        least = without;
      }
    }
    return least;
  }

  private static String shown(List<Step> steps) {
    StringBuilder shown = new StringBuilder();
    steps.forEach(step -> shown.append("\n  ").append(step));
    return shown.toString();
  }

  /** What went wrong; empty where nothing did. */
  private Optional<String> run(List<Step> steps) throws IOException {
    String name = "run" + directories.incrementAndGet();
    Path directory = Files.createDirectory(root.resolve(name));
    server.begin(name);
    Model model = new Model(time.instant());
    Optional<String> wrong = compare(model, steps).or(() -> compare(model, model.questions()));
    if (wrong.isPresent()) {
      return wrong;
    }
    Map<String, String> files = files(directory);
    if (!files.equals(model.stored())) {
      return Optional.of("there are " + files + ", not " + model.stored());
    }
    return server.stuck().or(this::falseBooks);
  }

  private Optional<String> compare(Model model, List<Step> steps) {
    for (Step step : steps) {
      Answer expected = model.take(step);
      Answer told = server.take(step);
      if (!expected.allows(told)) {
        return Optional.of(step + " was answered " + told + ", not " + expected);
      }
    }
    return Optional.empty();
  }

  /** All requests have ended: nothing is promised, and used is what all sequences left. */
  private Optional<String> falseBooks() {
    long bytes = 0;
    long count = 0;
    try {
      for (Path directory : all(root)) {
        for (String content : files(directory).values()) {
          bytes += content.length();
          count++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Sums books = server.books();
    return books.promised() == 0 && books.used() == bytes && books.files() == count
        ? Optional.empty()
        : Optional.of(books + ", but there are " + bytes + " bytes in " + count + " files");
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : all(directory)) {
      if (!file.getFileName().toString().startsWith(".bora-")) {
        found.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return found;
  }

  private static List<Path> all(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
