package org.bora.backend.operation.copy;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.copy.CopyRequest;
import org.bora.api.word.FileStorageType;
import org.bora.client.PutWish;
import org.bora.client.SrmAnswer;
import org.bora.client.SrmSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file to be written to another SRM. */
final class RemoteTarget implements TargetSide {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteTarget.class);

  private final RemoteCalls calls;
  private final CopyRequest asked;
  private Optional<String> token = Optional.empty();
  private boolean done;

  RemoteTarget(RemoteCalls calls, CopyRequest asked) {
    this.calls = calls;
    this.asked = asked;
  }

  @Override
  public Opened open(OptionalLong size) throws CopyRefused, InterruptedException {
    PutWish wish = wish(size);
    try (SrmSession session = calls.session()) {
      return calls.await(
          session,
          () -> session.prepareToPut(wish),
          session::statusOfPut,
          given -> token = Optional.of(given));
    }
  }

  /**
   * A lifetime without effect on a PERMANENT file is not sent, because some servers refuse such a
   * put.
   */
  private OptionalInt lifetime() {
    return asked.storageType().equals(Optional.of(FileStorageType.PERMANENT))
        ? OptionalInt.empty()
        : asked.fileLifetime();
  }

  private PutWish wish(OptionalLong size) throws CopyRefused {
    return new PutWish(
        size,
        asked.overwrite().name(),
        calls.secondsLeft(),
        lifetime(),
        asked.storageType().map(Enum::name),
        asked.spaceToken(),
        asked
            .retention()
            .map(
                info ->
                    new PutWish.Retention(info.policy().name(), info.latency().map(Enum::name))));
  }

  /** The other SRM removes what its put has left. */
  @Override
  public boolean removePartial() {
    return false;
  }

  @Override
  public void finish() throws CopyRefused {
    try (SrmSession session = calls.session()) {
      Optional<SrmAnswer.Refused> refused = session.putDone(token.orElseThrow());
      if (refused.isPresent()) {
        throw calls.refusal(refused.get());
      }
      done = true;
    } catch (IOException e) {
      throw calls.failure(e);
    }
  }

  @Override
  public void undo() {
    if (token.isEmpty() || done) {
      return;
    }
    try (SrmSession session = calls.session()) {
      Optional<SrmAnswer.Refused> refused = session.abort(token.get());
      refused.ifPresent(why -> LOG.info("{} does not abort: {}", calls, why.reason()));
    } catch (IOException e) {
      LOG.info("a put is left to its time: {}", e.getMessage());
    }
  }
}
