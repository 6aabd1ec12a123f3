package org.bora.storm.state;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.state.StormRequest.StormPin;

/** Takes over StoRM's requests that have valid pins; they keep their tokens. */
final class RequestTakeover {
  private final Transactions transactions;
  private final Locator locator;
  private final Findings findings;
  private final RequestTable requests = new RequestTable();
  private final PinTable pins = new PinTable();

  RequestTakeover(Transactions transactions, Locator locator, Findings findings) {
    this.transactions = transactions;
    this.locator = locator;
    this.findings = findings;
  }

  /** What the findings call it. */
  static Spot place(StormRequest request) {
    String table = request.bringOnline() ? "request_BoL" : "request_Get";
    return Takeover.place(table + " " + request.token());
  }

  /** Enters it with the pins that lead to an area, or tells why it cannot be. */
  void enter(StormRequest request, Instant now) {
    Spot place = place(request);
    Optional<RequestToken> token = RequestToken.parse(request.token());
    if (token.isEmpty()) {
      findings.dropped(
          place,
          request.pins().size() + " pins",
          "its token is not valid in Bora: its owner must repeat the request");
      return;
    }
    List<Pin> taken = new ArrayList<>();
    for (StormPin pin : request.pins()) {
      taken(token.get(), taken.size(), pin, now)
          .ifPresentOrElse(
              taken::add,
              () -> findings.dropped(place, pin.surl(), "it leads to no area that is configured"));
    }
    if (!taken.isEmpty()) {
      enter(request, token.get(), taken, now);
      findings.kept(
          place,
          taken.size() + (taken.size() == 1 ? " pin" : " pins") + " of " + request.owner(),
          "the same token, and the time that was left");
    }
  }

  private Optional<Pin> taken(RequestToken token, int position, StormPin pin, Instant now) {
    Surl surl = new Surl(pin.surl());
    return locator.locate(surl) instanceof Place place
        ? Optional.of(
            new Pin(
                token,
                position,
                surl,
                NameKey.of(place),
                PinState.PINNED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                pin.size(),
                now.plus(pin.left()),
                pin.left(),
                pin.turl()))
        : Optional.empty();
  }

  private void enter(StormRequest request, RequestToken token, List<Pin> taken, Instant now) {
    Duration longest =
        request.pins().stream().map(StormPin::left).max(Comparator.naturalOrder()).orElseThrow();
    RequestHead head =
        new RequestHead(
            token,
            request.bringOnline() ? RequestKind.BRING_ONLINE : RequestKind.GET,
            new RequestOwner(request.owner(), Optional.empty(), request.vo()),
            request.description(),
            now.minus(request.age()),
            now.plus(longest),
            now.plus(longest),
            false);
    transactions.talk(
        dialogue -> {
          if (requests.insert(dialogue.ask(), head)) {
            pins.insert(dialogue, taken, Map.of());
          }
          return token;
        });
  }
}
