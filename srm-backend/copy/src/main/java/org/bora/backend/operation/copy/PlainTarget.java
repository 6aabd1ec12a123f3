package org.bora.backend.operation.copy;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.gridftp.control.CommandAnswer;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.ControlSession;
import org.bora.gridftp.control.UnprovenGridFtpServer;
import org.bora.gridftp.copy.GsiftpUrl;
import org.bora.gridftp.gss.GsiCredential;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file to be written on a GridFTP server without an SRM. The server cannot lock names, so the
 * copy only checks beforehand whether the file exists.
 */
final class PlainTarget implements TargetSide {
  private static final Logger LOG = LoggerFactory.getLogger(PlainTarget.class);
  private static final String SAME = "the file is there already, as long as the source";

  private final GsiftpUrl url;
  private final OverwriteMode overwrite;
  private final ControlClient client;
  private final GsiCredential credential;
  private final Duration answerTimeout;

  PlainTarget(
      GsiftpUrl url,
      OverwriteMode overwrite,
      ControlClient client,
      GsiCredential credential,
      Duration answerTimeout) {
    this.url = url;
    this.overwrite = overwrite;
    this.client = client;
    this.credential = credential;
    this.answerTimeout = answerTimeout;
  }

  @Override
  public Opened open(OptionalLong size) throws CopyRefused {
    if (overwrite != OverwriteMode.ALWAYS) {
      OptionalLong there = sizeThere();
      if (there.isPresent() && overwrite == OverwriteMode.NEVER) {
        throw new CopyRefused(SrmStatus.DUPLICATION_ERROR, "the file is there already");
      }
      if (there.isPresent() && there.equals(size)) {
        throw new CopyRefused(SrmStatus.DUPLICATION_ERROR, SAME);
      }
    }
    return new Opened(url, OptionalLong.empty());
  }

  /** The size of the file at the target; empty if the server has none. */
  private OptionalLong sizeThere() throws CopyRefused {
    try {
      return switch (client.login(url.host(), url.port(), credential, answerTimeout)) {
        case CommandAnswer.Refused<ControlSession> refused ->
            throw new CopyRefused(SrmStatus.AUTHORIZATION_FAILURE, who() + refused);
        case CommandAnswer.Given<ControlSession>(ControlSession session) -> {
          try (session) {
            yield sizeThere(session);
          }
        }
      };
    } catch (UnprovenGridFtpServer e) {
      LOG.info("{}{}", who(), e.getMessage());
      throw new CopyRefused(SrmStatus.FAILURE, who() + e.forClient());
    } catch (IOException e) {
      throw new CopyRefused(SrmStatus.FAILURE, who() + e.getMessage());
    }
  }

  /** A server that cannot say is not a server that has nothing: nothing is overwritten then. */
  private OptionalLong sizeThere(ControlSession session) throws IOException, CopyRefused {
    session.data().binary(answerTimeout); // for text some know no size, and say so with 550
    return switch (session.size(url.path(), answerTimeout)) {
      case CommandAnswer.Given<Long>(Long bytes) -> OptionalLong.of(bytes);
      case CommandAnswer.Refused<Long> refused -> {
        if (refused.saysNoFile()) {
          yield OptionalLong.empty();
        }
        throw new CopyRefused(SrmStatus.FAILURE, who() + refused);
      }
    };
  }

  private String who() {
    return "target server %s:%d: ".formatted(url.host(), url.port());
  }

  @Override
  public boolean removePartial() {
    return true;
  }

  @Override
  public void finish() {
    // it is written where it belongs
  }

  @Override
  public void undo() {
    // the transfer removes what it wrote
  }
}
