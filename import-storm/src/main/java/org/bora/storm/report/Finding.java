package org.bora.storm.report;

import java.util.Objects;

/**
 * The result for one setting.
 *
 * @param value the original value; never a password
 * @param becomes its replacement; empty if there is none
 * @param why the reason and, if there is one, the remedy; empty if the setting is kept
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
