package org.bora.storm.report;

import java.util.Objects;

/**
 * What became of one setting.
 *
 * @param value as it was; never a password
 * @param becomes what stands for it now; empty where nothing does
 * @param why the reason, and where there is one the way out; empty where it is kept
 */
public record Finding(Spot spot, String value, SettingVerdict verdict, String becomes, String why) {

  public Finding {
    Objects.requireNonNull(spot, "spot");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(becomes, "becomes");
    Objects.requireNonNull(why, "why");
    if (verdict != SettingVerdict.KEPT && why.isEmpty()) {
      throw new IllegalArgumentException(spot + " is " + verdict.word() + " without a reason");
    }
  }
}
