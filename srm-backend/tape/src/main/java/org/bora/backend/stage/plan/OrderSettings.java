package org.bora.backend.stage.plan;

import java.time.Duration;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of the order of recalls.
 *
 * @param gather how long a volume waits, from the first request on, for more requests before it is
 *     mounted; no wait where it is in a drive already
 * @param turn a pass that has gone on for longer lets other callers go first when its batch ends,
 *     which costs a mount
 * @param priorityStep waiting time that counts as much as one point of priority, so that nothing
 *     starves
 * @param deadlineHead how much earlier a turn comes if a deadline is near; short, so that no caller
 *     gains by false deadlines
 * @param batchFiles maximum number of files in one batch
 * @param batchBytes maximum bytes of one batch, which always has at least one file
 * @param cost estimated cost of a pass
 */
public record OrderSettings(
    @Key(preset = "10s", least = "0s", most = "1h") Duration gather,
    @Key(preset = "1h", least = "1s", most = "7d") Duration turn,
    @Key(preset = "1h", least = "1s", most = "7d") Duration priorityStep,
    @Key(preset = "30m", least = "0s", most = "7d") Duration deadlineHead,
    @Key(preset = "100", least = "1", most = "10000") int batchFiles,
    @Key(name = "batch-size", preset = "1TB", least = "1B", most = "1048576TiB") long batchBytes,
    @Flat PassCost cost)
    implements Keys {

  public OrderSettings {
    Keys.check(
        OrderSettings.class,
        gather,
        turn,
        priorityStep,
        deadlineHead,
        batchFiles,
        batchBytes,
        cost);
  }

  public static OrderSettings defaults() {
    return Keys.defaults(OrderSettings.class);
  }
}
