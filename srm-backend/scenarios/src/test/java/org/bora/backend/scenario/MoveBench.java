package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Rows;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Two backends on one area: one to which things happen in srmMv, and one that carries on. */
abstract class MoveBench {

  /** The machine goes down here. */
  static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** What happens at a call of the filesystem. */
  interface Happening {
    void happen() throws Exception;
  }

  final SteppedTime time = new SteppedTime(SmallSite.START);
  DatabaseSettings settings;
  Path root;

  /** Carries on. */
  SmallSite other;

  private final List<SmallSite> more = new ArrayList<>();

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    other = new SmallSite(settings, root, time);
  }

  @AfterEach
  void close() {
    more.forEach(SmallSite::close);
    other.close();
    other.tree.close();
  }

  /** A backend on the same area to which something happens once, at a call of its filesystem. */
  SmallSite with(String method, boolean after, Happening what) {
    return site(tree(method, after, what));
  }

  /** The same, which asks its filesystem through a bulkhead. */
  SmallSite guarded(String method, boolean after, Happening what) {
    return site(guarded(tree(method, after, what)));
  }

  static AreaTree guarded(AreaTree tree) {
    Bulkheads bulkheads =
        new Bulkheads(new BulkheadSettings(Duration.ofSeconds(10), 16), 16, System::nanoTime);
    return bulkheads.around("vo", tree);
  }

  private SmallSite site(AreaTree tree) {
    SmallSite site = new SmallSite(settings, tree, time);
    more.add(site);
    return site;
  }

  AreaTree tree(String method, boolean after, Happening what) {
    boolean[] happened = new boolean[1];
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, called, arguments) -> {
              boolean here = called.getName().equals(method) && !happened[0];
              happened[0] |= here;
              if (here && !after) {
                what.happen();
              }
              try {
                return called.invoke(other.tree, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (here && after) {
                  what.happen();
                }
              }
            });
  }

  static SrmStatus remove(SmallSite at, String name) {
    return new Rm(at.entrance, at.names, DirectorySettings.defaults())
        .rm(at.call(ALICE), new RmRequest(List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  /** With all that is in it. */
  SrmStatus removeAll(SmallSite at, String directory) {
    return new Rmdir(at.entrance, at.names, DirectorySettings.defaults(), time)
        .rmdir(at.call(ALICE), new RmdirRequest(surl(directory), true))
        .status()
        .code();
  }

  static SrmStatus mv(SmallSite at, String from, String to) {
    return mv(at, at.call(ALICE), from, to);
  }

  static SrmStatus mv(SmallSite at, Call call, String from, String to) {
    return new Mv(at.entrance, at.names, TurlAccess.none())
        .mv(call, new MvRequest(surl(from), surl(to)))
        .status()
        .code();
  }

  static Call repeated(SmallSite at, String dn) {
    Call call = at.call(dn);
    return new Call(call.caller(), call.deadline(), call.trace(), true);
  }

  void diesInMv(boolean after, String from, String to) {
    SmallSite mortal =
        with(
            "rename",
            after,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> mv(mortal, from, to));
  }

  PutReply begun(SmallSite at, String name, String content) {
    PutReply reply =
        at.puts.call(
            Catalogue.PREPARE_TO_PUT,
            at.call(ALICE),
            put(OverwriteMode.ALWAYS, content.length(), name));
    assertEquals(SrmStatus.SPACE_AVAILABLE, reply.files().getFirst().status().code());
    write(reply.files().getFirst().turl().orElseThrow(), content);
    return reply;
  }

  static SrmStatus done(SmallSite at, PutReply reply, String name) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
    return at.puts
        .call(Catalogue.PUT_DONE, at.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  void stored(SmallSite at, String name, String content) {
    assertEquals(SrmStatus.SUCCESS, done(at, begun(at, name, content), name));
  }

  /**
   * The books are the disk: every file has one row with its name and size, and no other is there.
   */
  void assertExact(Map<String, String> files) throws IOException {
    Map<String, String> onDisk = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        onDisk.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    assertEquals(new TreeMap<>(files), onDisk, "on disk");
    Map<String, Long> sizes = new TreeMap<>();
    files.forEach((name, content) -> sizes.put(name, (long) content.length()));
    List<String> rows =
        other.transactions.read(
            sql ->
                sql.sql("SELECT path, size FROM stored_file ORDER BY path")
                    .query((row, number) -> Rows.text(row.getBytes(1)) + "=" + row.getLong(2))
                    .list());
    assertEquals(sizes.entrySet().stream().map(Object::toString).toList(), rows, "in the books");
    assertEquals(files.size(), one("SELECT SUM(files) FROM space_share"));
    assertEquals(
        files.values().stream().mapToInt(String::length).sum(),
        one("SELECT SUM(used) FROM space_share"));
  }

  long one(String query) {
    return other.transactions.read(sql -> sql.sql(query).query(Long.class).single());
  }
}
