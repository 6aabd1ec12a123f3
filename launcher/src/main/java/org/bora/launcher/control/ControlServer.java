package org.bora.launcher.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.word.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on a Unix socket that only the account of this process can write to, and root. A
 * connection brings one line, the verb and its arguments, separated by blanks; the answer is {@code
 * done} or {@code refused}, then lines of text. Connections are served side by side: a verb that
 * takes long holds up no other, and sees to its own safety.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final Duration AFTER_A_LOSS = Duration.ofSeconds(1);

  /** An order with a body of 64 KiB in Base64, and a long path. */
  static final int LONGEST_LINE = 128 << 10;

  /** So much of a line that is longer is still listened to, so that its writer reads the answer. */
  private static final int LONGEST_HEARD = 64 * LONGEST_LINE;

  static final String DONE = "done";
  static final String REFUSED = "refused";

  /** What a Bora that runs does when it is told to. */
  @FunctionalInterface
  public interface Verb {
    /**
     * Does it; called by several threads at once.
     *
     * @param arguments what followed the verb
     */
    Answer run(List<String> arguments);
  }

  private final Path socket;
  private final ServerSocketChannel channel;
  private final Map<String, Verb> verbs;

  private ControlServer(Path socket, ServerSocketChannel channel, Map<String, Verb> verbs) {
    this.socket = socket;
    this.channel = channel;
    this.verbs = Map.copyOf(verbs);
  }

  /** Where a half of this name listens, {@code frontend} or {@code backend}, in its directory. */
  public static Path socket(Path directory, String name) {
    return directory.resolve(name + ".control");
  }

  /**
   * Begins to listen. What a process that died left at this path is replaced: the caller must have
   * made sure that no other Bora lives here.
   */
  public static ControlServer open(Path socket, Map<String, Verb> verbs) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      bind(channel, socket);
    } catch (IOException unusable) {
      channel.close();
      throw new IOException(socket + ": " + unusable.getMessage(), unusable);
    }
    ControlServer server = new ControlServer(socket, channel, verbs);
    Thread.ofPlatform().daemon().name("control").start(server::listen);
    return server;
  }

  /**
   * Between its making and the change of its mode a socket has the mode that the umask leaves it:
   * so it is made where no other user can go.
   */
  private static void bind(ServerSocketChannel channel, Path socket) throws IOException {
    String name = socket.getFileName().toString();
    Path closed = socket.resolveSibling("." + name + ".new");
    Path made = closed.resolve("s");
    Files.deleteIfExists(socket);
    Files.deleteIfExists(made);
    Files.deleteIfExists(closed);
    Files.createDirectory(
        closed, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (SocketName reached = SocketName.of(made)) {
      channel.bind(reached.address());
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(closed);
    }
  }

  private void listen() {
    while (channel.isOpen()) {
      try {
        SocketChannel connection = channel.accept();
        // a verb that looks at a filesystem which hangs keeps its thread, and no carrier of others
        Thread.ofPlatform().daemon().name("command").start(() -> answer(connection));
      } catch (ClosedChannelException stopped) {
        return;
      } catch (IOException lost) {
        LOG.warn("a command did not get through: {}", lost.toString());
        // without a free file descriptor the next one would not either, at once
        LockSupport.parkNanos(AFTER_A_LOSS.toNanos());
      }
    }
  }

  private void answer(SocketChannel connection) {
    try (connection) {
      serve(connection);
    } catch (IOException lost) {
      LOG.warn("a command was not answered: {}", lost.toString());
    }
  }

  private void serve(SocketChannel connection) throws IOException {
    BufferedReader lines =
        new BufferedReader(Channels.newReader(connection, StandardCharsets.UTF_8));
    Optional<String> line = line(lines);
    if (line.isEmpty()) {
      return;
    }
    if (line.get().length() > LONGEST_LINE) {
      LOG.warn("a command was refused: its line has more than {} characters", LONGEST_LINE);
      send(
          connection,
          new Answer(false, List.of("a command has at most " + LONGEST_LINE + " characters")));
      return;
    }
    send(connection, answer(line.get()));
  }

  /**
   * Reads up to the end of the line.
   *
   * @return one character more than is allowed of a line that is longer; empty where nothing comes,
   *     or no end of it
   */
  private static Optional<String> line(Reader from) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int heard = 0; heard < LONGEST_HEARD; heard++) {
      int next = from.read();
      if (next == '\n' || (next < 0 && !line.isEmpty())) {
        return Optional.of(line.toString());
      }
      if (next < 0) {
        return Optional.empty();
      }
      if (line.length() <= LONGEST_LINE) {
        line.append((char) next);
      }
    }
    return Optional.of(line.toString());
  }

  private Answer answer(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    String verb = words.getFirst();
    Verb known = verbs.get(verb);
    try {
      return known == null
          ? new Answer(false, List.of("this Bora knows no '" + LogText.of(verb) + "'"))
          : known.run(words.subList(1, words.size()));
    } catch (RuntimeException surprise) {
      LOG.error("{} failed", verb, surprise);
      return new Answer(false, List.of(verb + " failed, see the log: " + surprise));
    }
  }

  private static void send(SocketChannel connection, Answer answer) throws IOException {
    StringBuilder text = new StringBuilder(answer.done() ? DONE : REFUSED).append('\n');
    answer.lines().forEach(said -> text.append(said).append('\n'));
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
    while (bytes.hasRemaining()) {
      connection.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(socket);
  }
}
