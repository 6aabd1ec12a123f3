package org.bora.storage.tape.table;

import java.time.Duration;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.storage.tape.wire.Verification;

/**
 * How a recall table is used.
 *
 * @param drives how many batches hang on the board at the same time over all backends
 * @param batch how long a batch may take
 * @param query how long an answer may take
 * @param look between two looks at the board
 * @param verification of the copies that pullers report
 */
public record RecallTableSettings(
    @Key(preset = "8", least = "1", most = "1000") int drives,
    @Key(name = "longest-batch", preset = "1d", least = "1s", most = "30d") Duration batch,
    @Key(name = "longest-query", preset = "1m", least = "100ms", most = "1h") Duration query,
    @Key(preset = "1s", least = "10ms", most = "1m") Duration look,
    @Elsewhere(preset = "checksum") Verification verification)
    implements Keys {

  public RecallTableSettings {
    Keys.check(RecallTableSettings.class, drives, batch, query, look, verification);
  }

  /** The same with copies that count by this. */
  public RecallTableSettings with(Verification other) {
    return new RecallTableSettings(drives, batch, query, look, other);
  }
}
