package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.bulkhead.BulkheadSettings;

/** The section {@code storage}. */
record StorageSection(
    @Key(preset = "10s", least = "1s", most = "10m") Duration silence,
    @Key(preset = "128", least = "8", most = "10000") int callsPerArea,
    @Key(preset = "32", least = "1", most = "9999") int checksumsPerArea,
    @Key(preset = "8", least = "1", most = "9999") int checksumsPerCaller)
    implements Making<BulkheadSettings> {

  @Override
  public BulkheadSettings settings() {
    return new BulkheadSettings(silence, callsPerArea, checksumsPerArea, checksumsPerCaller);
  }
}
