package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.HostAddresses;
import org.bora.gridftp.copy.CopyEnd.Blame;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.bora.gridftp.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that stops in the middle without closing anything. */
class StalledTransferIT {

  private static final Duration TIME = Duration.ofSeconds(30);

  @Test
  void aTransferThatMovesNothingIsGivenUp(@TempDir Path here, @TempDir Path there)
      throws Exception {
    ThrowawayGrid grid = ThrowawayGrid.open();
    ServerTrustSettings settings =
        new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1));
    try (RandomAccessFile file = new RandomAccessFile(here.resolve("file").toFile(), "rw")) {
      file.setLength(20L << 30);
    }
    try (GridFtpServer from = GridFtpServer.start(grid, here);
        GridFtpServer to = GridFtpServer.start(grid, there);
        PeerTrust trust = new PeerTrust(settings);
        ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      var alice =
          new GsiCredential(
              grid.proxy("alice").read(), trust, DelegationMode.FULL, Clock.systemUTC());
      End source = login(Blame.SOURCE, from, here, alice);
      End target = login(Blame.TARGET, to, there, alice);
      source.binary(TIME);
      target.binary(TIME);
      DataChannel.agree(source, target, 2, TIME, new ControlClient(new HostAddresses()));
      Duration patience = Duration.ofSeconds(1);
      Transfer transfer = new Transfer(source, target, 20L << 30, patience, (bytes, size) -> {});
      CompletableFuture<Void> end =
          CompletableFuture.runAsync(() -> run(transfer, readers), readers);
      Await.until("the target has begun", () -> Files.exists(there.resolve("file")));
      from.freeze();
      to.freeze();
      var thrown = assertThrows(ExecutionException.class, () -> end.get(20, TimeUnit.SECONDS));
      CopyFailure failure = assertInstanceOf(CopyFailure.class, thrown.getCause().getCause());
      assertEquals(Blame.TIME, failure.blame());
      assertTrue(failure.getMessage().startsWith("no progress for 1 s, "), failure.getMessage());
      source.abandon();
      target.abandon();
    }
  }

  private static void run(Transfer transfer, ExecutorService readers) {
    try {
      transfer.run(readers, new TimeLeft(TIME));
    } catch (CopyFailure | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static End login(Blame blame, GridFtpServer server, Path directory, GsiCredential alice)
      throws CopyFailure {
    GsiftpUrl url = new GsiftpUrl("localhost", server.port(), directory.resolve("file").toString());
    return End.login(new ControlClient(new HostAddresses()), blame, url, alice, TIME);
  }
}
