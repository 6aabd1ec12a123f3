package org.bora.storm.report;

import java.util.Locale;

/** The result for a setting. The order of the constants is that of the report. */
public enum SettingVerdict {
  /** Bora does not know the setting. */
  UNKNOWN,
  /** Files are kept less safely than StoRM promised: an area would lose its copies on tape. */
  WEAKER,
  /** It has no counterpart, or needs none. */
  DROPPED,
  /** It has a counterpart that does not do quite the same. */
  CHANGED,
  /** It means the same here. */
  KEPT;

  /** As reports write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
