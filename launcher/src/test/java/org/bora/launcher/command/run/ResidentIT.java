package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.bora.server.process.ProcessIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ResidentIT {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path directory;

  private Home home;

  @BeforeEach
  void createHome() throws Exception {
    home = new Home(directory);
    home.create();
  }

  @Test
  void oneThatStartsIsWaitedFor() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      new Endpoint("127.0.0.1", server.getLocalPort(), "/a").write(home.endpoint());
      tell(StartProgress.Phase.STARTING);
      Thread starter = Thread.ofVirtual().start(() -> tell(StartProgress.Phase.READY));

      assertEquals(Resident.Condition.READY, self().await(MINUTE));
      assertTrue(starter.join(MINUTE), "the starter does not end");
    }
  }

  @Test
  void oneThatIsBeingKilledIsGone() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    Resident resident = new Resident(home, ProcessIdentity.of(process.pid()).orElseThrow());
    Thread killer = Thread.ofVirtual().start(process::destroyForcibly);

    assertEquals(Resident.Condition.GONE, resident.await(MINUTE));
    assertTrue(killer.join(MINUTE), "the killer does not end");
  }

  @Test
  void readyIsNotBelievedWithoutAnAnswer() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
    }
    new Endpoint("127.0.0.1", port, "/a").write(home.endpoint());
    tell(StartProgress.Phase.READY);

    assertEquals(Resident.Condition.STUCK, self().await(Duration.ofMillis(200)));
  }

  private Resident self() {
    return new Resident(home, ProcessIdentity.ofSelf());
  }

  private void tell(StartProgress.Phase phase) {
    try {
      new StartProgress(phase, "").write(home.progress());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
