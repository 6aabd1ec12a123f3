package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.HostAddresses;
import org.bora.gridftp.copy.CopyEnd.Aborted;
import org.bora.gridftp.copy.CopyEnd.Blame;
import org.bora.gridftp.copy.CopyEnd.Copied;
import org.bora.gridftp.copy.CopyEnd.Failed;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.RudeServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.bora.gridftp.testing.Await;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies between two real servers that know nothing of each other. */
class ThirdPartyCopyIT {

  private static final Duration TIME = Duration.ofSeconds(60);
  private static final CopySettings SETTINGS =
      new CopySettings(3, Duration.ofSeconds(15), Duration.ofSeconds(15), true);

  @TempDir static Path here;
  @TempDir static Path there;
  private static ThrowawayGrid grid;
  private static GridFtpServer source;
  private static GridFtpServer target;
  private static PeerTrust trust;
  private static ExecutorService readers;

  private final ControlClient client = new ControlClient(new HostAddresses());
  private final List<Long> heard = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void startServers() throws IOException, InterruptedException {
    grid = ThrowawayGrid.open();
    source = GridFtpServer.start(grid, here);
    target = GridFtpServer.start(grid, there);
    trust = new PeerTrust(new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1)));
    readers = Executors.newVirtualThreadPerTaskExecutor();
  }

  @AfterAll
  static void stopServers() {
    readers.close();
    source.close();
    target.close();
    trust.close();
  }

  @Test
  void aCopyIsTheOriginalAndItsChecksumIsKnown() throws IOException, InterruptedException {
    byte[] content = new byte[5_000_001];
    new Random(7).nextBytes(content);
    Files.write(here.resolve("five"), content);
    Adler32 adler = new Adler32();
    adler.update(content);
    CopyEnd end = copy("five", "five-copy", "alice").run();
    assertEquals(new Copied(content.length, Optional.of("%08x".formatted(adler.getValue()))), end);
    assertArrayEquals(content, Files.readAllBytes(there.resolve("five-copy")));
    assertEquals(0, heard.getFirst());
    assertEquals(5_000_001, heard.getLast());
    assertTrue(heard.size() > 2, "the server's own markers are heard too: " + heard);
  }

  @ParameterizedTest
  @CsvSource({"alice-voms, voms", "alice-2, proxy-of-a-proxy"})
  void proxiesOfEveryKindCopy(String proxy, String name) throws IOException, InterruptedException {
    Files.writeString(here.resolve(name), "little");
    assertInstanceOf(Copied.class, copy(name, name, proxy).run());
    assertEquals("little", Files.readString(there.resolve(name)));
  }

  @Test
  void anEmptyFileAndANameInUnicodeAreCopied() throws IOException, InterruptedException {
    Files.createFile(here.resolve("gr\u00f6\u00dfe \u4e2d"));
    CopyEnd end = copy("gr\u00f6\u00dfe \u4e2d", "leer", "alice").run();
    assertEquals(new Copied(0, Optional.of("00000001")), end);
  }

  @Test
  void aMissingSourceIsSaidAndNothingIsCreated() throws IOException, InterruptedException {
    Failed failed = assertInstanceOf(Failed.class, copy("missing", "never", "alice").run());
    assertEquals(Blame.SOURCE, failed.blame());
    assertTrue(failed.reason().contains("No such file"), failed.reason());
    assertFalse(Files.exists(there.resolve("never")));
  }

  @Test
  void aTargetThatRefusesIsToBlame() throws IOException, InterruptedException {
    Files.writeString(here.resolve("small"), "x");
    Failed failed = assertInstanceOf(Failed.class, copy("small", "no/such/dir", "alice").run());
    assertEquals(Blame.TARGET, failed.blame(), failed.reason());
    assertTrue(failed.reason().contains("No such file"), failed.reason());
  }

  @Test
  void anAbortStopsTheCopyAndLeavesNothing() throws Exception {
    sparse("large", 20L << 30);
    ThirdPartyCopy copy = copy("large", "partial", "alice");
    CompletableFuture<CopyEnd> end = run(copy);
    awaitBytes(there.resolve("partial"));
    copy.abort();
    assertEquals(new Aborted(), end.get(20, TimeUnit.SECONDS));
    assertFalse(Files.exists(there.resolve("partial")));
  }

  @Test
  void anAbortBeforeTheTargetIsHeardLeavesNothingEither() throws Exception {
    sparse("large", 20L << 30);
    try (Deaf deaf = new Deaf(readers)) {
      ThirdPartyCopy copy = copy("large", "unheard", "alice", deaf);
      CompletableFuture<CopyEnd> end = run(copy);
      awaitBytes(there.resolve("unheard"));
      copy.abort();
      deaf.hear();
      assertEquals(new Aborted(), end.get(20, TimeUnit.SECONDS));
      assertFalse(Files.exists(there.resolve("unheard")));
    }
  }

  @Test
  void aFileThatWasThereStaysWhereTheTargetIsNotHeard() throws Exception {
    sparse("large", 20L << 30);
    Path file = Files.createFile(there.resolve("overwritten"));
    try (Deaf deaf = new Deaf(readers)) {
      ThirdPartyCopy copy = copy("large", "overwritten", "alice", deaf);
      CompletableFuture<CopyEnd> end = run(copy);
      awaitBytes(file);
      copy.abort();
      deaf.hear();
      assertEquals(new Aborted(), end.get(20, TimeUnit.SECONDS));
      assertTrue(Files.exists(file));
    }
  }

  @Test
  void aFileThatWasThereIsRemovedOnceTheTargetHasBegun() throws Exception {
    sparse("large", 20L << 30);
    Files.createFile(there.resolve("begun"));
    ThirdPartyCopy copy = copy("large", "begun", "alice");
    CompletableFuture<CopyEnd> end = run(copy);
    // one for the size, the others from the markers of the target
    Await.until("the target has told how far it is", () -> heard.size() > 1);
    copy.abort();
    assertEquals(new Aborted(), end.get(20, TimeUnit.SECONDS));
    assertFalse(Files.exists(there.resolve("begun")));
  }

  @Test
  void aFileThatWasThereStaysWhereTheSourceIsMissing() throws Exception {
    Path file = Files.writeString(there.resolve("kept"), "kept");
    Failed failed = assertInstanceOf(Failed.class, copy("missing", "kept", "alice").run());
    assertEquals(Blame.SOURCE, failed.blame());
    assertEquals("kept", Files.readString(file));
  }

  @Test
  void anAbortBeforeTheStartIsKept() throws InterruptedException {
    ThirdPartyCopy copy = copy("any", "any", "alice");
    copy.abort();
    assertEquals(new Aborted(), copy.run());
  }

  @Test
  void anAbortDuringALoginIsHeardAtOnce() throws Exception {
    try (RudeServer silent = RudeServer.silentAfterGreeting()) {
      ThirdPartyCopy copy =
          new ThirdPartyCopy(
              client,
              SETTINGS,
              readers,
              new CopyOrder(
                  url(source, here, "any"),
                  new GsiftpUrl("localhost", silent.port(), "/any"),
                  credential("alice"),
                  TIME,
                  true),
              (bytes, size) -> {});
      long start = System.nanoTime();
      CompletableFuture<CopyEnd> end = run(copy);
      Await.until("the target was called", () -> silent.connections() > 0);
      copy.abort();
      assertEquals(new Aborted(), end.get(20, TimeUnit.SECONDS));
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10));
    }
  }

  @Test
  void aServerThatDiesEndsTheCopyAndIsNamed(@TempDir Path own) throws Exception {
    sparse("huge", 20L << 30);
    GridFtpServer mortal = GridFtpServer.start(grid, own);
    try (mortal) {
      CompletableFuture<CopyEnd> end =
          run(
              new ThirdPartyCopy(
                  client,
                  SETTINGS,
                  readers,
                  new CopyOrder(
                      url(source, here, "huge"),
                      url(mortal, own, "got"),
                      credential("alice"),
                      TIME,
                      false),
                  (bytes, size) -> {}));
      awaitBytes(own.resolve("got"));
      mortal.kill();
      Failed failed = assertInstanceOf(Failed.class, end.get(20, TimeUnit.SECONDS));
      assertTrue(failed.reason().contains("localhost:" + mortal.port() + ": "), failed.reason());
    }
  }

  /**
   * The source connects wherever the target's answer to PASV says: it must not reach on the user's
   * behalf what this site does not copy with (FTP bounce, RFC 2577 section 2).
   */
  @Test
  void aTargetWhoseDataPortIsElsewhereIsNotSentAnything(@TempDir Path own) throws Exception {
    Files.writeString(here.resolve("bounced"), "x");
    InetAddress forbidden = InetAddress.ofLiteral("127.0.0.3");
    ControlClient careful =
        new ControlClient(new HostAddresses((_, _, address) -> !address.equals(forbidden)));
    try (GridFtpServer elsewhere =
        GridFtpServer.startWithDataAt(forbidden.getHostAddress(), grid, own)) {
      CopyOrder order =
          new CopyOrder(
              url(source, here, "bounced"),
              url(elsewhere, own, "bounced"),
              credential("alice"),
              TIME,
              true);
      Failed failed =
          assertInstanceOf(
              Failed.class,
              new ThirdPartyCopy(careful, SETTINGS, readers, order, (_, _) -> {}).run());
      assertEquals(Blame.TARGET, failed.blame());
      assertTrue(
          failed
              .reason()
              .endsWith("its data port is at an address that this site does not copy with"),
          failed.reason());
      assertFalse(Files.exists(own.resolve("bounced")));
      assertInstanceOf(
          Copied.class,
          new ThirdPartyCopy(client, SETTINGS, readers, order, (_, _) -> {}).run(),
          "without the rule the same two servers copy");
    }
  }

  @Test
  void nobodyListeningIsAFailureOfThatSide() throws IOException, InterruptedException {
    GridFtpServer gone = GridFtpServer.start(grid, there);
    gone.close();
    CopyOrder order =
        new CopyOrder(
            url(source, here, "x"), url(gone, there, "x"), credential("alice"), TIME, true);
    Failed failed =
        assertInstanceOf(
            Failed.class,
            new ThirdPartyCopy(client, SETTINGS, readers, order, (bytes, size) -> {}).run());
    assertEquals(Blame.TARGET, failed.blame());
    assertTrue(failed.reason().contains(gone.port() + ": it cannot be reached"), failed.reason());
    assertFalse(failed.reason().contains("refused"), "a client learns nothing of ports");
  }

  @ParameterizedTest
  @CsvSource({
    "alice-expired, ended",
    "untrusted, does not accept the credential",
    "carol-none, 530"
  })
  void aCredentialThatServersRefuseEndsTheCopy(String proxy, String reason)
      throws IOException, InterruptedException {
    GsiCredential credential =
        proxy.equals("carol-none")
            ? new GsiCredential(grid.host().read(), trust, DelegationMode.FULL, Clock.systemUTC())
            : credential(proxy);
    CopyOrder order =
        new CopyOrder(url(source, here, "x"), url(target, there, "x"), credential, TIME, true);
    Failed failed =
        assertInstanceOf(
            Failed.class,
            new ThirdPartyCopy(client, SETTINGS, readers, order, (bytes, size) -> {}).run());
    assertTrue(failed.reason().contains(reason), failed.reason());
  }

  private ThirdPartyCopy copy(String from, String to, String proxy) {
    return copy(from, to, proxy, readers);
  }

  private ThirdPartyCopy copy(String from, String to, String proxy, Executor executor) {
    CopyOrder order =
        new CopyOrder(
            url(source, here, from), url(target, there, to), credential(proxy), TIME, true);
    return new ThirdPartyCopy(client, SETTINGS, executor, order, (bytes, size) -> heard.add(bytes));
  }

  private static CompletableFuture<CopyEnd> run(ThirdPartyCopy copy) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return copy.run();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        readers);
  }

  private static GsiftpUrl url(GridFtpServer server, Path directory, String name) {
    return new GsiftpUrl("localhost", server.port(), directory.resolve(name).toString());
  }

  private static GsiCredential credential(String proxy) {
    try {
      var held = grid.proxy(proxy).read();
      return GsiCredential.of(
          held.getKey(),
          List.of(held.getCertificateChain()),
          trust,
          DelegationMode.FULL,
          Clock.systemUTC());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sparse(String name, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(here.resolve(name).toFile(), "rw")) {
      file.setLength(bytes);
    }
  }

  private static void awaitBytes(Path file) throws Exception {
    Await.until(file + " has bytes", () -> Files.exists(file) && Files.size(file) > 0);
  }
}
