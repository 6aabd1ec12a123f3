package org.bora.frontend.admit.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A backend of some processors that all calls inside it share equally, behind a real gate, and
 * clients that call again as soon as they are answered; in time that is set, not waited for.
 */
final class SimulatedService {
  private static final long FAR = Duration.ofHours(1).toNanos();

  /** One connection: waits for its turn, is served, comes again. */
  final class Client {
    final String vo;
    final String caller;
    private final double workNanos;
    private Waiter waiter;
    private double left;
    private long arrived;
    private long answers;
    private long refusals;
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
    }

    private boolean isInside() {
      return waiter.turn() instanceof Turn.Held;
    }

    private void end() {
      ((Turn.Held) waiter.turn()).close();
      answers++;
      totalNanos += now - arrived;
      worstNanos = Math.max(worstNanos, now - arrived);
    }

    long answers() {
      return answers;
    }

    long refusals() {
      return refusals;
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
  private final List<Client> clients = new ArrayList<>();
  private long now;

  SimulatedService(int processors, TurnSettings settings) {
    this.processors = processors;
    gate = new Gate(WorkClass.READ, settings, () -> now, new RetryTimes(() -> 1L << 63));
  }

  Client client(String vo, String caller, Duration work) {
    Client client = new Client(vo, caller, work.toNanos());
    clients.add(client);
    client.come();
    return client;
  }

  /** Lets so much time pass. */
  void run(Duration time) {
    long end = now + time.toNanos();
    while (now < end) {
      List<Client> inside = clients.stream().filter(Client::isInside).toList();
      double speed = Math.min(1.0, (double) processors / inside.size());
      double least = inside.stream().mapToDouble(client -> client.left).min().orElseThrow();
      now += Math.max(1, Math.round(least / speed));
      for (Client client : inside) {
        client.left -= least;
      }
      Iterator<Client> done = inside.stream().filter(client -> client.left < 1).iterator();
      while (done.hasNext()) {
        Client client = done.next();
        client.end();
        client.come();
      }
    }
  }
}
