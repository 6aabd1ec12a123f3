package org.bora.gridftp.control;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.globus.ftp.exception.FTPReplyParseException;
import org.globus.ftp.exception.ServerException;
import org.globus.ftp.vanilla.Command;
import org.globus.ftp.vanilla.Reply;

/**
 * A logged-in control channel. One thread at a time; {@link #abandon} alone may be called by
 * another. After an IOException the channel cannot be used any more: close it.
 */
public final class ControlSession implements AutoCloseable {

  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final Pattern ADLER32 = Pattern.compile("[0-9a-fA-F]{1,8}");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,19}");

  private final ControlChannel channel;
  private volatile boolean broken;

  ControlSession(ControlChannel channel) {
    this.channel = channel;
  }

  /** Does nothing on the server, which shows that it works. */
  public CommandAnswer<String> noop(Duration time) throws IOException {
    return ask(new Command("NOOP"), time, Function.identity());
  }

  /**
   * The size of a file in bytes (RFC 3659 section 4).
   *
   * @param path absolute, as the server sees it
   */
  public CommandAnswer<Long> size(String path, Duration time) throws IOException {
    return ask(new Command("SIZE", sendable(path)), time, text -> Long.valueOf(word(SIZE, text)));
  }

  /**
   * The ADLER32 of a whole file, computed by the server reading it all (GFD.47).
   *
   * @param time long enough for the size: servers say nothing while they read
   * @return eight lower-case hexadecimal digits
   */
  public CommandAnswer<String> adler32(String path, Duration time) throws IOException {
    Command command = new Command("CKSM", "ADLER32 0 -1 " + sendable(path));
    return ask(command, time, text -> eightDigits(word(ADLER32, text)));
  }

  /** The commands that move data between this server and another. */
  public DataCommands data() {
    return new DataCommands(this, channel);
  }

  /**
   * Removes a file (RFC 959 section 4.1.3).
   *
   * @param path absolute, as the server sees it
   */
  public CommandAnswer<String> delete(String path, Duration time) throws IOException {
    return ask(new Command("DELE", sendable(path)), time, Function.identity());
  }

  /** Says good-bye, briefly, and closes; what goes wrong with that is of no interest. */
  @Override
  public void close() {
    try {
      if (!broken) {
        channel.allow(FAREWELL);
        channel.exchange(Command.QUIT);
      }
    } catch (IOException | ServerException | FTPReplyParseException e) {
      // the server ends the session by itself when the connection is gone
    } finally {
      abandon();
    }
  }

  /** Cuts the connection; a thread that waits for the server gets an IOException. */
  public void abandon() {
    try {
      channel.close();
    } catch (IOException e) {
      // closing a socket that is broken already: it is closed
    }
  }

  <T> CommandAnswer<T> ask(Command command, Duration time, Function<String, T> parse)
      throws IOException {
    String name = Command.toString(command).strip().split(" ", 2)[0];
    try {
      channel.allow(time);
      Reply reply = channel.exchange(command);
      while (Reply.isPositivePreliminary(reply)) {
        reply = channel.read(); // progress of a long checksum
      }
      return Reply.isPositiveCompletion(reply)
          ? new CommandAnswer.Given<>(parse.apply(reply.getMessage().strip()))
          : Replies.refusal(reply);
    } catch (IOException | ServerException | FTPReplyParseException | IllegalArgumentException e) {
      broken = true;
      throw Replies.failure(name, e);
    }
  }

  /** After this the conversation is out of step: no farewell. */
  void broken() {
    broken = true;
  }

  private static String word(Pattern expected, String text) {
    if (!expected.matcher(text).matches()) {
      throw new IllegalArgumentException("unexpected answer '" + Replies.oneLine(text) + "'");
    }
    return text;
  }

  private static String eightDigits(String hex) {
    return "0".repeat(8 - hex.length()) + hex.toLowerCase(Locale.ROOT);
  }

  /** A line end within a path would be a second command. */
  static String sendable(String path) {
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
      throw new IllegalArgumentException("not an absolute path of one line: '" + path + "'");
    }
    return path;
  }
}
