package org.bora.server.metrics;

import java.util.List;

/**
 * A part of the process that has figures. Thread safe; must not block: a scrape waits for no
 * database, no disk and no other machine.
 */
public interface MetricSource {

  /** All that it may ever tell. */
  List<Metric> metrics();

  /** Tells them as they are now. */
  void tell(Samples samples);
}
