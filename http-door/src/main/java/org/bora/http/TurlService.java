package org.bora.http;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.bora.api.bearer.TurlToken;
import org.bora.api.turl.TurlReply;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.door.admit.Admission;
import org.bora.door.gsi.Identity;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.door.turl.TurlJudge;
import org.bora.door.turl.TurlJudge.Judged;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.StorageReasons;
import org.bora.files.Transfers;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transfers by transfer URLs (docs/adr/0064). Other rights of the caller do not matter here, and
 * the URL allows nothing else. Thread safe.
 */
public final class TurlService implements HttpService {
  private static final Logger LOG = LoggerFactory.getLogger(TurlService.class);

  /** Of all other methods the name alone counts, as for any request. */
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "PUT", "DELETE", "COPY");

  private final DavService.Parts parts;
  private final TurlJudge judge;
  private final Predicate<Identity> banned;

  /**
   * @param banned whether a caller is kept out now
   */
  public TurlService(DavService.Parts parts, TurlJudge judge, Predicate<Identity> banned) {
    this.parts = Objects.requireNonNull(parts, "parts");
    this.judge = Objects.requireNonNull(judge, "judge");
    this.banned = Objects.requireNonNull(banned, "banned");
  }

  @Override
  public boolean isFor(Request request) {
    return METHODS.contains(request.getMethod()) && TurlJudge.asked(request).isPresent();
  }

  @Override
  public String name(Request request) {
    return request.getMethod() + " of TURL";
  }

  @Override
  public Admission room(Request request) {
    return parts.rooms().of(request);
  }

  @Override
  public boolean storesBody(Request request) {
    return request.getMethod().equals("PUT");
  }

  @Override
  public void serve(Exchange exchange) throws Refused, IOException {
    TurlToken token = verified(exchange);
    // the URL is all that its transfer needs, at any door
    if (parts.redirects().sendOn(exchange)) {
      return;
    }
    String method = exchange.request().getMethod();
    Name name = Name.of(exchange.request().getHttpURI().getPath());
    Engine engine = new Engine(parts.backend(), exchange.calls(), parts.names().host());
    String client = Request.getRemoteAddr(exchange.request());
    TurlSteps steps = new TurlSteps(engine, name, token, client, UUID.randomUUID().toString());
    TurlReply looked = steps.look();
    try (Transfers.Transfer transfer =
        DavService.transfer(exchange, parts.transfers(), steps.token().holder().dn())) {
      DavVisit visit = visit(exchange, steps, looked.owner(), transfer);
      switch (method) {
        case "GET", "HEAD" -> TurlReading.serve(visit, steps, TurlSteps.required(looked));
        case "PUT" -> TurlWriting.serve(visit, steps);
        default ->
            throw new Refused(
                method.equals("COPY") ? HttpStatus.NOT_IMPLEMENTED_501 : HttpStatus.FORBIDDEN_403,
                "a transfer URL is for one transfer: it has no " + method);
      }
    } catch (StorageException failure) {
      if (!StorageReasons.isOfTheClient(failure)) {
        LOG.error("{} by TURL failed request={}", method, token.request(), failure);
      }
      throw StorageReasons.of(failure, exchange.trace());
    }
  }

  private TurlToken verified(Exchange exchange) throws Refused {
    Caller caller = exchange.calls().get().caller();
    return switch (judged(exchange)) {
      case Judged.Refused(String reason) ->
          throw new Refused(HttpStatus.FORBIDDEN_403, "the transfer URL is refused: " + reason);
      case Judged.Later later -> throw Refused.busy(false, later.reason(), later.retryIn());
      case Judged.Good(TurlToken token) -> {
        if (!TurlJudge.isFor(token, caller)) {
          throw new Refused(
              HttpStatus.FORBIDDEN_403,
              "the transfer URL is refused: it was made for another user than "
                  + LogText.of(caller.dn()));
        }
        yield token;
      }
    };
  }

  /**
   * Checks the bans for the user of the URL, the owner of the request, and the caller that presents
   * the URL. A transfer ends when one of them is banned, or when its URL is revoked.
   */
  private DavVisit visit(
      Exchange exchange, TurlSteps steps, Optional<String> owner, Transfers.Transfer transfer)
      throws Refused {
    List<Caller> users = users(steps, owner);
    if (users.stream().anyMatch(this::isBanned)) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "this site does not serve the user of this URL");
    }
    StillServed served =
        exchange
            .caller()
            .and(
                () ->
                    users.stream().anyMatch(this::isBanned)
                        || judged(exchange) instanceof Judged.Refused)
            .until(transfer::isEnded);
    return new DavVisit(
        exchange.watched(served),
        steps.name(),
        new DoorUpload.Ground(steps.engine(), parts.areas().of(transfer), served, parts.nanos()),
        parts.copies(),
        parts.names(),
        parts.otherSide(),
        parts.recalls());
  }

  private static List<Caller> users(TurlSteps steps, Optional<String> owner) {
    Caller holder = steps.token().holder().caller(steps.client());
    return owner
        .filter(dn -> !dn.equals(holder.dn()))
        .map(dn -> List.of(holder, new Caller(dn, "", List.of(), steps.client())))
        .orElse(List.of(holder));
  }

  private boolean isBanned(Caller user) {
    return banned.test(new Identity.Known(user));
  }

  private Judged judged(Exchange exchange) {
    Request request = exchange.request();
    String text = TurlJudge.asked(request).orElseThrow();
    String host = exchange.calls().get().caller().host();
    return judge.judge(text, request.getHttpURI().getPath(), host);
  }
}
