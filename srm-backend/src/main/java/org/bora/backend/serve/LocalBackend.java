package org.bora.backend.serve;

import io.grpc.Context;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.bulkhead.WaitingCaller;

/**
 * A backend for the frontend in the same process. A call is handed to a thread of the backend's,
 * and its answer is awaited no longer than until its deadline; question and answer, which nobody
 * can change, are passed as they are. All operations of {@link Backend} are alike - a call, at most
 * one question, one reply - so there is one way for all of them and no list (docs/adr/0032).
 *
 * <p>What the frontend sees is what it would see of a backend elsewhere: a deadline is handed over
 * as the time that is left, since frontend and backend go by clocks of their own; a call whose
 * caller has left before its turn is dropped; one that runs comes to its end.
 *
 * <p>Thread safe. Once closed it answers nobody, also those who wait.
 */
public final class LocalBackend implements AutoCloseable {

  private static final Map<Method, CallLog> OPERATIONS =
      Arrays.stream(Backend.class.getMethods())
          .filter(method -> !method.isDefault())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), LocalBackend::log));

  private final CallService service;
  private final Clock clock;
  private final Clock callersClock;
  private final Executor threads;
  private final Set<Awaited> awaited = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Serves at once.
   *
   * @param backend asked for with every call: another one after a change of settings
   * @param audit is told of every call
   * @param clock of the backend
   * @param callersClock by which the frontend tells deadlines
   * @param threads runs the calls, each at once and on a thread of its own: they block
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

  private static CallLog log(Method operation) {
    return CallLog.ofMethod(operation.getName());
  }

  /** For the frontend; blocks its callers. */
  public Backend calls() {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, this::invoke);
  }

  /** A call with what it asks, as the backend gets it. */
  private record Asked(CallLog log, Method operation, Call call, Object question) {

    Reply of(Backend backend) {
      try {
        return (Reply)
            (operation.getParameterCount() == 1
                ? operation.invoke(backend, call)
                : operation.invoke(backend, call, question));
      } catch (InvocationTargetException e) {
        switch (e.getCause()) {
          case RuntimeException surprise -> throw surprise;
          case Error surprise -> throw surprise;
          default -> throw new IllegalStateException(e);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A call that somebody waits for; equal to itself alone. */
  private static final class Awaited {
    private final CompletableFuture<Reply> answer = new CompletableFuture<>();

    /** Cancelled when its caller waits no more: see {@link Waiting}. */
    private final Context.CancellableContext somebody;

    Awaited(Context around) {
      somebody = around.withCancellation();
    }

    /** Its caller hears that, and the work that he waits no more. */
    void fails(BackendFailure failure) {
      somebody.cancel(null);
      answer.completeExceptionally(failure);
    }
  }

  private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    CallLog log = OPERATIONS.get(method);
    if (log != null) {
      Object question = arguments.length == 1 ? Optional.empty() : arguments[1];
      return ask(log, method, (Call) arguments[0], question);
    }
    return method.isDefault()
        ? InvocationHandler.invokeDefault(proxy, method, arguments)
        : method.invoke(this, arguments); // toString and its like
  }

  private Reply ask(CallLog log, Method operation, Call sent, Object question) {
    Duration left = Duration.between(callersClock.instant(), sent.deadline());
    if (!left.isPositive()) {
      throw failure(BackendFailure.Kind.TIMED_OUT, "the time for this call has passed");
    }
    Call call = new Call(sent.caller(), clock.instant().plus(left), sent.trace(), sent.repeated());
    return await(new Asked(log, operation, call, question), left);
  }

  private Reply await(Asked asked, Duration left) {
    Awaited one = new Awaited(service.watch().within(Context.ROOT));
    awaited.add(one);
    try {
      if (closed) {
        throw unreachable();
      }
      threads.execute(() -> serve(asked, one));
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
      one.somebody.cancel(null);
    }
  }

  private void serve(Asked asked, Awaited one) {
    if (one.somebody.isCancelled()) {
      return;
    }
    Context before = one.somebody.attach();
    CallLog.enter(asked.call().trace());
    try {
      WaitingCaller.during(one::fails, Waiting::isOver, () -> answer(asked, one));
    } finally {
      CallLog.leave();
      one.somebody.detach(before);
    }
  }

  /** Not heard where a hanging filesystem has been told of meanwhile. */
  private void answer(Asked asked, Awaited one) {
    try {
      one.answer.complete(
          service.answer(
              asked.log(),
              asked.call(),
              asked.question(),
              (backend, call, it) -> asked.of(backend)));
    } catch (RuntimeException | Error surprise) {
      one.answer.completeExceptionally(CallService.failure(asked.call().trace(), surprise));
    }
  }

  private static BackendFailure unreachable() {
    return failure(BackendFailure.Kind.TRANSIENT, "the storage backend cannot be reached");
  }

  private static BackendFailure failure(BackendFailure.Kind kind, String sentence) {
    return new BackendFailure(kind, sentence, null);
  }

  /** Ends everything at once; what runs comes to its end unheard. */
  @Override
  public void close() {
    closed = true; // whoever comes later sees it, whoever came before is in the set
    awaited.forEach(one -> one.answer.completeExceptionally(unreachable()));
  }
}
