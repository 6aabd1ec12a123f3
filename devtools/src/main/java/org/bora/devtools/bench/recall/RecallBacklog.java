package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bora.storage.tape.model.DriveModel;
import org.bora.storage.tape.model.DriveUsage;
import org.bora.storage.tape.model.Mechanics;

/** The waiting requests by volume and position, and the volumes that are being read. */
final class RecallBacklog {
  private static final Comparator<RecallRequest> ALONG_THE_TAPE =
      Comparator.<RecallRequest>comparingLong(request -> request.extent().position())
          .thenComparingInt(RecallRequest::number);

  private static final NavigableSet<RecallRequest> NOTHING = Collections.emptyNavigableSet();

  private final Map<String, NavigableSet<RecallRequest>> byVolume = new TreeMap<>();
  private final NavigableSet<RecallRequest> byArrival =
      new TreeSet<>(Comparator.comparingInt(RecallRequest::number));
  private final Map<String, Duration> passes = new HashMap<>();
  private final Set<String> reading = new TreeSet<>();
  private final Mechanics mechanics;

  RecallBacklog(Mechanics mechanics) {
    this.mechanics = mechanics;
  }

  void add(RecallRequest request) {
    byVolume.computeIfAbsent(request.volume(), _ -> new TreeSet<>(ALONG_THE_TAPE)).add(request);
    byArrival.add(request);
    passes.remove(request.volume());
  }

  /** They are being read from now on. */
  void begin(String volume, Collection<RecallRequest> requests) {
    NavigableSet<RecallRequest> waiting = byVolume.get(volume);
    requests.forEach(waiting::remove);
    requests.forEach(byArrival::remove);
    if (waiting.isEmpty()) {
      byVolume.remove(volume);
    }
    passes.remove(volume);
    reading.add(volume);
  }

  void end(String volume) {
    reading.remove(volume);
  }

  boolean isEmpty() {
    return byArrival.isEmpty();
  }

  Set<String> reading() {
    return reading;
  }

  Set<String> volumes() {
    return byVolume.keySet();
  }

  Collection<RecallRequest> waiting(String volume) {
    return byVolume.get(volume);
  }

  /** The longest waiting request whose volume is available. */
  Optional<RecallRequest> oldest() {
    return byArrival.stream().filter(request -> !reading.contains(request.volume())).findFirst();
  }

  /** The drive time of a pass over all requests for a volume, from mounting to unmounting. */
  Duration pass(String volume) {
    return passes.computeIfAbsent(volume, name -> pass(name, byVolume.get(name), mechanics));
  }

  /** What all passes take together. */
  Duration passes() {
    return byVolume.keySet().stream().map(this::pass).reduce(Duration.ZERO, Duration::plus);
  }

  /** The time to read all requests for a mounted volume from a position on. */
  Duration ahead(String volume, long position) {
    DriveModel drive =
        new DriveModel(Optional.of(volume), position, Duration.ZERO, DriveUsage.NONE);
    for (RecallRequest request : byVolume.getOrDefault(volume, NOTHING)) {
      if (request.extent().position() >= position) {
        drive = drive.read(request.extent(), mechanics);
      }
    }
    return drive.free();
  }

  static Duration pass(String volume, Collection<RecallRequest> along, Mechanics mechanics) {
    DriveModel drive = DriveModel.EMPTY.mount(volume, mechanics);
    List<RecallRequest> sorted = along.stream().sorted(ALONG_THE_TAPE).toList();
    for (RecallRequest request : sorted) {
      drive = drive.read(request.extent(), mechanics);
    }
    return drive.unmount(mechanics).free();
  }
}
