package org.bora.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.admin.SocketName;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and answers over the real socket. */
class LocalSocketIT {
  private static final AdminRoute ECHO =
      AdminRoute.change(
          "POST", "/v1/echo", call -> AdminReply.text("text/plain", call.body().text()));

  @TempDir private Path directory;

  private Path socket() {
    return directory.resolve("control");
  }

  private static AdminSocket open(Path socket, AdminRoute... routes) throws IOException {
    return AdminSocket.open(socket, new AdminRoutes(List.of(routes), AuditTrail.off()));
  }

  private static LocalReply ask(Path socket, String method, String path, String body) {
    try {
      return LocalSocket.ask(socket, method, path, body, LocalSocket.USUAL).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoReachesTheSocketIsAnAdminAndHasTheAnswersOfThePort() throws IOException {
    try (AdminSocket _ = open(socket(), ECHO)) {
      assertEquals(
          new LocalReply(200, "{\"name\":\"socket\",\"role\":\"ADMIN\"}"),
          ask(socket(), "GET", "/v1/who", ""));
      String body = "{\"a\": \"\u00e4 b\"}\n\n";
      assertEquals(new LocalReply(200, body), ask(socket(), "POST", "/v1/echo", body));
      assertEquals(404, ask(socket(), "GET", "/v1/nothing?a=b", "").status());
    }
    assertEquals(
        Optional.empty(), LocalSocket.ask(socket(), "GET", "/v1", "", LocalSocket.USUAL), "gone");
  }

  @Test
  void aBodyOfTheBoundIsTakenAndALongerOneIsRefused() throws IOException {
    try (AdminSocket _ = open(socket(), ECHO)) {
      String longest = "x".repeat(64 << 10);
      assertEquals(longest, ask(socket(), "POST", "/v1/echo", longest).body());
      assertEquals(413, ask(socket(), "POST", "/v1/echo", longest + "x").status());
    }
  }

  /** The writer of an endless one is cut off, and costs no more memory than a long one. */
  @Test
  void aHeadWithoutEndIsCutOff() throws IOException {
    byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (AdminSocket _ = open(socket());
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      assertThrows(
          IOException.class,
          () -> {
            for (int mebibyte = 0; mebibyte < 256; mebibyte++) {
              channel.write(java.nio.ByteBuffer.wrap(piece));
            }
          });
    }
  }

  @Test
  void anOrderThatTakesLongHoldsUpNoOther() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    AdminRoute slow =
        AdminRoute.change(
            "POST",
            "/v1/slow",
            call -> {
              begun.countDown();
              return AdminReply.json(List.of(await(enough)));
            });
    try (AdminSocket _ = open(socket(), slow, ECHO)) {
      CompletableFuture<Integer> first =
          CompletableFuture.supplyAsync(() -> ask(socket(), "POST", "/v1/slow", "").status());
      assertTrue(await(begun));
      assertEquals("a", ask(socket(), "POST", "/v1/echo", "a").body());
      enough.countDown();
      assertEquals(200, first.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void whoDoesNotAnswerInTimeIsToldOf() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    AdminRoute slow = AdminRoute.look("/v1/slow", call -> AdminReply.json(List.of(await(enough))));
    try (AdminSocket _ = open(socket(), slow)) {
      SilentProcess silent =
          assertThrows(
              SilentProcess.class,
              () -> LocalSocket.ask(socket(), "GET", "/v1/slow?x=1", "", Duration.ofMillis(50)));
      assertTrue(
          silent.getMessage().startsWith(socket() + ": no answer to GET /v1/slow within "),
          silent.getMessage());
      enough.countDown();
    } finally {
      enough.countDown();
    }
  }

  @Test
  void whoDoesNotEvenTakeConnectionsIsToldOf() throws Exception {
    try (ServerSocketChannel hanging = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      hanging.bind(UnixDomainSocketAddress.of(socket()), 1);
      // its queue takes some, then none
      for (int i = 0; i < 4; i++) {
        assertThrows(
            SilentProcess.class,
            () -> LocalSocket.ask(socket(), "GET", "/v1", "", Duration.ofMillis(50)));
      }
    }
  }

  @Test
  void anOrderThatFailsIsAnswered() throws IOException {
    AdminRoute broken =
        AdminRoute.change(
            "POST",
            "/v1/try",
            call -> {
              throw new IllegalStateException("out of order");
            });
    try (AdminSocket _ = open(socket(), broken)) {
      LocalReply reply = ask(socket(), "POST", "/v1/try", "");
      assertEquals(500, reply.status());
      assertTrue(reply.body().contains("log of this process"), reply.body());
    }
  }

  @Test
  void itIsNeverOpenToOthersAndTakesThePlaceOfWhatADeadOneLeft() throws IOException {
    Files.createFile(socket());
    // died between the two steps
    Files.createFile(Files.createDirectory(directory.resolve(".control.new")).resolve("s"));

    try (AdminSocket _ = open(socket(), ECHO)) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())));
      assertEquals("a", ask(socket(), "POST", "/v1/echo", "a").body());
      try (Stream<Path> left = Files.list(directory)) {
        assertEquals(List.of(socket()), left.toList());
      }
    }
    assertFalse(Files.exists(socket()));
  }

  @ParameterizedTest
  @ValueSource(ints = {SocketName.LONGEST, SocketName.LONGEST + 1, 108, 400})
  void aDirectoryMayHaveALongerPathThanASocketMay(int bytes) throws IOException {
    String padding = "/d".repeat(bytes).substring(0, bytes - directory.toString().length() - 8);
    Path deep = Path.of(directory + padding.replaceAll("/$", "d"));
    Path socket = Files.createDirectories(deep).resolve("control");
    assertEquals(bytes, socket.toString().length());
    List<Path> before = links();

    try (AdminSocket _ = open(socket, ECHO)) {
      assertEquals("a", ask(socket, "POST", "/v1/echo", "a").body());
    }

    assertEquals(
        Optional.empty(), LocalSocket.ask(socket, "GET", "/v1", "", LocalSocket.USUAL), "gone");
    assertEquals(before, links(), "what helped to reach it is gone too");
  }

  /** What leads to a directory of this test. */
  private List<Path> links() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> ours =
        Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "bora*")) {
      for (Path made : ours) {
        Path link = made.resolve("d");
        if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(directory)) {
          found.add(link);
        }
      }
    }
    return found;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
