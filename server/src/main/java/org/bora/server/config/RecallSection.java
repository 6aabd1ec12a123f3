package org.bora.server.config;

import java.time.Duration;
import java.util.Map;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.PassCost;
import org.bora.backend.stage.recall.ActivityShares;
import org.bora.backend.stage.recall.RecallSettings;

/** The section {@code tape.recall}. */
record RecallSection(
    @Key(preset = "10s", least = "0s", most = "1h") Duration gather,
    @Key(preset = "1h", least = "1s", most = "7d") Duration turn,
    @Key(preset = "1h", least = "1s", most = "7d") Duration priorityStep,
    @Key(preset = "30m", least = "0s", most = "7d") Duration deadlineHead,
    @Key(preset = "100", least = "1", most = "10000") int batchFiles,
    @Key(preset = "1TB", least = "1B", most = "1048576TiB") long batchSize,
    @Key(preset = "2m", least = "0s", most = "1h") Duration costOfMount,
    @Key(preset = "5s", least = "0s", most = "1h") Duration costOfFile,
    @Key(preset = "300MB", least = "1B", most = "1024TiB") long driveRate,
    @Key(preset = "1s", least = "100ms", most = "10m") Duration check,
    @Key(preset = "10", least = "1", most = "1000") int tries,
    @Key(preset = "3", least = "1", most = "1000") int damagedTries,
    @Key(preset = "30s", least = "1s", most = "1h") Duration retryFirst,
    @Key(preset = "30m", least = "1s", most = "7d") Duration retryMost,
    @Key(least = "1", most = "1000") Map<String, Integer> activities)
    implements Keys {

  /**
   * What the engine takes.
   *
   * @param priorities of areas by their names
   */
  RecallSettings settings(Map<String, Integer> priorities) {
    return new RecallSettings(
        new OrderSettings(
            gather,
            turn,
            priorityStep,
            deadlineHead,
            batchFiles,
            batchSize,
            new PassCost(costOfMount, costOfFile, driveRate)),
        check,
        tries,
        damagedTries,
        retryFirst,
        retryMost,
        priorities,
        new ActivityShares(activities));
  }
}
