package org.bora.backend.serve;

import io.grpc.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.bulkhead.WaitingCaller;

/**
 * A backend for the frontend in the same process. A call is passed to a thread of the backend, and
 * its answer is awaited until its deadline at most. Question and answer are immutable, and are
 * passed without conversion (docs/adr/0032).
 *
 * <p>The frontend sees the same behaviour as with a remote backend: a deadline is passed as
 * remaining time, because frontend and backend have different clocks; a call whose caller has left
 * before its turn is dropped; a running call continues to its end.
 *
 * <p>Thread safe. Once closed, it answers no call, not even waiting ones.
 */
public final class LocalBackend implements Backend, AutoCloseable {

  private final CallService service;
  private final Clock clock;
  private final Clock callersClock;
  private final Executor threads;
  private final Set<Awaited<?>> awaited = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Starts to serve at once.
   *
   * @param backend supplies the backend for each call; another one after a change of settings
   * @param audit records every call
   * @param clock of the backend
   * @param callersClock the frontend's clock for deadlines
   * @param threads runs each call at once on its own thread, because calls block
   * @param watch sees every call
   */
  public LocalBackend(
      Supplier<Backend> backend,
      CallAudit audit,
      Clock clock,
      Clock callersClock,
      Executor threads,
      ServedCalls watch) {
    this.service = new CallService(backend, audit, watch);
    this.clock = Objects.requireNonNull(clock, "clock");
    this.callersClock = Objects.requireNonNull(callersClock, "callersClock");
    this.threads = Objects.requireNonNull(threads, "threads");
  }

  /** A call whose caller waits for it; equal to itself alone. */
  private static final class Awaited<R extends Reply> {
    private final CompletableFuture<R> answer = new CompletableFuture<>();

    /** Cancelled when its caller waits no more: see {@link Waiting}. */
    private final Context.CancellableContext context;

    Awaited(Context around) {
      context = around.withCancellation();
    }

    /** Its caller gets that answer, and the work learns that no caller waits any more. */
    void fails(BackendFailure failure) {
      context.cancel(null);
      answer.completeExceptionally(failure);
    }
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call sent, Q question) {
    Duration left = Duration.between(callersClock.instant(), sent.deadline());
    if (!left.isPositive()) {
      throw failure(BackendFailure.Kind.TIMED_OUT, "the time for this call has passed");
    }
    Call call = new Call(sent.caller(), clock.instant().plus(left), sent.trace(), sent.repeated());
    return await(call, left, () -> service.answer(operation, call, question));
  }

  private <R extends Reply> R await(Call call, Duration left, Supplier<R> work) {
    Awaited<R> one = new Awaited<>(service.watch().within(Context.ROOT));
    awaited.add(one);
    try {
      if (closed) {
        throw unreachable();
      }
      threads.execute(() -> serve(call, work, one));
      return one.answer.get(left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw failure(BackendFailure.Kind.TIMED_OUT, "the storage backend did not answer in time");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BackendFailure known ? known : unreachable();
    } catch (RejectedExecutionException stopped) {
      throw unreachable();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw unreachable();
    } finally {
      awaited.remove(one);
      one.context.cancel(null);
    }
  }

  private static <R extends Reply> void serve(Call call, Supplier<R> work, Awaited<R> one) {
    if (one.context.isCancelled()) {
      return;
    }
    Context before = one.context.attach();
    CallLog.enter(call.trace());
    try {
      WaitingCaller.of(one::fails, Waiting::isOver).run(() -> answer(call, work, one));
    } finally {
      CallLog.leave();
      one.context.detach(before);
    }
  }

  /** Not heard where a hanging filesystem has been told of meanwhile. */
  private static <R extends Reply> void answer(Call call, Supplier<R> work, Awaited<R> one) {
    try {
      one.answer.complete(work.get());
    } catch (RuntimeException | Error surprise) {
      one.answer.completeExceptionally(CallService.failure(call.trace(), surprise));
    }
  }

  private static BackendFailure unreachable() {
    return failure(BackendFailure.Kind.TRANSIENT, "the storage backend cannot be reached");
  }

  private static BackendFailure failure(BackendFailure.Kind kind, String sentence) {
    return new BackendFailure(kind, sentence, null);
  }

  /** Ends everything at once; running work finishes without an answer. */
  @Override
  public void close() {
    closed = true; // later calls see it, earlier ones are in the set
    awaited.forEach(one -> one.answer.completeExceptionally(unreachable()));
  }
}
