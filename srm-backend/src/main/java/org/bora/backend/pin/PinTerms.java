package org.bora.backend.pin;

import java.util.Optional;
import org.bora.api.get.GetRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.Lifetimes;

/** What a get or bringOnline asks for as a whole, before any of its files is looked at. */
public final class PinTerms {
  private final PinSettings settings;
  private final Locator locator;

  public PinTerms(PinSettings settings, Locator locator) {
    this.settings = settings;
    this.locator = locator;
  }

  /** Agreed or not. */
  public sealed interface Terms {
    record Agreed(Lifetimes lifetimes) implements Terms {}

    record Refused(ReturnStatus status) implements Terms {}
  }

  public Terms agree(GetRequest request) {
    Optional<String> wrong =
        settings
            .limits()
            .wrong(request.surls().size())
            .or(() -> Lifetimes.wrong("deferred start time", request.deferredStart()))
            .or(() -> wrongSpace(request));
    if (wrong.isPresent()) {
      return refused(SrmStatus.INVALID_REQUEST, wrong.get());
    }
    if (request.files().stream().anyMatch(file -> file.recursion().isPresent())) {
      return refused(SrmStatus.NOT_SUPPORTED, "whole directories are not supported");
    }
    if (request.deferredStart().orElse(0) != 0) {
      return refused(SrmStatus.NOT_SUPPORTED, "a deferred start is not supported");
    }
    return switch (Lifetimes.grant(
        settings.lifetimes(), request.totalRequestTime(), request.pinLifetime())) {
      case Lifetimes.Granted.No(String reason) -> refused(SrmStatus.INVALID_REQUEST, reason);
      case Lifetimes.Granted.Yes(Lifetimes granted) -> new Terms.Agreed(granted);
    };
  }

  /** Files are read where they lie, so a known token changes nothing. */
  private Optional<String> wrongSpace(GetRequest request) {
    return request
        .spaceToken()
        .filter(
            token -> locator.areas().stream().noneMatch(area -> area.spaceToken().equals(token)))
        .map(unknown -> "no such space token");
  }

  private static Terms refused(SrmStatus code, String reason) {
    return new Terms.Refused(ReturnStatus.of(code, reason));
  }
}
