package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.stage.plan.ForwardPass;
import org.bora.backend.stage.plan.LoadedVolume;
import org.bora.backend.stage.plan.NextPass;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.RecallOrder;
import org.bora.backend.stage.plan.Situation;
import org.bora.backend.stage.plan.VolumeDemand;
import org.bora.backend.stage.plan.WaitingFile;

/**
 * The recall order of the server, by the server's own classes. A collection replaces the database.
 */
final class BoraOrder implements ServingOrder {
  private final RecallOrder order;
  private final ForwardPass pass;
  private final Map<String, Instant> lastTurns = new HashMap<>();

  BoraOrder(OrderSettings settings) {
    this.order = new RecallOrder(settings);
    this.pass = new ForwardPass(settings);
  }

  @Override
  public String name() {
    return "bora";
  }

  @Override
  public Decision next(RecallBacklog backlog, Collection<LoadedVolume> loaded, Duration now) {
    Situation situation = new Situation(demands(backlog), backlog.reading(), loaded, lastTurns);
    return switch (order.next(situation, at(now))) {
      case NextPass.Nothing() -> new Decision.Rest();
      case NextPass.Later(Instant then) ->
          new Decision.Ask(Duration.between(at(Duration.ZERO), then));
      case NextPass.Read read -> {
        read.turnOf().ifPresent(caller -> lastTurns.put(caller, at(now)));
        yield new Decision.Batch(read.volume(), batch(backlog, read), read.turnOf().isPresent());
      }
    };
  }

  private List<RecallRequest> batch(RecallBacklog backlog, NextPass.Read read) {
    Map<UUID, RecallRequest> requests = new HashMap<>();
    List<WaitingFile> files = new ArrayList<>();
    for (RecallRequest request : backlog.waiting(read.volume())) {
      UUID id = new UUID(0, request.number());
      requests.put(id, request);
      files.add(
          new WaitingFile(
              id, request.extent().position(), request.extent().size(), at(request.arrives())));
    }
    return pass.batch(files, read.from()).stream().map(file -> requests.get(file.id())).toList();
  }

  private static List<VolumeDemand> demands(RecallBacklog backlog) {
    List<VolumeDemand> demands = new ArrayList<>();
    for (String volume : backlog.volumes()) {
      backlog.waiting(volume).stream()
          .collect(Collectors.groupingBy(RecallRequest::caller))
          .forEach((caller, requests) -> demands.add(demand(volume, caller, requests)));
    }
    return demands;
  }

  private static VolumeDemand demand(String volume, String caller, List<RecallRequest> requests) {
    long bytes = 0;
    long furthest = -1;
    Duration oldest = requests.getFirst().arrives();
    for (RecallRequest request : requests) {
      bytes += request.extent().size();
      furthest = Math.max(furthest, request.extent().position());
      oldest = oldest.compareTo(request.arrives()) <= 0 ? oldest : request.arrives();
    }
    return new VolumeDemand(
        volume, caller, requests.size(), bytes, furthest, 0, at(oldest), Optional.empty());
  }

  private static Instant at(Duration sinceBeginning) {
    return Instant.EPOCH.plus(sinceBeginning);
  }
}
