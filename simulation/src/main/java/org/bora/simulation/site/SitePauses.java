package org.bora.simulation.site;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.bora.simulation.sql.Pauses;

/**
 * Pauses of a site's database: faults happen at its commits, and nothing else runs during a check.
 */
final class SitePauses implements Pauses {
  private final Pauses scheduled;
  private Troubles troubles;

  SitePauses(Pauses scheduled) {
    this.scheduled = scheduled;
  }

  void meet(Troubles met) {
    troubles = met;
  }

  @Override
  public void before(String process, String what) {
    if (process.equals(Watch.PROCESS)) {
      return;
    }
    if (troubles != null) {
      troubles.atStatement(process, what);
    }
    scheduled.before(process, what);
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration most) {
    return scheduled.await(condition, most);
  }

  @Override
  public void changed() {
    scheduled.changed();
  }
}
