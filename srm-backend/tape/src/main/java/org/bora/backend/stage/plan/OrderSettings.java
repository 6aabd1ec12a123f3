package org.bora.backend.stage.plan;

import java.time.Duration;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How recalls are ordered.
 *
 * @param gather how long a volume waits, from the first request on, for more requests before it is
 *     mounted; no wait where it is in a drive already
 * @param turn a pass that has gone on for longer lets other callers go first when its batch ends,
 *     which costs a mount
 * @param priorityStep waiting this long counts as much as one more point of priority: nothing
 *     starves
 * @param deadlineHead how much earlier a turn comes because a deadline is near; little enough that
 *     no caller gains by inventing deadlines
 * @param batchFiles at most so many files are handed to the tape system at a time
 * @param batchBytes nor more bytes than this, but always one file
 * @param cost what a pass is taken to cost
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
