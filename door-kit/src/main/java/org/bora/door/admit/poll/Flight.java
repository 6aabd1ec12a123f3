package org.bora.door.admit.poll;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bora.api.BackendFailure;

/** One poll that the backend is answering, and everyone who waits for the answer. */
final class Flight {
  private final CompletableFuture<Object> answer = new CompletableFuture<>();
  private volatile boolean departed;

  void depart() {
    departed = true;
  }

  /** Whether the state may have been read already. */
  boolean hasDeparted() {
    return departed;
  }

  void landed(Object reply) {
    answer.complete(reply);
  }

  void failed(Throwable failure) {
    answer.completeExceptionally(failure);
  }

  /** The answer, or the failure, that the question got. */
  Object await(Duration most) {
    try {
      return answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (TimeoutException late) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the time for this call has passed", late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new BackendFailure(
          BackendFailure.Kind.TRANSIENT, "the service is going down, try again", stopped);
    }
  }

  /** Waits for the end, however it ends. */
  void awaitEnd(Duration most) {
    try {
      await(most);
    } catch (RuntimeException itsOwn) {
      if (!answer.isDone()) {
        throw itsOwn;
      }
    }
  }
}
