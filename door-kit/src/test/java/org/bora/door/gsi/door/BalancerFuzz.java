package org.bora.door.gsi.door;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.trust.ForgedGrid;
import org.bora.door.gsi.trust.TrustSettings;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/**
 * Any bytes as the beginning of a connection from a balancer, where the PROXY protocol and then a
 * ClientHello is expected: it ends soon after its client's end, nothing of it is left, and the next
 * honest client is served. Over a real socket. Run by fuzz/run.
 */
public final class BalancerFuzz implements AutoCloseable {

  private static final int HONEST_EVERY = 500;
  private static final int PATIENCE_MILLIS = 10_000;

  private static BalancerFuzz target;

  private final ForgedGrid grid;
  private final OpenDoor door;
  private int taken;

  BalancerFuzz(Path directory) throws IOException {
    grid = new ForgedGrid(directory);
    Path certificate = directory.resolve("host.pem");
    Path key = directory.resolve("host.key");
    Files.writeString(certificate, ForgedGrid.pem(grid.user()));
    Files.writeString(key, ForgedGrid.pem(new JcaPKCS8Generator(grid.userSigns().key(), null)));
    var bounds =
        new ConnectionBounds(
            100, 100, 100, 100, Duration.ofSeconds(15), List.of(AddressRange.parse("127.0.0.0/8")));
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(60), bounds),
            new TlsSettings(certificate, key, TlsSettings.EngineChoice.AUTOMATIC),
            grid.settings(TrustSettings.Crls.IF_PRESENT));
  }

  /** Opens the door. */
  public static void fuzzerInitialize() throws IOException {
    target = new BalancerFuzz(Files.createTempDirectory("balancer-fuzz"));
  }

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    target.take(input);
  }

  /** Sends it all, ends, and waits for the other end. */
  void take(byte[] input) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(input);
        socket.shutdownOutput();
        InputStream in = socket.getInputStream();
        while (in.read() >= 0) {
          Thread.onSpinWait();
        }
      } catch (SocketTimeoutException open) {
        throw new AssertionError("the connection is still there", open);
      } catch (IOException reset) {
        // as good an end as any
      }
    }
    if (++taken % HONEST_EVERY == 0) {
      theNextHonestClientIsServed();
    }
  }

  void theNextHonestClientIsServed() throws IOException, GeneralSecurityException {
    byte[] header =
        "PROXY TCP4 198.51.100.7 127.0.0.1 4000 8444\r\n".getBytes(StandardCharsets.US_ASCII);
    var alice = new GsiClient.Credential(grid.userSigns().key(), List.of(grid.user()));
    try (GsiClient client = GsiClient.connect(door.port(), alice, header)) {
      String answer = client.send("0").post().body();
      if (!answer.contains("host=198.51.100.7")) {
        throw new AssertionError(answer);
      }
    }
  }

  /** Connections that have not ended. */
  int left() {
    return door.door().openConnections();
  }

  @Override
  public void close() {
    door.close();
  }
}
