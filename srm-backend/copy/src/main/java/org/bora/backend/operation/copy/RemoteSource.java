package org.bora.backend.operation.copy;

import java.io.IOException;
import java.util.Optional;
import org.bora.client.SrmAnswer;
import org.bora.client.SrmSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file of another SRM. */
final class RemoteSource implements SourceSide {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteSource.class);

  private final RemoteCalls calls;
  private Optional<String> token = Optional.empty();

  RemoteSource(RemoteCalls calls) {
    this.calls = calls;
  }

  @Override
  public Opened open() throws CopyRefused, InterruptedException {
    try (SrmSession session = calls.session()) {
      int seconds = calls.secondsLeft();
      return calls.await(
          session,
          () -> session.prepareToGet(seconds),
          session::statusOfGet,
          given -> token = Optional.of(given));
    }
  }

  /** On a separate connection, because the copy may have been interrupted during a call. */
  @Override
  public void close() {
    if (token.isEmpty()) {
      return;
    }
    try (SrmSession session = calls.session()) {
      Optional<SrmAnswer.Refused> refused = session.releaseFiles(token.get());
      refused.ifPresent(why -> LOG.info("{} keeps a pin for its time: {}", calls, why.reason()));
    } catch (IOException e) {
      LOG.info("a pin is left to its time: {}", e.getMessage());
    }
  }
}
