package org.bora.http;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bora.api.word.Call;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.door.BearerToken;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.door.token.BearerJudge;
import org.bora.door.token.Tokens.Judgement;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Finds the caller of the other side of a copy within this service. A client may have a token for
 * each side, as FTS does. It sends the second one in {@code TransferHeaderAuthorization}, as for
 * another server; then only that token counts on the other side. Thread safe if its parts are.
 *
 * @param tokens verifies the token
 * @param banned whether a caller is banned now
 */
public record OtherSide(BearerJudge tokens, Predicate<Identity> banned) {
  private static final String HEADER = ThirdParty.FORWARDED + HttpHeader.AUTHORIZATION.asString();

  public OtherSide {
    Objects.requireNonNull(tokens, "tokens");
    Objects.requireNonNull(banned, "banned");
  }

  /**
   * The two sides of a copy. Both check from time to time whether both callers may go on.
   *
   * @param own the side of the request URL
   * @param other the side of the other name
   */
  record Sides(DavVisit own, DavVisit other) {}

  /** What a copy within the service is done with; the same caller twice where no token is sent. */
  Sides of(DavVisit visit) throws Refused {
    Supplier<Call> calls = visit.exchange().calls();
    Optional<Identity.Known> shown = shown(visit.headers(), calls.get().caller().host());
    if (shown.isEmpty()) {
      return new Sides(visit, visit);
    }
    Identity.Known other = shown.get();
    StillServed both = visit.ground().caller().and(() -> banned.test(other));
    DavVisit own = visit.of(calls, both);
    return new Sides(own, own.of(() -> by(other, calls.get()), both));
  }

  /**
   * The subject of the token for the other side; empty if none is sent.
   *
   * @param host address of the client
   */
  Optional<Identity.Known> shown(HttpFields headers, String host) throws Refused {
    Optional<String> token = BearerToken.of(headers, HEADER);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Identity.Known other = judged(token.get(), host);
    if (banned.test(other)) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "this site does not serve the bearer of the token in TransferHeaderAuthorization");
    }
    return Optional.of(other);
  }

  private Identity.Known judged(String token, String host) throws Refused {
    return switch (tokens.judge(token, host)) {
      case Judgement.Accepted accepted -> accepted.identity();
      case Judgement.Refused(String reason) ->
          throw new Refused(
              HttpStatus.FORBIDDEN_403,
              "The token in TransferHeaderAuthorization is refused: " + reason);
      case Judgement.Later later ->
          throw Refused.busy(
              false,
              "The token in TransferHeaderAuthorization cannot be checked yet: " + later.reason(),
              later.retryIn());
    };
  }

  private static Call by(Identity.Known other, Call call) {
    return new Call(other.caller(), call.deadline(), call.trace(), call.repeated());
  }
}
