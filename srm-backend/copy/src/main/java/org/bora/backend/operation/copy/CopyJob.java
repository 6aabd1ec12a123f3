package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.backend.request.RequestHead;

/** A file that this backend copies. */
final class CopyJob {

  /** State that the files of one request share, only in memory. */
  static final class Shared {
    private final RequestHead head;
    private final Caller caller;
    private final String trace;
    private final CopyRequest request;
    private final AtomicReference<DelegatedCredential> credential;
    private final CountDownLatch left;

    Shared(RequestHead head, Call call, CopyRequest request, int files) {
      this.head = head;
      this.caller = call.caller();
      this.trace = call.trace();
      this.credential = new AtomicReference<>(request.credential().orElseThrow());
      this.request = withoutCredential(request);
      this.left = new CountDownLatch(files);
    }

    /** Waits until no file of the request is left; whether that is so. */
    boolean awaitEnd(Duration time) throws InterruptedException {
      return left.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void ended() {
      left.countDown();
      if (left.getCount() == 0) {
        credential.set(null);
      }
    }

    private static CopyRequest withoutCredential(CopyRequest request) {
      return new CopyRequest(
          request.files(),
          request.description(),
          request.overwrite(),
          request.totalRequestTime(),
          request.fileLifetime(),
          request.storageType(),
          request.spaceToken(),
          request.retention(),
          Optional.empty());
    }
  }

  private final Shared shared;
  private final CopyRow row;
  private final StopSignal stop = new StopSignal();
  private final AtomicBoolean endTold = new AtomicBoolean();
  private volatile boolean suspended;

  CopyJob(Shared shared, CopyRow row) {
    this.shared = Objects.requireNonNull(shared, "shared");
    this.row = Objects.requireNonNull(row, "row");
  }

  CopyKey key() {
    return CopyKey.of(row);
  }

  CopyRow row() {
    return row;
  }

  RequestHead head() {
    return shared.head;
  }

  /** The request of the file; without the credential. */
  CopyRequest request() {
    return shared.request;
  }

  Caller caller() {
    return shared.caller;
  }

  /** The context of calls for the caller. */
  Call call(Instant deadline) {
    return new Call(shared.caller, deadline, shared.trace);
  }

  /** Empty as soon as the request has ended. */
  Optional<DelegatedCredential> credential() {
    return Optional.ofNullable(shared.credential.get());
  }

  StopSignal stop() {
    return stop;
  }

  boolean isSuspended() {
    return suspended;
  }

  void suspend(boolean now) {
    suspended = now;
  }

  /** Tells how the file ended; only once, whichever thread finds that it has. */
  void tellEnd(CopyEnds ends, CopyRow ended) {
    if (endTold.compareAndSet(false, true)) {
      ends.ended(CopyEnds.End.of(Optional.of(call(shared.head.deadline())), ended));
    }
  }

  /** Waits until nothing is done any more for any file of the request; whether that is so. */
  boolean awaitEnd(Duration time) throws InterruptedException {
    return shared.awaitEnd(time);
  }

  /** To be called once, when nothing is done for the file any more. */
  void ended() {
    shared.ended();
  }
}
