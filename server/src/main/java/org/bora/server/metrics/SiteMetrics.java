package org.bora.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Metrics of the site from the database, as last gathered: a scrape never waits for the database.
 * All backends report the same values. Values older than three periods are omitted, because an old
 * value would look current.
 */
public final class SiteMetrics implements MetricSource {
  private static final int TOO_OLD = 3;
  private static final Metric AGE =
      Metric.gauge("bora_site_age_seconds", "Age of the site-wide figures of this process.");
  private static final Metric TOOK =
      Metric.gauge(
          "bora_site_gathering_seconds",
          "Time that the last collection of the site-wide figures took.");

  static final List<Metric> METRICS = SiteSamples.metrics(AGE, TOOK);

  private final BackendView view;
  private final long oldestNanos;
  private final LongSupplier nanos;
  private final AtomicReference<Optional<SiteState>> last = new AtomicReference<>(Optional.empty());
  private volatile long tookNanos;

  /**
   * Knows nothing yet.
   *
   * @param period in which {@link #gather} is called
   * @param nanos as {@link System#nanoTime}
   */
  public SiteMetrics(BackendView view, Duration period, LongSupplier nanos) {
    this.view = Objects.requireNonNull(view, "view");
    this.oldestNanos = period.multipliedBy(TOO_OLD).toNanos();
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /** Asks database and filesystems; blocks, each question no longer than a call may. */
  public void gather() {
    long begun = nanos.getAsLong();
    SiteState state =
        new SiteState(
            begun, view.areas().now(), view.tape().report().now(), view.work().files().now());
    tookNanos = nanos.getAsLong() - begun;
    last.set(Optional.of(state));
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    Optional<SiteState> known = last.get();
    if (known.isEmpty()) {
      return;
    }
    long age = nanos.getAsLong() - known.get().nanos();
    samples.add(AGE, age / 1e9);
    samples.add(TOOK, tookNanos / 1e9);
    if (age <= oldestNanos) {
      Instant at = known.get().tape().at();
      new SiteSamples(samples, at).tell(known.get());
    }
  }
}
