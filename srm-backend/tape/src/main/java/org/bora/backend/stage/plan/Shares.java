package org.bora.backend.stage.plan;

/**
 * Who takes turns. A {@link VolumeDemand} names a line; a caller may stand in several, one for each
 * of its activities, which share the turns of that caller by their weights.
 */
public interface Shares {
  /** Every caller stands in one line. */
  Shares ONE_LINE_EACH =
      new Shares() {
        @Override
        public String caller(String line) {
          return line;
        }

        @Override
        public int weight(String line) {
          return 1;
        }
      };

  /** Whose line it is. */
  String caller(String line);

  /** How many turns it has for one of a line of the same caller with weight 1. */
  int weight(String line);
}
