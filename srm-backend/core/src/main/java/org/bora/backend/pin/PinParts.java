package org.bora.backend.pin;

import java.util.Objects;
import java.util.concurrent.Executor;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceLookup;

/** The parts of gets and bringOnlines. */
public record PinParts(
    PinSettings settings,
    Transactions transactions,
    Locator locator,
    Entrance entrance,
    SpaceLookup spaces,
    Staging staging,
    TokenSource tokens,
    Executor beside) {

  public PinParts {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(locator, "locator");
    Objects.requireNonNull(entrance, "entrance");
    Objects.requireNonNull(spaces, "spaces");
    Objects.requireNonNull(staging, "staging");
    Objects.requireNonNull(tokens, "tokens");
    Objects.requireNonNull(beside, "beside");
  }

  public PinTerms terms() {
    return new PinTerms(settings, locator, spaces, tokens);
  }

  public Pinning pinning() {
    return new Pinning(settings, transactions, locator, entrance, staging, tokens, beside);
  }

  public NamedRequests named() {
    SecondLook secondLook = new SecondLook(transactions, locator, tokens);
    return new NamedRequests(transactions, secondLook, tokens, beside);
  }

  /** The status operation of one kind of request. */
  public PinStatus status(RequestKind kind, SrmStatus pinned) {
    return new PinStatus(this, kind, new PinReplies(pinned));
  }
}
