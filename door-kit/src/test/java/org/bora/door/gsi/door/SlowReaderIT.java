package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that asks for much and does not take it holds its thread for a bounded time. */
@ExtendWith(TryGrid.Extension.class)
@Timeout(180)
class SlowReaderIT {
  private static final int CHUNK = 8 << 10;

  /** More than the sockets on both sides keep. */
  private static final int LARGE = 64 << 20;

  private final CompletableFuture<Long> written = new CompletableFuture<>();
  private GsiClient.Credential alice;
  private TryGrid grid;

  /** Says how much it has written, or why it could not. */
  private final class Answers extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final int bytes;

    Answers(int bytes) {
      this.bytes = bytes;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentLength(bytes);
      try {
        for (int sent = 0; sent < bytes; sent += CHUNK) {
          response.getOutputStream().write(new byte[CHUNK]);
        }
        written.complete((long) bytes);
      } catch (IOException e) {
        written.completeExceptionally(e);
        throw e;
      }
    }
  }

  @BeforeEach
  void read(TryGrid given) throws Exception {
    grid = given;
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
  }

  private OpenDoor open(int bytes) throws Exception {
    DoorSettings settings =
        OpenDoor.settings(
            Duration.ofMinutes(1), ConnectionBounds.defaults(), Duration.ofSeconds(1));
    return OpenDoor.open(
        settings, grid.tls(EngineChoice.AUTOMATIC), grid.trust(), new Answers(bytes));
  }

  private GsiClient asking(OpenDoor door) throws Exception {
    GsiClient client = GsiClient.connect(door.port(), alice);
    client.socket().setReceiveBufferSize(CHUNK);
    return client.send(
        "0POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  }

  @Test
  void anAnswerThatIsNotTakenEndsItsConnection() throws Exception {
    try (OpenDoor door = open(LARGE);
        GsiClient _ = asking(door)) {
      ExecutionException failed =
          assertThrows(ExecutionException.class, () -> written.get(2, TimeUnit.MINUTES));
      assertInstanceOf(IOException.class, failed.getCause());
      door.awaitEmpty();
    }
  }

  @Test
  void anAnswerThatIsTakenSlowlyArrives() throws Exception {
    int bytes = 512 << 10;
    try (OpenDoor door = open(bytes);
        GsiClient client = asking(door)) {
      InputStream in = client.socket().getInputStream();
      long taken = 0;
      for (int chunk = 0; taken < bytes; chunk++) {
        taken += in.readNBytes(CHUNK).length;
        if (chunk < 32) {
          LockSupport.parkNanos(
              100_000_000); // 80 KiB a second, for three times its first allowance
        }
      }
      assertEquals(bytes, written.get(1, TimeUnit.MINUTES));
    }
  }
}
