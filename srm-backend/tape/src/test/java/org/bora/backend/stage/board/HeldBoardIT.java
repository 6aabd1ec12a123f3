package org.bora.backend.stage.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that keep of the pullers' port what they can get. */
@ExtendWith(MariaDb.class)
class HeldBoardIT {

  /** More than the port takes, and more than it ever had threads. */
  private static final int MANY = 530;

  private static final String TAKE =
      "POST /v1/tasks/take HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n";

  private final List<Socket> held = new ArrayList<>();
  private BoardBench bench;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new BoardBench(schemas.migrated(), Clock.systemUTC(), directory);
  }

  @AfterEach
  void close() throws IOException {
    for (Socket one : held) {
      one.close();
    }
    bench.close();
  }

  private Socket say(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), bench.port());
    held.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** On a new connection. The client of the bench gives up in 30 s, as the port does. */
  private void aPullerIsServed() throws Exception {
    long began = System.nanoTime();
    assertEquals(200, bench.get("/v1/tasks").statusCode());
    assertTrue(System.nanoTime() - began < 20_000_000_000L, "it had to wait until others left");
  }

  @Test
  void silentAndHalfHeadsKeepNobodyAway() throws Exception {
    for (int i = 0; i < MANY; i++) {
      say(i % 2 == 0 ? "" : "GET /v1/tasks HTTP/1.1\r\nHost: loc");
    }
    aPullerIsServed();
  }

  @Test
  void halfBodiesOfAPullerKeepNobodyAway() throws Exception {
    for (int i = 0; i < MANY; i++) {
      say(TAKE + "Authorization: Bearer " + BoardBench.TOKEN + "\r\n\r\nhalf");
    }
    aPullerIsServed();
  }

  @Test
  void aBodyWithoutATokenIsNotRead() throws Exception {
    byte[] status = say(TAKE + "\r\nhalf").getInputStream().readNBytes(12);
    assertEquals("HTTP/1.1 401", new String(status, StandardCharsets.US_ASCII));
  }
}
