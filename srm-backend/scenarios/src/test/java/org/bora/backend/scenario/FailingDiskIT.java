package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A filesystem that fails once, at every single call that a life of a file makes of it, before or
 * after the call has done its work. The client is told something that fits; when the disk is mended
 * everything can be done again, and nothing is left behind.
 */
@ExtendWith(MariaDb.class)
class FailingDiskIT {
  private static final int MOST_CALLS = 200;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final Fuse fuse = new Fuse();
  private AreaTree real;
  private Path root;
  private SmallSite site;
  private MeasuredSite operations;

  /** Counts calls while it is set, and burns through at one of them. */
  private static final class Fuse {
    private Reason reason = Reason.IO;
    private boolean after;
    private int left = -1;
    private String burnt = "";

    void set(int calls, Reason why, boolean afterwards) {
      left = calls;
      reason = why;
      after = afterwards;
      burnt = "";
    }

    /** Whether it burnt through before it was taken out. */
    boolean takeOut() {
      left = -1;
      return !burnt.isEmpty();
    }

    private boolean burnsAt(String method) {
      if (left < 0 || left-- > 0) {
        return false;
      }
      burnt = method;
      return true;
    }

    private StorageException failure() {
      return new StorageException(reason, "a fault was injected in " + burnt);
    }
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    real = SmallSite.open(root);
    site = new SmallSite(schemas.migrated(), failing(), time);
    operations = new MeasuredSite(site);
  }

  @AfterEach
  void close() {
    site.close();
    real.close();
  }

  private AreaTree failing() {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) -> {
              boolean canFail =
                  List.of(method.getExceptionTypes()).contains(StorageException.class);
              boolean here = canFail && fuse.burnsAt(method.getName());
              if (here && !fuse.after) {
                throw fuse.failure();
              }
              try {
                Object result = method.invoke(real, arguments);
                if (here) {
                  throw fuse.failure();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** What a client was told at each step, and whether it was told that its bytes are stored. */
  private static final class Told {
    private final Set<SrmStatus> allowed;
    private boolean stored;

    Told(Set<SrmStatus> allowed) {
      this.allowed = allowed;
    }

    boolean isGood(String where, SrmStatus status, SrmStatus good) {
      assertTrue(status == good || allowed.contains(status), () -> where + " told " + status);
      return status == good;
    }
  }

  @ParameterizedTest(name = "{0}, after the call: {1}")
  @CsvSource({"IO,false", "IO,true", "NO_SPACE,false"})
  void everyCallMayFailOnce(Reason reason, boolean after) throws IOException {
    int calls = 0;
    boolean burnt = true;
    while (burnt && calls < MOST_CALLS) {
      String name = "n" + calls;
      fuse.set(calls, reason, after);
      Told told = new Told(fitting(reason));
      String where = "call " + calls;
      life(name, told, where);
      burnt = fuse.takeOut();
      where += " (" + fuse.burnt + ")";
      if (told.stored) {
        assertEquals("second", Files.readString(root.resolve(name)), where);
      }
      comesBack(name, where);
      calls++;
    }
    assertTrue(calls > 15 && calls < MOST_CALLS, calls + " calls");
  }

  /** What may be answered besides what is wanted. */
  private static Set<SrmStatus> fitting(Reason reason) {
    return reason == Reason.NO_SPACE
        ? Set.of(SrmStatus.NO_FREE_SPACE, SrmStatus.FAILURE)
        : Set.of(SrmStatus.FAILURE);
  }

  /**
   * Written, read, overwritten; another begun and given up; a directory. Ends where it is refused.
   */
  private void life(String name, Told told, String where) {
    if (!isWritten(name, "first.", told, where)) {
      return;
    }
    told.isGood(
        where + " get",
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(ALICE), get(name))
            .files()
            .getFirst()
            .status()
            .code(),
        SrmStatus.FILE_PINNED);
    told.stored = isWritten(name, "second", told, where);
    PutReply other = prepare(name + "-b");
    if (told.isGood(where + " other put", status(other), SrmStatus.SPACE_AVAILABLE)) {
      told.isGood(where + " abort", abort(other), SrmStatus.SUCCESS);
    }
    if (told.isGood(where + " mkdir", mkdir(name + "-d"), SrmStatus.SUCCESS)) {
      told.isGood(where + " rmdir", rmdir(name + "-d"), SrmStatus.SUCCESS);
    }
  }

  private boolean isWritten(String name, String content, Told told, String where) {
    PutReply reply = prepare(name);
    if (!told.isGood(where + " put of the " + content, status(reply), SrmStatus.SPACE_AVAILABLE)) {
      return false;
    }
    write(reply.files().getFirst().turl().orElseThrow(), content);
    return told.isGood(where + " putDone of the " + content, done(reply, name), SrmStatus.SUCCESS);
  }

  /** The disk is mended, deadlines pass: everything works, and the books are right. */
  private void comesBack(String name, String where) throws IOException {
    time.pass(Duration.ofDays(3));
    for (int round = 0; round < 3; round++) {
      site.sweep.round();
      time.pass(Duration.ofDays(1));
    }
    assertEquals(List.of(), hidden(), where + ": hidden files are left");
    assertExact(where);
    Told told = new Told(Set.of());
    assertTrue(isWritten(name, "third.", told, where + ", mended:"), where);
    assertEquals("third.", Files.readString(root.resolve(name)), where);
    SrmStatus moved = mv(name, name + "-m");
    assertEquals(SrmStatus.SUCCESS, moved, where + ", mended: mv");
    assertEquals(SrmStatus.SUCCESS, rm(name + "-m"), where + ", mended: rm");
    assertExact(where + ", removed");
  }

  private List<String> hidden() throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      return all.map(file -> file.getFileName().toString())
          .filter(file -> file.startsWith(".bora-"))
          .toList();
    }
  }

