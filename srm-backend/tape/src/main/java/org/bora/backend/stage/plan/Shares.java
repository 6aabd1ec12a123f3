package org.bora.backend.stage.plan;

/**
 * Who takes turns. Organisations take turns, the callers of an organisation share its turns, and a
 * caller may stand in several lines, one for each of its activities, which share the turns of that
 * caller by their weights. A {@link VolumeDemand} names a line.
 */
public interface Shares {
  /** Every caller stands in one line, and belongs to no organisation. */
  Shares ONE_LINE_EACH =
      new Shares() {
        @Override
        public String organisation(String line) {
          return line;
        }

        @Override
        public String caller(String line) {
          return line;
        }

        @Override
        public int weight(String line) {
          return 1;
        }
      };

  /** The owner of the turns that it uses: a virtual organisation, or a caller without one. */
  String organisation(String line);

  /** Whose line it is; no two organisations have the same one. */
  String caller(String line);

  /** How many turns it has for one of a line of the same caller with weight 1. */
  int weight(String line);
}
