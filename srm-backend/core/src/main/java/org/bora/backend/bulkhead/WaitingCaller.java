package org.bora.backend.bulkhead;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;

/**
 * The caller that waits for the current thread. A thread that hangs in a filesystem can be neither
 * woken nor ended, but the thread that waits for it can give an answer. When the hanging thread
 * returns, it changes nothing more for a caller that was told to try again. A {@link ScopedValue}
 * binds this to the call for which the thread works.
 */
public final class WaitingCaller {
  private static final ScopedValue<Optional<WaitingCaller>> CURRENT = ScopedValue.newInstance();

  private final Consumer<BackendFailure> ear;
  private final BooleanSupplier nobodyWaits;

  /** Whether the work is to be ended whatever becomes of its caller. */
  private final boolean toTheEnd;

  private final AtomicBoolean told = new AtomicBoolean();
  private volatile Predicate<BackendFailure> first = failure -> true;

  private WaitingCaller(
      Consumer<BackendFailure> ear, BooleanSupplier nobodyWaits, boolean toTheEnd) {
    this.ear = Objects.requireNonNull(ear, "ear");
    this.nobodyWaits = Objects.requireNonNull(nobodyWaits, "nobodyWaits");
    this.toTheEnd = toTheEnd;
  }

  /**
   * Binds work to its waiting caller. The returned object must run the work.
   *
   * @param ear receives a failure while the work still continues, from another thread, at most
   *     once; must not block. A later result of the work is discarded
   * @param nobodyWaits whether the caller has left or its time has passed; called on the working
   *     thread
   */
  public static ScopedValue.Carrier of(Consumer<BackendFailure> ear, BooleanSupplier nobodyWaits) {
    return ScopedValue.where(CURRENT, Optional.of(new WaitingCaller(ear, nobodyWaits, false)));
  }

  /**
   * Executes work that must not be left half done if its caller leaves: all its calls are made. The
   * waiting caller is still informed.
   *
   * @return what the work returns
   */
  public static <T, X extends Throwable> T toTheEnd(ScopedValue.CallableOp<? extends T, X> work)
      throws X {
    Optional<WaitingCaller> caller = current();
    if (caller.isEmpty()) {
      return work.call();
    }
    WaitingCaller outer = caller.get();
    WaitingCaller inner = new WaitingCaller(outer::tell, outer.nobodyWaits, true);
    return ScopedValue.where(CURRENT, Optional.of(inner)).call(work);
  }

  /**
   * Executes work that the caller can do without: if the filesystem refuses it, hangs, or takes too
   * long, the caller continues without it. Queries still run to their end, but their results are
   * discarded; changes are made only in work that must be finished ({@link #toTheEnd}).
   *
   * @param beside runs the work
   * @param most longest time that the caller waits
   * @param otherwise the result if the work is not done in time
   */
  public static <T> T unlessSilent(Executor beside, Supplier<T> work, Duration most, T otherwise) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      beside.execute(
          () -> of(_ -> result.complete(otherwise), () -> false).run(() -> complete(result, work)));
      return result.get(Math.max(0, most.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException | TimeoutException inVain) {
      return otherwise;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise;
    } catch (ExecutionException failed) {
      return switch (failed.getCause()) {
        case BackendFailure silent when silent.isOfSilentStorage() -> otherwise;
        case RuntimeException known -> throw known;
        case Error surprise -> throw surprise;
        default -> throw new IllegalStateException(failed);
      };
    }
  }

  private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
    try {
      result.complete(work.get());
    } catch (RuntimeException | Error failure) {
      result.completeExceptionally(failure);
    }
  }

  /**
   * Executes something before the current caller is informed, on the informing thread.
   *
   * @param first returns whether the caller is to be informed; false if its answer is already being
   *     sent
   */
  public static void beforeTold(Predicate<BackendFailure> first) {
    Objects.requireNonNull(first, "first");
    current().ifPresent(caller -> caller.first = first);
  }

  /** No caller waits for work that no call has ordered. */
  static Optional<WaitingCaller> current() {
    return CURRENT.orElse(Optional.empty());
  }

  /** Whether nothing more is to be changed for him. */
  boolean isOver() {
    return !toTheEnd && (told.get() || nobodyWaits.getAsBoolean());
  }

  /** Tells him, once. */
  void tell(BackendFailure failure) {
    if (told.compareAndSet(false, true) && first.test(failure)) {
      ear.accept(failure);
    }
  }
}
