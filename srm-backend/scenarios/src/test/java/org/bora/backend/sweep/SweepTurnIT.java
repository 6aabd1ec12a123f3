package org.bora.backend.sweep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class SweepTurnIT {
  private static final Instant NOW = SmallSite.START;
  private static final Duration SIX_HOURS = Duration.ofHours(6);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SweepTurnTable turns = new SweepTurnTable();

  private boolean take(SmallSite site, Instant now, Duration period) {
    return site.transactions.run(sql -> turns.take(sql, "one", now, period));
  }

  @Test
  void aTurnIsTakenOncePerPeriod(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, new SteppedTime(NOW))) {
      assertTrue(take(site, NOW, SIX_HOURS));
      assertFalse(take(site, NOW, SIX_HOURS));
      assertFalse(take(site, NOW.plus(SIX_HOURS).minusMillis(1), SIX_HOURS));
      assertTrue(take(site, NOW.plus(SIX_HOURS), SIX_HOURS));
    }
  }

  @Test
  void aShorterPeriodCountsAtTheNextLook(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, new SteppedTime(NOW))) {
      assertTrue(take(site, NOW, SIX_HOURS));
      assertTrue(take(site, NOW.plusSeconds(1), MINUTE), "is due in six hours");
      assertFalse(take(site, NOW.plusSeconds(2), MINUTE));
      assertFalse(take(site, NOW.plusSeconds(60), MINUTE));
      assertTrue(take(site, NOW.plusSeconds(61), MINUTE));
    }
  }
}
