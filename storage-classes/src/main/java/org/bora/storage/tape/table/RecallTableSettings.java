package org.bora.storage.tape.table;

import java.time.Duration;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.storage.tape.wire.Verification;

/**
 * Settings of a recall table.
 *
 * @param drives maximum number of batches on the board at the same time, over all backends
 * @param batch time limit of a batch
 * @param query time limit of a query
 * @param look time between two checks of the board
 * @param verification how copies reported by pullers are verified
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
