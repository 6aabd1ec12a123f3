package org.bora.gridftp.control;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Objects;
import org.globus.common.ChainedIOException;
import org.globus.ftp.exception.FTPException;
import org.globus.ftp.vanilla.Reply;
import org.ietf.jgss.GSSException;

/** Converts replies of servers and exceptions of jGlobus to one line for the administrator. */
final class Replies {

  private static final int LONGEST = 600;

  private Replies() {}

  static <T> CommandAnswer<T> refusal(Reply reply) {
    return new CommandAnswer.Refused<>(reply.getCode(), oneLine(reply.getMessage()));
  }

  /** An exception with the failed step and its reason, without jGlobus' layers. */
  static IOException failure(String step, Exception thrown) {
    return new IOException(step + ": " + reason(thrown), thrown);
  }

  /**
   * Multi-line replies repeat their code ("530-Login incorrect. : ..."); one line of it is enough.
   */
  static String oneLine(String text) {
    String line = text.replaceAll("(^|\\s*\\R)\\s*(\\d{3}[ -])?", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }

  /** Whether both sides had begun to prove themselves to each other. */
  static boolean isOfCredentials(Exception thrown) {
    return last(thrown) instanceof GSSException;
  }

  private static Throwable last(Exception thrown) {
    Throwable last = thrown;
    while (within(last) != null) {
      last = within(last);
    }
    return last;
  }

  private static String reason(Exception thrown) {
    Throwable last = last(thrown);
    String message = oneLine(Objects.requireNonNullElse(last.getMessage(), ""));
    return switch (last) {
      case UnknownHostException _ -> "no address for " + message;
      case EOFException _ -> "the server closed the connection";
      case GSSException gss when gss.getMinor() != 0 -> oneLine(gss.getMinorString());
      default -> message.isEmpty() ? last.getClass().getSimpleName() : message;
    };
  }

  /** The two kinds of jGlobus' exceptions keep their cause to themselves. */
  private static Throwable within(Throwable thrown) {
    return switch (thrown) {
      case ChainedIOException chained -> chained.getException();
      case FTPException ftp -> ftp.getRootCause();
      default -> null;
    };
  }
}
