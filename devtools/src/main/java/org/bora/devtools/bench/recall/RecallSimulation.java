package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.bora.backend.stage.plan.LoadedVolume;
import org.bora.storage.tape.model.DriveModel;
import org.bora.storage.tape.model.LibraryModel;

/**
 * One scenario under one order, event by event. Each drive runs one batch at a time. The library
 * chooses the drive, as the virtual library does.
 */
final class RecallSimulation {
  private static final Duration NEVER = Duration.ofDays(100_000);

  private final RecallScenario scenario;
  private final ServingOrder order;
  private final LibraryModel library;
  private final RecallBacklog backlog;
  private final FairShare shares;
  private final Duration[] ends;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparing(Running::ends));
  private final Map<String, Duration> passSince = new HashMap<>();
  private int arrived;

  private RecallSimulation(RecallScenario scenario, ServingOrder order) {
    this.scenario = scenario;
    this.order = order;
    this.library = new LibraryModel(scenario.mechanics(), scenario.drives());
    this.backlog = new RecallBacklog(scenario.mechanics());
    this.shares = new FairShare(scenario);
    this.ends = new Duration[scenario.requests().size()];
  }

  /** A batch in a drive. */
  private record Running(String volume, long head, Duration ends) {}

  static RecallRun run(RecallScenario scenario, ServingOrder order) {
    return new RecallSimulation(scenario, order).toTheEnd();
  }

  private RecallRun toTheEnd() {
    Duration now = Duration.ZERO;
    // invariant: everything that happens up to now has happened
    while (now.compareTo(NEVER) < 0) {
      admit(now);
      finish(now);
      Duration again = handOut(now);
      now = nextEvent(again);
    }
    if (!backlog.isEmpty()) {
      throw new IllegalStateException("order '" + order.name() + "' leaves requests unserved");
    }
    List<Duration> all = Arrays.asList(ends);
    return new RecallRun(
        order.name(),
        scenario,
        library.usage().mounts(),
        all.stream().max(Duration::compareTo).orElse(Duration.ZERO),
        all,
        shares.turns(all),
        shares.line());
  }

  private void admit(Duration now) {
    int first = arrived;
    while (arrived < ends.length
        && scenario.requests().get(arrived).arrives().compareTo(now) <= 0) {
      backlog.add(scenario.requests().get(arrived++));
    }
    if (arrived > first) {
      Map<String, Duration> busy = new HashMap<>();
      running.forEach(batch -> busy.put(batch.volume(), rest(batch, now)));
      shares.arrived(scenario.requests().subList(first, arrived), backlog, busy);
    }
  }

  /** The rest of a pass: the running batch, and the requests ahead of it. */
  private Duration rest(Running batch, Duration now) {
    Duration rest = positive(batch.ends().minus(now));
    return rest.plus(backlog.ahead(batch.volume(), batch.head()));
  }

  private void finish(Duration now) {
    while (!running.isEmpty() && running.peek().ends().compareTo(now) <= 0) {
      backlog.end(running.remove().volume());
    }
  }

  /** Gives work to drives that have none; when to ask again. */
  private Duration handOut(Duration now) {
    while (running.size() < scenario.drives()) {
      switch (order.next(backlog, loaded(now), now)) {
        case ServingOrder.Decision.Rest() -> {
          return NEVER;
        }
        case ServingOrder.Decision.Ask(Duration again) -> {
          return again;
        }
        case ServingOrder.Decision.Batch batch -> begin(batch, now);
      }
    }
    return NEVER;
  }

  private void begin(ServingOrder.Decision.Batch batch, Duration now) {
    List<RecallRequest> requests = batch.requests();
    if (batch.begins()) {
      passSince.put(batch.volume(), now);
    }
    LibraryModel.Served served =
        library.recall(now, batch.volume(), requests.stream().map(RecallRequest::extent).toList());
    for (int index = 0; index < requests.size(); index++) {
      ends[requests.get(index).number()] = served.ends().get(index);
    }
    backlog.begin(batch.volume(), requests);
    long head = requests.getLast().extent().end();
    running.add(new Running(batch.volume(), head, served.ended()));
  }

  private Collection<LoadedVolume> loaded(Duration now) {
    List<LoadedVolume> loaded = new ArrayList<>();
    for (DriveModel drive : library.drives()) {
      if (drive.free().compareTo(now) <= 0 && drive.volume().isPresent()) {
        String volume = drive.volume().orElseThrow();
        loaded.add(
            new LoadedVolume(
                volume, drive.position(), Instant.EPOCH.plus(passSince.getOrDefault(volume, now))));
      }
    }
    return loaded;
  }

  private Duration nextEvent(Duration again) {
    Duration next = again;
    if (arrived < ends.length) {
      next = least(next, scenario.requests().get(arrived).arrives());
    }
    return running.isEmpty() ? next : least(next, running.peek().ends());
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Duration positive(Duration time) {
    return time.isNegative() ? Duration.ZERO : time;
  }
}
