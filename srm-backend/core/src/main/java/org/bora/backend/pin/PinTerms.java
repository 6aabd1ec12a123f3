package org.bora.backend.pin;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup;

/** What a get or bringOnline asks for as a whole, before any of its files is looked at. */
public final class PinTerms {
  private final PinSettings settings;
  private final Locator locator;
  private final SpaceLookup spaces;
  private final TokenSource tokens;

  public PinTerms(PinSettings settings, Locator locator, SpaceLookup spaces, TokenSource tokens) {
    this.settings = settings;
    this.locator = locator;
    this.spaces = spaces;
    this.tokens = tokens;
  }

  /**
   * What was agreed on.
   *
   * @param deferred how long the start is put off; zero for at once
   */
  public record Granted(Lifetimes lifetimes, Duration deferred) {
    public Granted {
      Objects.requireNonNull(lifetimes, "lifetimes");
      Objects.requireNonNull(deferred, "deferred");
    }
  }

  /** Agreed or not. */
  public sealed interface Terms {
    record Agreed(Granted granted) implements Terms {}

    record Refused(ReturnStatus status) implements Terms {}
  }

  public Terms agree(Caller caller, GetRequest request) {
    Optional<Terms> refused =
        settings
            .limits()
            .wrong(request.surls().size())
            .or(() -> wrongLevels(request))
            .or(() -> wrongLifetime(request))
            .map(reason -> refused(SrmStatus.INVALID_REQUEST, reason))
            .or(() -> wrongSpace(caller, request));
    return refused.orElseGet(
        () ->
            switch (Lifetimes.grant(
                settings.lifetimes(), request.totalRequestTime(), request.pinLifetime())) {
              case Lifetimes.Granted.No(String reason) ->
                  refused(SrmStatus.INVALID_REQUEST, reason);
              case Lifetimes.Granted.Yes(Lifetimes granted) ->
                  deferred(granted, request.deferredStart());
            });
  }

  private static Optional<String> wrongLevels(GetRequest request) {
    return request.files().stream()
        .flatMap(file -> file.recursion().stream())
        .filter(recursion -> recursion.levels().orElse(0) < 0)
        .findFirst()
        .map(
            recursion ->
                "the number of levels is "
                    + recursion.levels().getAsInt()
                    + ", allowed are 0 and more");
  }

  private static Optional<String> wrongLifetime(GetRequest request) {
    return request.files().stream()
        .flatMap(file -> Lifetimes.wrong("pin lifetime of a file", file.pinLifetime()).stream())
        .findFirst();
  }

  /** Staging of a file cannot begin after the time of its request. */
  private static Terms deferred(Lifetimes granted, OptionalInt wanted) {
    Duration deferred = Duration.ofSeconds(wanted.orElse(0));
    if (deferred.isNegative()) {
      return refused(
          SrmStatus.INVALID_REQUEST,
          "the deferred start time is " + wanted.getAsInt() + ", allowed are 0 s and more");
    }
    if (deferred.isPositive() && deferred.compareTo(granted.total()) >= 0) {
      return refused(
          SrmStatus.INVALID_REQUEST,
          "the deferred start time is "
              + wanted.getAsInt()
              + " s, the total request time granted only "
              + granted.total().toSeconds()
              + " s");
    }
    return new Terms.Agreed(new Granted(granted, deferred));
  }

  /**
   * Files are read where they are, so an existing space or retention policy has no effect. One that
   * does not exist, or two that contradict each other, are refused.
   */
  private Optional<Terms> wrongSpace(Caller caller, GetRequest request) {
    if (request.spaceToken().isPresent()) {
      return switch (spaces.find(caller, request.spaceToken().get(), tokens.now())) {
        case SpaceLookup.Found.No(ReturnStatus status) -> Optional.of(new Terms.Refused(status));
        case SpaceLookup.Found.Yes(Space space) ->
            request
                .retention()
                .filter(wanted -> !keeps(space.retention(), wanted))
                .map(
                    wanted ->
                        refused(
                            SrmStatus.INVALID_REQUEST,
                            "the space token and the retention policy contradict each other"));
      };
    }
    return request
        .retention()
        .filter(
            wanted -> locator.areas().stream().noneMatch(area -> keeps(area.retention(), wanted)))
        .map(
            wanted ->
                refused(SrmStatus.NOT_SUPPORTED, "no storage area has this retention policy"));
  }

  private static boolean keeps(RetentionPolicyInfo kept, RetentionPolicyInfo wanted) {
    return kept.policy() == wanted.policy()
        && (wanted.latency().isEmpty() || wanted.latency().equals(kept.latency()));
  }

  private static Terms refused(SrmStatus code, String reason) {
    return new Terms.Refused(ReturnStatus.of(code, reason));
  }
}
