package org.bora.launcher.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and answers over the real socket. */
class ControlIT {
  @TempDir private Path directory;

  @Test
  void argumentsFollowTheVerb() throws IOException {
    Path socket = directory.resolve("control");
    try (ControlServer _ =
        ControlServer.open(socket, Map.of("say", words -> new Answer(true, words)))) {
      assertEquals(
          Optional.of(new Answer(true, List.of("one", "two"))),
          ControlClient.ask(socket, "say one  two"));
      assertEquals(Optional.of(new Answer(true, List.of())), ControlClient.ask(socket, "say"));
      assertFalse(ControlClient.ask(socket, "saying one").orElseThrow().done());
    }
    assertEquals(Optional.empty(), ControlClient.ask(socket, "say"), "it is gone");
  }

  @Test
  void aLineThatIsTooLongIsRefused() throws IOException {
    Path socket = directory.resolve("control");
    String longest = "x".repeat(ControlServer.LONGEST_LINE - "say ".length());
    try (ControlServer _ =
        ControlServer.open(socket, Map.of("say", words -> new Answer(true, List.of("heard"))))) {
      assertTrue(ask(socket, "say " + longest).done());
      Answer refused = ask(socket, "say x" + longest);
      assertFalse(refused.done());
      assertTrue(refused.lines().getFirst().contains("at most 131072"), refused.toString());
    }
  }

  /** The writer of an endless one is cut off, and costs no more memory than a long one. */
  @Test
  void aLineWithoutEndIsCutOff() throws IOException {
    Path socket = directory.resolve("control");
    ByteBuffer piece = ByteBuffer.allocate(1 << 20);
    try (ControlServer _ = ControlServer.open(socket, Map.of());
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      assertThrows(
          IOException.class,
          () -> {
            for (int mebibyte = 0; mebibyte < 256; mebibyte++) {
              channel.write(piece.clear());
            }
          });
    }
  }

  @Test
  void aVerbThatTakesLongHoldsUpNoOther() throws Exception {
    Path socket = directory.resolve("control");
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    ControlServer.Verb slow =
        none -> {
          begun.countDown();
          return new Answer(await(enough), List.of());
        };
    try (ControlServer _ =
        ControlServer.open(socket, Map.of("slow", slow, "fast", ok -> new Answer(true, ok)))) {
      CompletableFuture<Boolean> first =
          CompletableFuture.supplyAsync(() -> ask(socket, "slow").done());
      assertTrue(await(begun));
      assertTrue(ask(socket, "fast").done());
      enough.countDown();
      assertTrue(first.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void whoDoesNotAnswerInTimeIsToldOf() throws Exception {
    Path socket = directory.resolve("control");
    CountDownLatch enough = new CountDownLatch(1);
    ControlServer.Verb slow = none -> new Answer(await(enough), List.of());
    try (ControlServer _ = ControlServer.open(socket, Map.of("slow", slow))) {
      SilentProcess silent =
          assertThrows(
              SilentProcess.class,
              () -> ControlClient.ask(socket, "slow down", Duration.ofMillis(50)));
      assertTrue(
          silent.getMessage().startsWith(socket + ": no answer to slow within "),
          silent.getMessage());
    } finally {
      enough.countDown();
    }
  }

  @Test
  void whoDoesNotEvenTakeConnectionsIsToldOf() throws Exception {
    Path socket = directory.resolve("control");
    try (ServerSocketChannel hanging = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      hanging.bind(UnixDomainSocketAddress.of(socket), 1);
      // its queue takes some, then none
      for (int i = 0; i < 4; i++) {
        assertThrows(
            SilentProcess.class, () -> ControlClient.ask(socket, "say", Duration.ofMillis(50)));
      }
    }
  }

  @Test
  void aVerbThatFailsIsAnswered() throws IOException {
    Path socket = directory.resolve("control");
    ControlServer.Verb broken =
        none -> {
          throw new IllegalStateException("out of order");
        };
    try (ControlServer _ = ControlServer.open(socket, Map.of("try", broken))) {
      Answer answer = ask(socket, "try");
      assertFalse(answer.done());
      assertTrue(answer.lines().getFirst().contains("out of order"), answer.toString());
    }
  }

  @Test
  void itIsNeverOpenToOthersAndTakesThePlaceOfWhatADeadOneLeft() throws IOException {
    Path socket = directory.resolve("control");
    Files.createFile(socket);
    // died between the two steps
    Files.createFile(Files.createDirectory(directory.resolve(".control.new")).resolve("s"));

    try (ControlServer _ = ControlServer.open(socket, Map.of("say", ok -> new Answer(true, ok)))) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
      assertTrue(ask(socket, "say").done());
      try (Stream<Path> left = Files.list(directory)) {
        assertEquals(List.of(socket), left.toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SocketName.LONGEST, SocketName.LONGEST + 1, 108, 400})
  void aDirectoryMayHaveALongerPathThanASocketMay(int bytes) throws IOException {
    String padding = "/d".repeat(bytes).substring(0, bytes - directory.toString().length() - 8);
    Path deep = Path.of(directory + padding.replaceAll("/$", "d"));
    Path socket = Files.createDirectories(deep).resolve("control");
    assertEquals(bytes, socket.toString().length());
    List<Path> before = links();

    try (ControlServer _ = ControlServer.open(socket, Map.of("say", ok -> new Answer(true, ok)))) {
      assertTrue(ask(socket, "say").done());
    }

    assertEquals(Optional.empty(), ControlClient.ask(socket, "say"), "it is gone");
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

  private static Answer ask(Path socket, String verb) {
    try {
      return ControlClient.ask(socket, verb).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
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
