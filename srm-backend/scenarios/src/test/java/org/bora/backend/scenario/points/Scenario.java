package org.bora.backend.scenario.points;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One operation, with one fault at one of its points, and one script beside it. */
final class Scenario<T> {
  /** Longer than any statement that is not waiting for a lock; too short does no harm. */
  private static final long LOCKED_NANOS = 40_000_000;

  private final World world;
  private final Operation<T> operation;
  private final Stage stage;

  Scenario(World world, Operation<T> operation, Stage stage) {
    this.world = world;
    this.operation = operation;
    this.stage = stage;
  }

  /** What backend A passes when nothing happens to it. */
  List<String> points() throws Exception {
    T prepared = operation.prepare().apply(stage);
    world.a.tap.arm(0, Fault.HELD);
    end(world.a.threads.submit(running(prepared)));
    List<String> points = world.a.tap.points();
    List<String> wrong = finish(true);
    if (!wrong.isEmpty()) {
      throw new AssertionError(operation.name() + " without any fault: " + wrong);
    }
    return points;
  }

  /** What does not fit with what was promised. */
  List<String> contradictions(int at, Fault fault, Script<T> script) throws Exception {
    T prepared = operation.prepare().apply(stage);
    Tap tap = world.a.tap;
    tap.arm(at, fault);
    Future<Void> a = world.a.threads.submit(running(prepared));
    tap.awaitReached();
    Future<Void> b =
        world.b.threads.submit(
            () -> {
              script.act().on(stage, prepared, world.b);
              return null;
            });
    if (fault == Fault.HELD) {
      awaitEndOrLock(b);
    } else {
      end(b);
    }
    tap.wake();
    end(a);
    end(b);
    return finish(script.asksAgain());
  }

  private Callable<Void> running(T prepared) {
    return () -> {
      try {
        world.a.call(() -> operation.run().on(stage, prepared, world.a));
      } catch (RuntimeException | Tap.Dead e) {
        if (!world.a.tap.isDead()) {
          throw e;
        }
      } finally {
        world.a.tap.end();
      }
      return null;
    };
  }

  private void awaitEndOrLock(Future<Void> b) throws InterruptedException {
    while (true) {
      try {
        b.get(1, TimeUnit.MILLISECONDS);
        return;
      } catch (ExecutionException failed) {
        return; // the caller asks for its result, and is told
      } catch (TimeoutException running) {
        long since = world.b.tap.waitingSince();
        if (since != 0 && System.nanoTime() - since > LOCKED_NANOS) {
          return;
        }
      }
    }
  }

  private static void end(Future<Void> work) throws InterruptedException {
    try {
      work.get(World.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof org.bora.api.BackendFailure)) {
        throw new IllegalStateException(e.getCause());
      }
    } catch (TimeoutException e) {
      throw new AssertionError("it does not end", e);
    }
  }

  private List<String> finish(boolean asksAgain) throws InterruptedException {
    Books books = new Books(stage);
    if (asksAgain) {
      stage.uploads.repeatUnanswered(world.b);
      stage.turls.repeatUnanswered(world.b);
      stage.stagings.repeatUnanswered(world.b);
      stage.multiparts.finish(world.b);
    }
    List<String> wrong = new ArrayList<>(books.wrongCounters());
    if (stage.history.isDecided()) {
      stage.pins.check(world.b);
    }
    for (int turn = 0; turn < 4 && operation.onTape(); turn++) {
      world.b.recall();
      stage.pass(Duration.ofSeconds(90));
    }
    wrong.addAll(stage.stagings.contradictions(world.b));
    stage.pass(Duration.ofMinutes(40));
    world.b.site.sweep.round();
    stage.pins.check(world.b);
    for (int days = 0; days < 2; days++) {
      stage.pass(Duration.ofDays(3));
      world.b.site.sweep.round();
    }
    wrong.addAll(stage.multiparts.leftOfCompleted());
    stage.multiparts.sweep(world.b);
    stage.multiparts.directories().forEach(directory -> wrong.add(directory + " is left"));
    stage.hidden().forEach(file -> wrong.add(file + " is left"));
    wrong.addAll(books.wrongQuotas());
    wrong.addAll(books.wrongCounters());
    wrong.addAll(books.wrongRows());
    wrong.addAll(books.busyNames());
    wrong.addAll(stage.history.contradictions(stage.files()));
    if (!stage.names.clear(world.b)) {
      wrong.add("what is left cannot be removed");
    }
    return wrong;
  }
}
