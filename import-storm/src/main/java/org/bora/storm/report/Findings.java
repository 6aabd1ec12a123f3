package org.bora.storm.report;

import java.util.ArrayList;
import java.util.List;

/** Collects the results for settings, in the order in which settings are read. For one thread. */
public final class Findings {
  private final List<Finding> all = new ArrayList<>();

  /** It means the same. */
  public void kept(Spot spot, String value, String becomes) {
    all.add(new Finding(spot, value, SettingVerdict.KEPT, becomes, ""));
  }

  /** It means the same, for a reason that is worth a word. */
  public void kept(Spot spot, String value, String becomes, String why) {
    all.add(new Finding(spot, value, SettingVerdict.KEPT, becomes, why));
  }

  /** Something like it stands for it. */
  public void changed(Spot spot, String value, String becomes, String why) {
    all.add(new Finding(spot, value, SettingVerdict.CHANGED, becomes, why));
  }

  /** Files are kept less safely than StoRM promised. */
  public void weaker(Spot spot, String value, String becomes, String why) {
    all.add(new Finding(spot, value, SettingVerdict.WEAKER, becomes, why));
  }

  /** Nothing stands for it. */
  public void dropped(Spot spot, String value, String why) {
    all.add(new Finding(spot, value, SettingVerdict.DROPPED, "", why));
  }

  /** Unknown to both StoRM and Bora. */
  public void unknown(Spot spot, String value, String why) {
    all.add(new Finding(spot, value, SettingVerdict.UNKNOWN, "", why));
  }

  public List<Finding> all() {
    return List.copyOf(all);
  }
}
