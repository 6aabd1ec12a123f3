package org.bora.server.publish;

import java.util.Locale;

/** How mature a service is, in the words of GLUE 2.0 (GFD.147), which SRR took over. */
public enum QualityLevel {
  DEVELOPMENT,
  TESTING,
  PRE_PRODUCTION,
  PRODUCTION;

  /** As both formats write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
