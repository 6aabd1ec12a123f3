package org.bora.gridftp.control;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.globus.ftp.exception.FTPReplyParseException;
import org.globus.ftp.exception.ServerException;
import org.globus.ftp.vanilla.Command;
import org.globus.ftp.vanilla.Reply;

/**
 * The part of a control channel that sets up and follows a transfer between two servers (RFC 959
 * section 5, GFD.20). One thread at a time, as for the session it belongs to.
 */
public final class DataCommands {

  private static final Pattern PORT = Pattern.compile("\\(?(\\d{1,3}(?:,\\d{1,3}){5})\\)?");

  private final ControlSession session;
  private final ControlChannel channel;

  DataCommands(ControlSession session, ControlChannel channel) {
    this.session = session;
    this.channel = channel;
  }

  /** A reply during a transfer. */
  public sealed interface Said {

    /**
     * A preliminary reply: the transfer begins, or has come so far (GFD.20 sections 5.1 and 5.2).
     */
    record Progress(int code, String text) implements Said {}

    /** The transfer has succeeded, as far as this server knows. */
    record Complete() implements Said {}

    /** The transfer has failed, as far as this server knows. */
    record Failed(int code, String text) implements Said {
      @Override
      public String toString() {
        return code + " " + text;
      }
    }
  }

  /** Bytes as they are, instead of text with converted line ends (TYPE I). */
  public CommandAnswer<String> binary(Duration time) throws IOException {
    return tell("TYPE", "I", time);
  }

  /**
   * The form of the data channel.
   *
   * @param extended blocks with offsets over any number of connections (MODE E, GFD.20 section
   *     4.1), or else one plain stream (MODE S)
   */
  public CommandAnswer<String> mode(boolean extended, Duration time) throws IOException {
    return tell("MODE", extended ? "E" : "S", time);
  }

  /**
   * Whether both ends of a data connection prove, with the proxy that was delegated to them, to act
   * for the same person (DCAU A), or neither proves anything (DCAU N; GFD.20 section 4.2).
   */
  public CommandAnswer<String> authenticateData(boolean authenticated, Duration time)
      throws IOException {
    return tell("DCAU", authenticated ? "A" : "N", time);
  }

  /** How many connections the sender opens at once; extended blocks only. */
  public CommandAnswer<String> parallel(int connections, Duration time) throws IOException {
    String options = "RETR Parallelism=%1$d,%1$d,%1$d;".formatted(connections);
    return tell("OPTS", options, time);
  }

  /** Has the server listen for data: its address in the form that {@link #active} takes. */
  public CommandAnswer<String> passive(Duration time) throws IOException {
    return session.ask(new Command("PASV"), time, DataCommands::port);
  }

  /** Has the server connect to another one for data. */
  public CommandAnswer<String> active(String port, Duration time) throws IOException {
    return tell("PORT", port(port), time);
  }

  /** Begins to receive into a file; {@link #next} returns the replies. */
  public void store(String path) throws IOException {
    begin("STOR", path);
  }

  /** Begins to send a file; {@link #next} returns the replies. */
  public void retrieve(String path) throws IOException {
    begin("RETR", path);
  }

  /**
   * Waits for the server's next reply about the transfer.
   *
   * @param time how long to wait
   */
  public Said next(Duration time) throws IOException {
    try {
      channel.allow(time);
      Reply reply = channel.read();
      if (Reply.isPositivePreliminary(reply)) {
        return new Said.Progress(reply.getCode(), reply.getMessage());
      }
      return Reply.isPositiveCompletion(reply)
          ? new Said.Complete()
          : new Said.Failed(reply.getCode(), Replies.oneLine(reply.getMessage()));
    } catch (IOException | ServerException | FTPReplyParseException | IllegalArgumentException e) {
      session.broken();
      throw Replies.failure("transferring", e);
    }
  }

  private void begin(String verb, String path) throws IOException {
    try {
      channel.write(new Command(verb, ControlSession.sendable(path)));
    } catch (IOException e) {
      session.broken();
      throw Replies.failure(verb, e);
    }
  }

  private CommandAnswer<String> tell(String verb, String argument, Duration time)
      throws IOException {
    return session.ask(new Command(verb, argument), time, Function.identity());
  }

  /** Six numbers, and nothing that would be a second command at the other server. */
  private static String port(String text) {
    Matcher found = PORT.matcher(text);
    if (!found.find()) {
      throw new IllegalArgumentException("unexpected answer '" + Replies.oneLine(text) + "'");
    }
    return found.group(1);
  }
}
