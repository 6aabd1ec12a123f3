package org.bora.simulation.site;

import io.grpc.ManagedChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.door.admit.Verdict;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.simulation.link.Network;
import org.bora.simulation.link.SimulatedChannel;
import org.bora.simulation.schedule.Scheduler;

/** One life of a frontend: the product's dispatch over simulated channels to all backends. */
final class SimulatedFrontend {
  /** The product's default. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final String process;
  private final Clock machine;
  private final List<SimulatedChannel> channels = new ArrayList<>();
  private final RemoteBackend backend;

  /** Present in sites where clients are banned. */
  private final Optional<Entry> entry;

  /**
   * Starts a frontend on a thread of its process.
   *
   * @param machine its clock, which may be wrong
   * @param bans in sites where clients are banned
   */
  SimulatedFrontend(
      String process,
      Clock machine,
      Scheduler scheduler,
      Network network,
      List<Host> hosts,
      Optional<BanOrders> bans) {
    this.process = process;
    this.machine = machine;
    ScheduledExecutorService timer = scheduler.timer(process);
    SimulatedChannel.From from = new SimulatedChannel.From(process, timer);
    List<Supplier<ManagedChannel>> makers =
        hosts.stream()
            .map(
                host ->
                    (Supplier<ManagedChannel>)
                        () -> {
                          channels.add(
                              new SimulatedChannel(
                                  network,
                                  from,
                                  new SimulatedChannel.To(
                                      host.name(),
                                      () ->
                                          Optional.ofNullable(host.service()).map(Service::link))));
                          return channels.getLast();
                        })
            .toList();
    BackendPool pool =
        BackendPool.over(makers, new BackendPool.Looks(LOOK_AGAIN, SILENCE, timer, machine));
    this.backend = new RemoteBackend(pool, machine);
    this.entry = bans.map(orders -> new Entry(scheduler, process, machine, pool, orders));
  }

  String process() {
    return process;
  }

  /** The clock of its machine. */
  Clock clock() {
    return machine;
  }

  /** Makes a call of a client and waits for the answer. */
  <Q, R extends Reply> Answer<R> call(Operation<Q, R> operation, Call call, Q question) {
    if (entry.isEmpty()) {
      return ask(operation, call, question);
    }
    try (Verdict verdict = entry.get().admit(call.caller())) {
      return verdict instanceof Verdict.Admitted
          ? ask(operation, call, question)
          : new Answer.Refused<>();
    }
  }

  private <Q, R extends Reply> Answer<R> ask(Operation<Q, R> operation, Call call, Q question) {
    try {
      return new Answer.Told<>(backend.call(operation, call, question));
    } catch (BackendFailure failure) {
      return new Answer.Failed<>(failure);
    }
  }

  /** The process has ended. */
  void isGone() {
    channels.forEach(SimulatedChannel::isGone);
  }
}
