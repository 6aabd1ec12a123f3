package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bora.api.WorkClass;

/**
 * A backend behind a real gate, and clients that call again as soon as they are answered; in time
 * that is set, not waited for. Calls inside share its processors equally; where it commits, all
 * that have done their work when a commit begins are answered when it ends.
 */
final class SimulatedService {
  private static final long FAR = Duration.ofHours(1).toNanos();

  /** One connection: waits for its turn, is served, comes again. */
  final class Client {
    private final String vo;
    private final String caller;
    private final double workNanos;
    private Waiter waiter;
    private double left;
    private long arrived;
    private long answers;
    private long totalNanos;
    private long worstNanos;

    Client(String vo, String caller, double workNanos) {
      this.vo = vo;
      this.caller = caller;
      this.workNanos = workNanos;
    }

    private void come() {
      waiter = new Waiter(vo, caller, "ls", Thread.currentThread());
      // no two calls are alike: half to one and a half of the mean
      left = workNanos * (0.5 + random.nextDouble());
      arrived = now;
      gate.arrive(waiter, FAR);
      waiting.add(this);
    }

    private void end() {
      answers++;
      totalNanos += now - arrived;
      worstNanos = Math.max(worstNanos, now - arrived);
      ((Turn.Held) waiter.turn()).close();
    }

    long answers() {
      return answers;
    }

    double meanNanos() {
      return (double) totalNanos / answers;
    }

    long worstNanos() {
      return worstNanos;
    }

    void forget() {
      answers = 0;
      totalNanos = 0;
      worstNanos = 0;
    }
  }

  final Gate gate;
  private final SplittableRandom random = new SplittableRandom(5);
  private final int processors;
  private final long commitNanos;
  private final List<Client> waiting = new ArrayList<>();
  private final List<Client> working = new ArrayList<>();
  private final List<Client> worked = new ArrayList<>();
  private final List<Client> committing = new ArrayList<>();
  private long commitEnds = Long.MAX_VALUE;
  private long now;

  /** Answers without a commit. */
  SimulatedService(int processors, TurnSettings settings) {
    this(WorkClass.READ, processors, Duration.ZERO, settings);
  }

  SimulatedService(WorkClass kind, int processors, Duration commit, TurnSettings settings) {
    this.processors = processors;
    this.commitNanos = commit.toNanos();
    gate = new Gate(kind, settings, () -> now, new RetryTimes(() -> 1L << 63));
  }

  Client client(String vo, String caller, Duration work) {
    Client client = new Client(vo, caller, work.toNanos());
    client.come();
    return client;
  }

  /** Lets so much time pass. */
  void run(Duration time) {
    long end = now + time.toNanos();
    while (now < end) {
      admit();
      work();
      if (now >= commitEnds) {
        commitEnds = Long.MAX_VALUE;
        answer(committing);
      }
      if (commitEnds == Long.MAX_VALUE && !worked.isEmpty()) {
        committing.addAll(worked);
        worked.clear();
        commitEnds = now + commitNanos;
      }
    }
  }

  private void admit() {
    for (int i = waiting.size() - 1; i >= 0; i--) {
      Client client = waiting.get(i);
      if (!client.waiter.isWaiting()) {
        waiting.set(i, waiting.getLast());
        waiting.removeLast();
        working.add(client);
      }
    }
  }

  /** Goes on until the first has done its work or a commit ends. */
  private void work() {
    double speed = Math.min(1.0, (double) processors / Math.max(1, working.size()));
    double least = Double.MAX_VALUE;
    for (Client client : working) {
      least = Math.min(least, client.left);
    }
    long next = least == Double.MAX_VALUE ? Long.MAX_VALUE : now + (long) (least / speed) + 1;
    long then = Math.min(next, commitEnds);
    double done = (then - now) * speed;
    now = then;
    List<Client> ready = new ArrayList<>();
    for (Client client : working) {
      client.left -= done;
      if (client.left <= 0) {
        ready.add(client);
      }
    }
    working.removeAll(ready);
    if (commitNanos == 0) {
      answer(ready);
    } else {
      worked.addAll(ready);
    }
  }

  private static void answer(List<Client> done) {
    List<Client> all = List.copyOf(done);
    done.clear();
    for (Client client : all) {
      client.end();
      client.come();
    }
  }
}
