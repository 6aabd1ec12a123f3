package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Borrowed;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site whose copies come from a server that accepts and says nothing, so that none of them ends
 * by itself; on whatever database a subclass names.
 */
abstract class CopyBench {
  static final Duration LEASE = Duration.ofSeconds(30);

  final SteppedTime time = new SteppedTime(SmallSite.START);
  private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();

  /** Never fires: the tests look after the copies themselves. */
  private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1, task -> null);

  private final List<CopyOperations> backends = new ArrayList<>();
  SmallSite site;
  SilentServer server;
  private PeerTrust trust;

  /** Files of one caller that may wait or be copied. */
  static final int OPEN = 5;

  CopyOperations copies;
  final List<CopyEnds.End> ended = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    DatabaseSettings settings = schemas.migrated();
    site = new SmallSite(settings, directory, time);
    server = new SilentServer();
    trust = new PeerTrust(new ServerTrustSettings(directory, false, Duration.ofHours(1)));
    copies = backend();
  }

  @AfterEach
  void close() throws IOException {
    backends.forEach(CopyOperations::close);
    server.close();
    tasks.close();
    timer.shutdownNow();
    trust.close();
    site.close();
    site.tree.close();
  }

  CopyOperations backend() {
    return backend(
        new AllowedPeers(
            List.of(AllowedPeers.Peer.parse("127.0.0.0/8"), AllowedPeers.Peer.parse("::1"))));
  }

  CopyOperations backend(AllowedPeers allowed) {
    CopyLimits preset = CopyLimits.defaults();
    CopyLimits limits =
        new CopyLimits(
            new CopyLimits.FileLimits(1, 1, OPEN),
            Duration.ZERO,
            LEASE,
            preset.terms(),
            CopySettings.defaults(),
            new CopyLimits.Abroad(ClientSettings.defaults(), allowed));
    CopyOperations backend =
        new CopyOperations(
            limits,
            new LocalNames(Set.of("se.example.org"), OptionalInt.empty()),
            new CopyOperations.Surroundings(
                site.transactions, site.putEnding, site.locator, site.tokens, time, ended::add),
            Functions.of(List.of(site.puts, site.gets, site.requests)),
            site.copied,
            new CopyOperations.Machinery(trust, tasks, timer, List.of()));
    backends.add(backend);
    return backend;
  }

  /** The last of so many. */
  CopyEnds.End awaitEnds(int count) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (ended.size() < count) {
      assertTrue(System.nanoTime() < deadline, "nobody is told");
      LockSupport.parkNanos(1_000_000);
    }
    return ended.get(count - 1);
  }

  CopyReply copy(String... names) {
    CopyFile[] files = new CopyFile[names.length];
    for (int i = 0; i < names.length; i++) {
      files[i] = new CopyFile(new Surl(server.url(names[i])), surl(names[i]), Optional.empty());
    }
    return copies.functions().call(Catalogue.COPY, site.call(ALICE), request(borrowed(), files));
  }

  static Optional<DelegatedCredential> borrowed() {
    return Optional.of(Borrowed.until(SmallSite.START.plus(Duration.ofDays(1))));
  }

  static CopyRequest request(Optional<DelegatedCredential> credential, CopyFile... files) {
    return new CopyRequest(
        List.of(files),
        "",
        OverwriteMode.NEVER,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        credential);
  }

  CopyReply status(CopyReply begun) {
    return copies
        .functions()
        .call(
            Catalogue.STATUS_OF_COPY,
            site.call(ALICE),
            new CopyStatusRequest(begun.token().orElseThrow(), List.of(), List.of()));
  }

  PutReply put(String name) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), SmallSite.put(OverwriteMode.ALWAYS, name));
  }

  /** The work goes on beside the test; nothing tells it how far it is but the status. */
  void await(CopyReply begun, SrmStatus code) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (status(begun).status().code() != code) {
      assertTrue(System.nanoTime() < deadline, "still " + status(begun));
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Until the first file of a copy has a put that writes it. */
  void awaitPut(CopyReply begun) {
    RequestToken token = RequestToken.parse(begun.token().orElseThrow()).orElseThrow();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (site.transactions
        .read(sql -> new CopyTable().find(sql, token))
        .orElseThrow()
        .files()
        .getFirst()
        .put()
        .isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "no put begins");
      LockSupport.parkNanos(5_000_000);
    }
  }
}
