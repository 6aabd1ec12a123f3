package org.bora.page;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.figures.Latency;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.TurnFigures;

/** Figures as processes tell them. */
final class Figures {
  static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private Figures() {}

  static ProcessFigures process(
      Origin.Kind kind,
      String name,
      List<OperationCalls> calls,
      Latency turls,
      TurnFigures... turns) {
    return new ProcessFigures(
        new Origin(kind, name, "se.example.org:8444", "1", NOON),
        NOON,
        60,
        calls,
        turls,
        Optional.empty(),
        List.of(turns),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        Optional.empty());
  }

  static TurnFigures turn(String kind, int inside, int waiting) {
    return new TurnFigures(kind, 8, inside, waiting, 0, 0, 0);
  }
}
