package org.bora.server.metrics;

import java.util.List;

/**
 * A part of the process that reports metrics. Thread safe; must not block, because a scrape must
 * not wait for a database, a disk or another machine.
 */
public interface MetricSource {

  /** All that it may ever tell. */
  List<Metric> metrics();

  /** Tells them as they are now. */
  void tell(Samples samples);
}
