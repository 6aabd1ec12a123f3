package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Connections;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A filesystem that hangs while a file is put in its place, for so long that the database gives up
 * the transaction of who waits for it: the row is free while the rename may happen yet (I1, I2, I4,
 * I7 of docs/INVARIANTS.md).
 */
@ExtendWith(MariaDb.class)
@Timeout(120)
class HangingDiskIT {
  private static final String CONTENT = "bytes";

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch mended = new CountDownLatch(1);
  private DatabaseSettings database;
  private AreaTree real;
  private SmallSite site;
  private SmallSite other;
  private boolean afterwards;
  @TempDir private Path root;

  @BeforeEach
  void open(Schemas schemas) {
    database = schemas.migrated();
    real = SmallSite.open(root);
    site = new SmallSite(database, hanging(), time);
    other = new SmallSite(database, real, time);
  }

  @AfterEach
  void close() {
    site.close();
    other.close();
    real.close();
  }

  /** Hangs once, before or after the file is in its place. */
  private AreaTree hanging() {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) -> {
              boolean here = method.getName().equals("publishUpload") && hanging.getCount() > 0;
              if (here && !afterwards) {
                hang();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (here && afterwards) {
                  hang();
                }
              }
            });
  }

  private void hang() throws InterruptedException {
    hanging.countDown();
    assertTrue(mended.await(1, TimeUnit.MINUTES));
  }

  @ParameterizedTest(name = "after the rename: {0}")
  @ValueSource(booleans = {false, true})
  void aTransactionThatIsGivenUpMeanwhileIsDoneAgain(boolean after) throws Exception {
    afterwards = after;
    PutReply reply = prepared();
    CompletableFuture<SrmStatus> done = hangingDone(reply);
    Connections.kill(database); // as the server does when nothing happens for half a minute
    mended.countDown();
    assertEquals(SrmStatus.SUCCESS, done.get(1, TimeUnit.MINUTES));
    assertEquals(CONTENT, Files.readString(root.resolve("file")));
    assertExact(1);
  }

  @ParameterizedTest(name = "after the rename: {0}")
  @ValueSource(booleans = {false, true})
  void aPutThatEndsMeanwhileIsStoredOrGoneAndNothingBetween(boolean after) throws Exception {
    afterwards = after;
    PutReply reply = prepared();
    CompletableFuture<SrmStatus> done = hangingDone(reply);
    Connections.kill(database); // as the server does when nothing happens for half a minute
    time.pass(Duration.ofDays(3));
    other.sweep.round();
    mended.countDown();
    SrmStatus told = done.get(1, TimeUnit.MINUTES);
    time.pass(Duration.ofDays(1));
    other.sweep.round();
    if (after) {
      assertEquals(CONTENT, Files.readString(root.resolve("file")), "it was in its place");
      assertExact(1);
    } else {
      assertNotEquals(SrmStatus.SUCCESS, told);
      assertExact(0);
    }
    PutReply next =
        other.puts.call(
            Catalogue.PREPARE_TO_PUT, other.call(ALICE), put(OverwriteMode.ALWAYS, 5, "file"));
    assertEquals(SrmStatus.SPACE_AVAILABLE, next.files().getFirst().status().code());
  }

  private PutReply prepared() {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, "file"));
    write(reply.files().getFirst().turl().orElseThrow(), CONTENT);
    return reply;
  }

  private CompletableFuture<SrmStatus> hangingDone(PutReply reply) throws InterruptedException {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("file")));
    CompletableFuture<SrmStatus> done =
        CompletableFuture.supplyAsync(
            () ->
                site.puts
                    .call(Catalogue.PUT_DONE, site.call(ALICE), request)
                    .files()
                    .getFirst()
                    .status()
                    .code());
    assertTrue(hanging.await(1, TimeUnit.MINUTES));
    return done;
  }

  private void assertExact(int files) throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      assertEquals(files, all.filter(Files::isRegularFile).count(), "files, none of them hidden");
    }
    assertEquals(files, one("SELECT COUNT(*) FROM stored_file"));
    assertEquals(files, one("SELECT SUM(files) FROM space_share"));
    assertEquals(0, one("SELECT SUM(promised) FROM space_share"));
    assertEquals(0, one("SELECT COUNT(*) FROM put_file WHERE active_key IS NOT NULL"));
  }

  private long one(String query) {
    return other.transactions.read(sql -> sql.sql(query).query(Long.class).single());
  }
}
