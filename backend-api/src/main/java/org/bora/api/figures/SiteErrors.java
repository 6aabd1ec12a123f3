package org.bora.api.figures;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The last errors of all processes that clients call, grouped by result.
 *
 * @param at by the clock that all backends share
 * @param errors first the failures that the site must repair, then the refusals, both newest first
 */
public record SiteErrors(Instant at, List<CallError> errors) {
  /** Errors that the site must repair, and refusals. */
  static final int MOST = 50;

  public SiteErrors {
    Objects.requireNonNull(at, "at");
    errors = List.copyOf(errors);
  }

  /** A backend answers the same calls as the frontends: they do not count twice. */
  public static SiteErrors of(FleetFigures fleet) {
    Map<Object, CallError> kinds = new LinkedHashMap<>();
    fleet.processes().stream()
        .filter(process -> process.origin().kind() != Origin.Kind.BACKEND)
        .flatMap(process -> process.errors().stream())
        .forEach(error -> kinds.merge(error.kind(), error, CallError::and));
    List<CallError> newest =
        kinds.values().stream().sorted(Comparator.comparing(CallError::at).reversed()).toList();
    List<CallError> all =
        new ArrayList<>(
            newest.stream()
                .filter(error -> error.result() == CallResult.FAILED)
                .limit(MOST)
                .toList());
    newest.stream()
        .filter(error -> error.result() != CallResult.FAILED)
        .limit(MOST)
        .forEach(all::add);
    return new SiteErrors(fleet.at(), all);
  }
}
