package org.bora.devtools.bench.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.function.Consumer;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.buffer.ReleasePolicy;

/** One load through one buffer, event by event. */
final class BufferSimulation {
  private static final Duration SAMPLE = Duration.ofMinutes(10);
  private static final Duration CHECK = Duration.ofMinutes(1);
  private static final Duration AGAIN = Duration.ofMinutes(30);
  private static final Duration RECALL = Duration.ofMinutes(30);
  private static final Duration PIN = Duration.ofHours(2);
  private static final long LEAST_BYTES = 500_000_000L;
  private static final long MOST_BYTES = 4_000_000_000L;
  private static final long CLIENT_BYTES_PER_SECOND = 100_000_000L;
  private static final double SWING = 0.8;
  private static final double DAY_SECONDS = 86_400;

  private final BufferLoad load;
  private final Random random;
  private final SimulatedBuffer buffer;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::number));
  private final List<BufferedFile> files = new ArrayList<>();
  private final Queue<BufferedFile> toTape = new ArrayDeque<>();
  private final List<BufferRun.Sample> samples = new ArrayList<>();
  private final Instant outageBegins;
  private boolean writing;
  private long numbers;
  private long putBytes;
  private int underWay;
  private int recalls;
  private int pins;
  private int refused;

  private BufferSimulation(BufferLoad load, BufferSettings settings, long seed) {
    this.load = load;
    this.random = new Random(seed);
    this.buffer = new SimulatedBuffer(load.capacity(), new ReleasePolicy(settings));
    this.outageBegins = Instant.EPOCH.plusSeconds(load.putBytes() / load.putBytesPerSecond() / 4);
  }

  /** An event. Events at the same time happen in the order in which they were planned. */
  private record Event(Instant at, long number, Runnable what) {}

  static BufferRun run(BufferLoad load, BufferSettings settings, long seed) {
    return new BufferSimulation(load, settings, seed).toTheEnd();
  }

  private BufferRun toTheEnd() {
    plan(Instant.EPOCH, () -> arrive(Instant.EPOCH));
    plan(Instant.EPOCH, () -> watch(Instant.EPOCH));
    plan(Instant.EPOCH, () -> sample(Instant.EPOCH));
    Instant now = Instant.EPOCH;
    while (!events.isEmpty()) {
      Event event = events.remove();
      now = event.at();
      event.what().run();
    }
    SimulatedBuffer.Totals totals = buffer.totals();
    return new BufferRun(
        load,
        files.size(),
        recalls,
        pins,
        totals.releases(),
        totals.rounds(),
        totals.most(),
        totals.overflows(),
        refused,
        totals.refusedNeedlessly(),
        totals.pinnedLeft(),
        totals.notOnTapeLeft(),
        Duration.between(Instant.EPOCH, now),
        samples);
  }

  private void plan(Instant at, Runnable what) {
    events.add(new Event(at, numbers++, what));
  }

  private boolean isOver() {
    return putBytes >= load.putBytes() && underWay == 0 && toTape.isEmpty() && !writing;
  }

  private void watch(Instant now) {
    buffer.check(now);
    again(now.plus(CHECK), this::watch);
  }

  private void sample(Instant now) {
    samples.add(buffer.sample(now));
    again(now.plus(SAMPLE), this::sample);
  }

  private void again(Instant at, Consumer<Instant> what) {
    if (!isOver()) {
      plan(at, () -> what.accept(at));
    }
  }

  private void arrive(Instant now) {
    long size = LEAST_BYTES + (long) (random.nextDouble() * (MOST_BYTES - LEAST_BYTES));
    putBytes += size;
    underWay++;
    put(size, now);
    if (random.nextDouble() < load.recalls()) {
      underWay++;
      recall(now);
    }
    if (random.nextDouble() < load.pins()) {
      pin(now);
    }
    if (putBytes < load.putBytes()) {
      double day = now.getEpochSecond() / DAY_SECONDS;
      double rate = load.putBytesPerSecond() * (1 + SWING * Math.sin(2 * Math.PI * day));
      double mean = (LEAST_BYTES + MOST_BYTES) / 2.0 / rate;
      Instant next = now.plusNanos((long) (-Math.log(1 - random.nextDouble()) * mean * 1e9));
      plan(next, () -> arrive(next));
    }
  }

  private void put(long size, Instant now) {
    if (!buffer.take(size, now)) {
      refused++;
      Instant later = now.plus(AGAIN);
      plan(later, () -> put(size, later));
      return;
    }
    Instant done = now.plus(time(size, CLIENT_BYTES_PER_SECOND));
    plan(
        done,
        () -> {
          BufferedFile file = new BufferedFile(files.size(), size, done);
          files.add(file);
          buffer.came(file);
          toTape.add(file);
          underWay--;
          write(done);
        });
  }

  /** The drives, taken together, write one file after the other. */
  private void write(Instant now) {
    Instant outageEnds = outageBegins.plus(load.outage());
    if (writing || toTape.isEmpty()) {
      return;
    }
    writing = true;
    BufferedFile file = toTape.remove();
    boolean down = !now.isBefore(outageBegins) && now.isBefore(outageEnds);
    Instant done = (down ? outageEnds : now).plus(time(file.size(), load.tapeBytesPerSecond()));
    plan(
        done,
        () -> {
          buffer.copied(file);
          writing = false;
          write(done);
        });
  }

  /** A user asks for any file that is not on disk. */
  private void recall(Instant now) {
    BufferedFile file = files.isEmpty() ? null : files.get(random.nextInt(files.size()));
    if (file == null || file.isOnDisk() || file.isComing()) {
      underWay--;
      return;
    }
    if (!buffer.take(file.size(), now)) {
      refused++;
      Instant later = now.plus(AGAIN);
      plan(later, () -> recall(later));
      return;
    }
    file.comes();
    recalls++;
    Instant back = now.plus(RECALL);
    plan(
        back,
        () -> {
          underWay--;
          file.pin(back, back.plus(PIN));
          buffer.came(file);
        });
  }

  private void pin(Instant now) {
    if (files.isEmpty()) {
      return;
    }
    BufferedFile file = files.get(random.nextInt(files.size()));
    if (file.isOnDisk()) {
      pins++;
      file.pin(now, now.plus(PIN));
      buffer.touched(file);
    }
  }

  private static Duration time(long bytes, long bytesPerSecond) {
    return Duration.ofNanos((long) ((double) bytes / bytesPerSecond * 1e9));
  }
}
