package org.bora.door.figures;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.bora.api.figures.ReasonCount;
import org.bora.api.figures.RefusalReason;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.NoTurn;

/** Counts calls that were not served, by reason. Thread safe. */
public final class RefusalCounts {
  private final Map<RefusalReason, LongAdder> counts = new EnumMap<>(RefusalReason.class);

  /** Begins with none. */
  public RefusalCounts() {
    for (RefusalReason reason : RefusalReason.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  void add(RefusalReason reason) {
    counts.get(reason).increment();
  }

  /** Why the verdict is none that lets in. */
  static RefusalReason reason(Verdict.Refused verdict) {
    return switch (verdict) {
      case Verdict.Banned _ -> RefusalReason.BANNED;
      case Verdict.Unproven _ -> RefusalReason.UNPROVEN;
      case Verdict.NotReady _ -> RefusalReason.NOT_READY;
      case Verdict.Busy busy -> busy.own() ? RefusalReason.CALLER_FULL : RefusalReason.SERVER_FULL;
    };
  }

  static RefusalReason reason(NoTurn none) {
    return none.refusal().own() ? RefusalReason.CALLER_NO_TURN : RefusalReason.NO_TURN;
  }

  /** Every reason, in their order. */
  public List<ReasonCount> list() {
    return Arrays.stream(RefusalReason.values())
        .map(reason -> new ReasonCount(reason.label(), counts.get(reason).sum()))
        .toList();
  }
}
