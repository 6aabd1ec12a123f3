package org.bora.backend.bulkhead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.bora.backend.database.Transactions;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/** What the filesystem is asked of for a caller who waits no more. */
class ChangesForNobodyTest {
  private static final AreaPath PATH = AreaPath.parse("a");
  private static final Upload UPLOAD = new Upload(PATH, new UUID(1, 2));

  private final List<String> asked = new ArrayList<>();
  private final Residences residences =
      fake(Residences.class, (_, method, _) -> note(method.getName()));
  private final AreaTree tree =
      new Bulkheads(new BulkheadSettings(Duration.ofSeconds(10), 16), 4, () -> 0)
          .around(
              "a",
              fake(
                  AreaTree.class,
                  (_, method, _) ->
                      method.getReturnType() == Residences.class
                          ? residences
                          : note(method.getName())));

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(
        Proxy.newProxyInstance(
            ChangesForNobodyTest.class.getClassLoader(), new Class<?>[] {type}, answers));
  }

  private Object note(String method) {
    asked.add(method);
    return switch (method) {
      case "withdrawUpload" -> true;
      case "prepareRelease" ->
          fake(PreparedRelease.class, (_, called, _) -> note(called.getName()));
      default -> null;
    };
  }

  private interface Step {
    void make() throws StorageException;
  }

  private static void forNobody(Step step) {
    WaitingCaller.of(_ -> {}, () -> true).run(() -> make(step));
  }

  private static void make(Step step) {
    try {
      step.make();
    } catch (StorageException e) {
      throw new AssertionError(e);
    }
  }

  private void isRefused(Step step) {
    WaitingCaller.of(_ -> {}, () -> true)
        .run(
            () ->
                assertEquals(
                    Reason.SILENT, assertThrows(StorageException.class, step::make).reason()));
  }

  @Test
  void nothingIsChanged() {
    List<Step> changes =
        List.of(
            () -> tree.removeFile(PATH),
            () -> tree.removeDirectory(PATH),
            () -> tree.rename(PATH, AreaPath.parse("b")),
            () -> tree.setMode(PATH, 0),
            () -> tree.publishUpload(UPLOAD, true),
            () -> tree.withdrawUpload(UPLOAD),
            () -> tree.residences().prepareRelease(PATH, UPLOAD.id()));
    changes.forEach(this::isRefused);
    assertEquals(List.of(), asked);
    changes.forEach(ChangesForNobodyTest::make);
    assertEquals(changes.size(), asked.size(), "for work that nobody called for");
  }

  @Test
  void noFileLeavesTheDisk() throws StorageException {
    PreparedRelease prepared = tree.residences().prepareRelease(PATH, UPLOAD.id());
    isRefused(prepared::carryOut);
    forNobody(prepared::close);
    assertEquals(List.of("prepareRelease", "close"), asked);
  }

  @Test
  void whatIsOnesOwnIsPutAway() {
    forNobody(() -> tree.facts(PATH));
    forNobody(() -> tree.discardUpload(UPLOAD));
    forNobody(() -> tree.residences().discardRecall(PATH, UPLOAD.id()));
    assertEquals(List.of("facts", "discardUpload", "discardRecall"), asked);
  }

  @Test
  void whatMustNotBeLeftHalfDoneIsDone() {
    forNobody(
        () ->
            WaitingCaller.toTheEnd(
                () -> {
                  tree.rename(PATH, AreaPath.parse("b"));
                  return PATH;
                }));
    assertEquals(List.of("rename"), asked);
  }

  @Test
  void aTransactionThatIsOpenComesToItsEnd() {
    Connection connection = fake(Connection.class, (_, _, _) -> null);
    DataSource source = fake(DataSource.class, (_, _, _) -> connection);
    Transactions transactions = new Transactions(source, source, _ -> {}, new Random(1));
    forNobody(
        () ->
            transactions.run(
                _ -> {
                  make(() -> tree.publishUpload(UPLOAD, true));
                  return true;
                }));
    assertEquals(List.of("publishUpload"), asked);
  }
}
