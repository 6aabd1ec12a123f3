package org.bora.gridftp.copy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bora.gridftp.control.CommandAnswer;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.copy.CopyEnd.Blame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One copy, run once: {@link #run} by one thread, {@link #abort} by any other, before, during or
 * after it.
 */
public final class ThirdPartyCopy {

  private static final Logger LOG = LoggerFactory.getLogger(ThirdPartyCopy.class);

  private final ControlClient client;
  private final CopySettings settings;
  private final Executor readers;
  private final CopyOrder order;
  private final CopyProgress progress;
  private final CompletableFuture<Void> aborted = new CompletableFuture<>();
  private final List<End> ends = new ArrayList<>();
  private boolean over;

  /**
   * Prepares a copy; nothing is contacted yet.
   *
   * @param readers runs up to two blocking tasks while the copy runs: virtual threads will do
   */
  public ThirdPartyCopy(
      ControlClient client,
      CopySettings settings,
      Executor readers,
      CopyOrder order,
      CopyProgress progress) {
    this.client = client;
    this.settings = settings;
    this.readers = readers;
    this.order = order;
    this.progress = progress;
  }

  /**
   * Copies. Blocks no longer than the time of the order and, where a partial file is to be removed,
   * twice the answer time-out and two seconds.
   *
   * @throws InterruptedException if the thread is interrupted; the servers are left then
   */
  public CopyEnd run() throws InterruptedException {
    TimeLeft time = new TimeLeft(order.time());
    try {
      return copy(time);
    } catch (CopyFailure e) {
      return aborted.isDone()
          ? new CopyEnd.Aborted()
          : new CopyEnd.Failed(e.blame(), e.getMessage());
    } finally {
      abandonAll();
    }
  }

  /** Stops it at any moment; does not block. {@link #run} ends at once. */
  public void abort() {
    aborted.complete(null);
    abandonAll();
  }

  private CopyEnd copy(TimeLeft time) throws CopyFailure, InterruptedException {
    CompletableFuture<End> sourceLogin = login(Blame.SOURCE, order.source(), time);
    CompletableFuture<End> targetLogin = login(Blame.TARGET, order.target(), time);
    End source = await(sourceLogin, time);
    End target = await(targetLogin, time);
    source.binary(time.atMost(settings.answerTimeout()));
    target.binary(time.atMost(settings.answerTimeout()));
    long size = source.size(time.atMost(settings.answerTimeout()));
    progress.arrived(0, size);
    boolean absent = order.removePartial() && target.lacks(time.atMost(settings.answerTimeout()));
    DataChannel.agree(
        source, target, settings.streams(), time.atMost(settings.answerTimeout()), client);
    TimeLeft opening = new TimeLeft(Leftover.OPENING);
    Transfer transfer = new Transfer(source, target, size, settings.stallTimeout(), progress);
    try {
      transfer.run(readers, time);
      Optional<String> checksum = compare(source, target, size, time);
      progress.arrived(size, size);
      source.close();
      target.close();
      return new CopyEnd.Copied(size, checksum);
    } catch (CopyFailure e) {
      abandonAll();
      Leftover.Tries tries = Leftover.tries(absent, transfer.reached());
      if (order.removePartial() && tries != Leftover.Tries.NONE) {
        removePartial(tries, opening);
      }
      throw e;
    }
  }

  private Optional<String> compare(End source, End target, long size, TimeLeft time)
      throws CopyFailure, InterruptedException {
    long arrived = target.size(time.atMost(settings.answerTimeout()));
    if (arrived != size) {
      throw new CopyFailure(
          Blame.CONTENT, "the source has %d bytes, the copy %d".formatted(size, arrived));
    }
    if (!settings.checksum()) {
      return Optional.empty();
    }
    Duration left = time.atMost(time.left());
    CompletableFuture<Optional<String>> there = task(() -> source.adler32(left));
    Optional<String> here = target.adler32(left);
    Optional<String> original = await(there, time);
    if (here.isEmpty() || original.isEmpty()) {
      return Optional.empty();
    }
    if (!here.equals(original)) {
      throw new CopyFailure(
          Blame.CONTENT,
          "the source has ADLER32 %s, the copy %s".formatted(original.get(), here.get()));
    }
    return here;
  }

  private CompletableFuture<End> login(Blame blame, GsiftpUrl url, TimeLeft time)
      throws CopyFailure {
    Duration allowed = time.atMost(settings.answerTimeout());
    return task(() -> keep(End.login(client, blame, url, order.credential(), allowed)));
  }

  /** A login that comes through after the copy was stopped is hung up on. */
  private End keep(End end) throws CopyFailure {
    synchronized (ends) {
      if (over) {
        end.abandon();
        throw end.failure("stopped");
      }
      ends.add(end);
      return end;
    }
  }

  private void abandonAll() {
    synchronized (ends) {
      over = true;
      ends.forEach(End::abandon);
    }
  }

  /** Best effort, on a new connection: the old one is out of step. */
  private void removePartial(Leftover.Tries tries, TimeLeft opening) throws InterruptedException {
    Duration time = settings.answerTimeout();
    try (End target = End.login(client, Blame.TARGET, order.target(), order.credential(), time)) {
      CommandAnswer<String> answer = Leftover.remove(tries, () -> target.remove(time), opening);
      if (answer instanceof CommandAnswer.Refused<String> refused && !refused.saysNoFile()) {
        LOG.info(
            "{} refuses to remove what a failed copy left there: {}",
            order.target().host(),
            refused);
      }
    } catch (CopyFailure e) {
      LOG.info("what a failed copy left was not removed: {}", e.getMessage());
    }
  }

  @FunctionalInterface
  private interface Task<T> {
    T run() throws CopyFailure;
  }

  private <T> CompletableFuture<T> task(Task<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    readers.execute(
        () -> {
          try {
            result.complete(task.run());
          } catch (CopyFailure | RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  private <T> T await(CompletableFuture<T> result, TimeLeft time)
      throws CopyFailure, InterruptedException {
    try {
      CompletableFuture.anyOf(result, aborted)
          .get(time.atMost(time.left()).toNanos(), TimeUnit.NANOSECONDS);
      if (!result.isDone()) {
        throw new CopyFailure(Blame.TIME, "stopped");
      }
      return result.join();
    } catch (TimeoutException e) {
      throw time.passed();
    } catch (ExecutionException | CompletionException e) {
      if (e.getCause() instanceof CopyFailure failure) {
        throw failure;
      }
      throw new IllegalStateException("a step of a copy broke", e.getCause());
    }
  }
}
