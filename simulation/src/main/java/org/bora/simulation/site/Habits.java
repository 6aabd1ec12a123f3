package org.bora.simulation.site;

import java.util.EnumMap;
import java.util.Map;
import org.bora.simulation.schedule.Choices;

/**
 * How often a client does each kind of act. What most clients rarely do, some do again and again
 * (swarm testing, A. Groce et al., ISSTA 2012).
 */
final class Habits {
  /** Acts with a lower weight are much more frequent for some clients. */
  private static final int RARE = 5;

  private static final int OFTEN = 4;

  private final Map<Act, Integer> weights = new EnumMap<>(Act.class);
  private final int sum;

  /** What a client does with files on disk. */
  enum Act {
    PUT(26),
    HURRIED_PUT(4),
    ABORTED_PUT(4),
    UNWRITTEN_PUT(3),
    GET(13),
    LIST(4),
    REMOVE(6),
    MOVE(11),
    DIRECTORY(3),
    RACING_MOVE(2),
    SHARED(24),
    SPACE(8),
    ENQUIRY(4);

    private final int usual;

    Act(int usual) {
      this.usual = usual;
    }
  }

  /** The habits of one life. */
  Habits(Choices choices) {
    for (Act act : Act.values()) {
      boolean often = act.usual < RARE && choices.below(4) == 0;
      weights.put(act, often ? act.usual * OFTEN : act.usual);
    }
    sum = weights.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Chooses the next act. */
  Act next(Choices choices) {
    int dice = choices.below(sum);
    for (Map.Entry<Act, Integer> one : weights.entrySet()) {
      dice -= one.getValue();
      if (dice < 0) {
        return one.getKey();
      }
    }
    throw new IllegalStateException("the weights are more than their sum");
  }
}