  /** Counters are the sums over the files on disk, nothing is promised, no name is busy. */
  private void assertExact(String where) throws IOException {
    long bytes = 0;
    long files = 0;
    try (Stream<Path> all = Files.list(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
        files++;
      }
    }
    assertEquals(
        List.of(bytes, files, 0L),
        one("SELECT SUM(used) a, SUM(files) b, SUM(promised) c FROM space_share"),
        where);
    assertEquals(
        List.of(bytes, files, 0L),
        one("SELECT COALESCE(SUM(size), 0) a, COUNT(*) b, 0 c FROM stored_file"),
        where);
    assertEquals(
        List.of(0L, 0L, 0L),
        one("SELECT COUNT(*) a, 0 b, 0 c FROM put_file WHERE active_key IS NOT NULL"),
        where);
  }

  private List<Long> one(String query) {
    return site.transactions.read(
        sql ->
            sql.sql(query)
                .query((row, _) -> List.of(row.getLong("a"), row.getLong("b"), row.getLong("c")))
                .single());
  }

  private PutReply prepare(String name) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, 6, name));
  }

  private static SrmStatus status(PutReply reply) {
    return reply.files().getFirst().status().code();
  }

  private SrmStatus done(PutReply reply, String name) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  private SrmStatus abort(PutReply reply) {
    AbortRequest request = new AbortRequest(reply.token().orElseThrow());
    return site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), request).status().code();
  }

  private SrmStatus mkdir(String name) {
    return operations
        .directory
        .call(Catalogue.MKDIR, site.call(ALICE), new MkdirRequest(surl(name)))
        .status()
        .code();
  }

  private SrmStatus rmdir(String name) {
    RmdirRequest request = new RmdirRequest(surl(name), false);
    return operations.directory.call(Catalogue.RMDIR, site.call(ALICE), request).status().code();
  }

  private SrmStatus mv(String from, String to) {
    MvRequest request = new MvRequest(surl(from), surl(to));
    return operations.directory.call(Catalogue.MV, site.call(ALICE), request).status().code();
  }

  private SrmStatus rm(String name) {
    RmRequest request = new RmRequest(List.of(surl(name)));
    return operations
        .directory
        .call(Catalogue.RM, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }
}
