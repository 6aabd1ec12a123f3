package org.bora.backend.bulkhead;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bora.backend.database.ConnectionShares;
import org.bora.storage.spi.AreaTree;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bulkheads of all areas of a backend. Thread safe. */
public final class Bulkheads {
  private static final Logger LOG = LoggerFactory.getLogger(Bulkheads.class);
  private static final int LOOKS_IN_A_SILENCE = 5;

  private final BulkheadSettings settings;
  private final ConnectionShares shares;
  private final LongSupplier nanos;
  private final List<Bulkhead> all = new CopyOnWriteArrayList<>();

  /**
   * @param connections of transactions, which the areas share
   * @param nanos measures time: {@link System#nanoTime}
   */
  public Bulkheads(BulkheadSettings settings, int connections, LongSupplier nanos) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.shares = new ConnectionShares(connections);
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /**
   * An area behind a bulkhead of its own: while the filesystem hangs, every call returns SILENT at
   * once. Closing it closes {@code tree}.
   *
   * @param area its name, for the log
   */
  public AreaTree around(String area, AreaTree tree) {
    return around(area, AreaSource.always(tree));
  }

  /** The same of an area that can be withheld. */
  public AreaTree around(String area, AreaSource source) {
    Bulkhead bulkhead = new Bulkhead(area, settings, shares, nanos);
    all.add(bulkhead);
    return new BulkheadTree(source, bulkhead, new ChecksumPlaces(settings));
  }

  /** Binds work to its caller, whose large checksums have a common limit. */
  public static ScopedValue.Carrier of(String caller) {
    return ChecksumPlaces.of(caller);
  }

  /** Looks at all areas, now. */
  public void look() {
    all.forEach(Bulkhead::look);
  }

  private void lookAgain() {
    try {
      look();
    } catch (RuntimeException | Error surprise) {
      LOG.error("a check of the storage areas failed", surprise); // and the next one is made
    }
  }

  /** Looks from now on, until the result is closed. */
  public AutoCloseable watch(ScheduledExecutorService timer) {
    long every = settings.silence().toMillis() / LOOKS_IN_A_SILENCE;
    ScheduledFuture<?> looks =
        timer.scheduleWithFixedDelay(this::lookAgain, every, every, TimeUnit.MILLISECONDS);
    return () -> looks.cancel(false);
  }
}
