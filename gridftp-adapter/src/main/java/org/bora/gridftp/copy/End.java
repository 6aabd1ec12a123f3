package org.bora.gridftp.copy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.gridftp.control.CommandAnswer;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.ControlSession;
import org.bora.gridftp.control.DataCommands;
import org.bora.gridftp.control.UnprovenGridFtpServer;
import org.bora.gridftp.copy.CopyEnd.Blame;
import org.bora.gridftp.gss.GsiCredential;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the two servers of a copy, after login. For one thread at a time, except {@link #abandon}.
 */
final class End implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(End.class);
  private static final Pattern ADDRESS =
      Pattern.compile("(?<!\\d)(\\d{1,3},\\d{1,3},\\d{1,3},\\d{1,3}),\\d{1,3},\\d{1,3}");
  private static final int NOT_KNOWN_FIRST = 500;
  private static final int NOT_KNOWN_LAST = 504;

  /** A command with a deadline. */
  @FunctionalInterface
  interface Step<T> {
    CommandAnswer<T> ask(Duration time) throws IOException;
  }

  private final Blame blame;
  private final GsiftpUrl url;
  private final ControlSession session;
  private final DataCommands data;

  private End(Blame blame, GsiftpUrl url, ControlSession session) {
    this.blame = blame;
    this.url = url;
    this.session = session;
    this.data = session.data();
  }

  static End login(
      ControlClient client, Blame blame, GsiftpUrl url, GsiCredential credential, Duration time)
      throws CopyFailure {
    try {
      return switch (client.login(url.host(), url.port(), credential, time)) {
        case CommandAnswer.Given<ControlSession>(ControlSession session) ->
            new End(blame, url, session);
        case CommandAnswer.Refused<ControlSession> refused ->
            throw failure(blame, url, "logging in: " + refused, null);
      };
    } catch (UnprovenGridFtpServer e) {
      LOG.info("{}", failure(blame, url, e.getMessage(), e).getMessage());
      throw failure(blame, url, e.forClient(), e);
    } catch (IOException e) {
      throw failure(blame, url, e.getMessage(), e);
    }
  }

  Blame blame() {
    return blame;
  }

  DataCommands data() {
    return data;
  }

  /** Bytes as they are; some servers tell sizes only then (RFC 3659 section 4). */
  void binary(Duration time) throws CopyFailure {
    must("TYPE", data::binary, time);
  }

  /** Whether the server reports that there is no such file; false if it cannot tell. */
  boolean lacks(Duration time) throws CopyFailure {
    return ask(t -> session.size(url.path(), t), time)
            instanceof CommandAnswer.Refused<Long> refused
        && refused.saysNoFile();
  }

  /** The size of the file in bytes. */
  long size(Duration time) throws CopyFailure {
    return must("SIZE", t -> session.size(url.path(), t), time);
  }

  /** The checksum of the file; empty where the server cannot compute it. */
  Optional<String> adler32(Duration time) throws CopyFailure {
    return may(t -> session.adler32(url.path(), t), time);
  }

  /** What the server gives; a refusal ends the copy. */
  <T> T must(String what, Step<T> step, Duration time) throws CopyFailure {
    return switch (ask(step, time)) {
      case CommandAnswer.Given<T>(T value) -> value;
      case CommandAnswer.Refused<T> refused -> throw failure(what + ": " + refused);
    };
  }

  /** What the server gives, or nothing where it does not know the command (RFC 959: 500 to 504). */
  <T> Optional<T> may(Step<T> step, Duration time) throws CopyFailure {
    return switch (ask(step, time)) {
      case CommandAnswer.Given<T>(T value) -> Optional.of(value);
      case CommandAnswer.Refused<T>(int code, String text)
          when code < NOT_KNOWN_FIRST || code > NOT_KNOWN_LAST ->
          throw failure(code + " " + text);
      case CommandAnswer.Refused<T> _ -> Optional.empty();
    };
  }

  private <T> CommandAnswer<T> ask(Step<T> step, Duration time) throws CopyFailure {
    try {
      return step.ask(time);
    } catch (IOException e) {
      throw failure(blame, url, e.getMessage(), e);
    }
  }

  void store() throws CopyFailure {
    try {
      data.store(url.path());
    } catch (IOException e) {
      throw failure(blame, url, e.getMessage(), e);
    }
  }

  void retrieve() throws CopyFailure {
    try {
      data.retrieve(url.path());
    } catch (IOException e) {
      throw failure(blame, url, e.getMessage(), e);
    }
  }

  /** Removes the file, if the server lets us. */
  CommandAnswer<String> remove(Duration time) throws CopyFailure {
    return ask(t -> session.delete(url.path(), t), time);
  }

  CopyFailure failure(String reason) {
    return failure(blame, url, reason, null);
  }

  private static CopyFailure failure(Blame blame, GsiftpUrl url, String reason, Throwable cause) {
    String server = "%s server %s:%d".formatted(role(blame), url.host(), url.port());
    return new CopyFailure(blame, server + ": " + reason, cause);
  }

  private static String role(Blame blame) {
    return blame == Blame.SOURCE ? "source" : "target";
  }

  /**
   * Whether the other side may connect to this data port.
   *
   * @param port in the form of PASV and PORT, {@code h1,h2,h3,h4,p1,p2}; other forms are refused,
   *     because they may name any address
   */
  boolean mayListenAt(String port, ControlClient client) {
    Matcher address = ADDRESS.matcher(port);
    if (!address.find()) {
      return false;
    }
    try {
      InetAddress there = InetAddress.ofLiteral(address.group(1).replace(',', '.'));
      return client.permits(url.host(), url.port(), there);
    } catch (IllegalArgumentException noAddress) {
      return false;
    }
  }

  /** Cuts the connection; may be called by any thread. */
  void abandon() {
    session.abandon();
  }

  @Override
  public void close() {
    session.close();
  }
}
