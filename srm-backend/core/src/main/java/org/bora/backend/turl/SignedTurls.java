package org.bora.backend.turl;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.TurlHolder;
import org.bora.api.bearer.TurlToken;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.RequestToken;

/**
 * A backend whose https TURLs have the path of the SURL, and are signed for the caller. Until this
 * point, and in the database, they have the physical path and no signature, so the content of the
 * database gives no access to files.
 *
 * @param today the key to sign with
 * @param port where the URLs lead to; empty if the site does not offer them, and does not return
 *     earlier ones
 */
public record SignedTurls(
    Backend backend,
    Locator locator,
    Supplier<DayKey> today,
    Optional<HttpsTurls> port,
    TurlCounts counts)
    implements Backend {
  private static final List<String> SCHEMES = List.of("https://", "davs://");
  private static final Set<Operation<?, ?>> GIVE_TURLS =
      Set.of(
          Catalogue.PREPARE_TO_GET,
          Catalogue.STATUS_OF_GET,
          Catalogue.PREPARE_TO_PUT,
          Catalogue.STATUS_OF_PUT);

  public SignedTurls {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(locator, "locator");
    Objects.requireNonNull(today, "today");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(counts, "counts");
  }

  /** Whether a TURL is one of HTTPS. */
  public static boolean isHttps(String turl) {
    return SCHEMES.stream().anyMatch(turl::startsWith);
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    if (!GIVE_TURLS.contains(operation)) {
      return backend.call(operation, call, question);
    }
    if (port.isPresent() && mayGetHttps(question)) {
      DayKey _ = today.get(); // a request must not be entered whose answer cannot be given
    }
    R reply = backend.call(operation, call, question);
    Optional<RequestToken> token =
        reply.token().or(() -> asked(question)).flatMap(RequestToken::parse);
    return token.isEmpty()
        ? reply
        : operation.answer().cast(signed(reply, new Signer(call.caller(), token.get())));
  }

  /** A client that names no protocol gets what there is. */
  private static boolean mayGetHttps(Object question) {
    return switch (question) {
      case GetRequest get -> mayBeHttps(get.protocols());
      case PutRequest put -> mayBeHttps(put.protocols());
      default -> false;
    };
  }

  private static boolean mayBeHttps(List<String> protocols) {
    return protocols.isEmpty()
        || protocols.stream()
            .anyMatch(each -> HttpsTurls.PROTOCOLS.contains(each.strip().toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> asked(Object question) {
    return question instanceof StatusRequest status
        ? Optional.of(status.token())
        : Optional.empty();
  }

  private Reply signed(Reply reply, Signer signer) {
    return switch (reply) {
      case GetReply get when get.files().stream().anyMatch(file -> isHttps(file.turl())) ->
          new GetReply(
              get.status(),
              get.token(),
              get.files().stream().map(signer::signed).toList(),
              get.remainingTotalRequestTime(),
              get.remainingDeferredStartTime());
      case PutReply put when put.files().stream().anyMatch(file -> isHttps(file.turl())) ->
          new PutReply(
              put.status(),
              put.token(),
              put.files().stream().map(signer::signed).toList(),
              put.remainingTotalRequestTime());
      default -> reply;
    };
  }

  private static boolean isHttps(Optional<String> turl) {
    return turl.filter(SignedTurls::isHttps).isPresent();
  }

  /** Signs the URLs of one reply. */
  private final class Signer {
    private final Caller caller;
    private final RequestToken request;

    Signer(Caller caller, RequestToken request) {
      this.caller = caller;
      this.request = request;
    }

    GetFileStatus signed(GetFileStatus file) {
      return isHttps(file.turl()) ? file.at(turl(file.turl().get(), file.surl(), false)) : file;
    }

    PutFileStatus signed(PutFileStatus file) {
      return isHttps(file.turl()) ? file.at(turl(file.turl().get(), file.surl(), true)) : file;
    }

    /** Empty where there are none any more, or the area has left the configuration. */
    private Optional<String> turl(String stored, Surl surl, boolean writes) {
      if (port.isEmpty() || !(locator.locate(surl) instanceof Place place)) {
        return Optional.empty();
      }
      DayKey key = today.get();
      String path = UrlPath.encode(place.sfn());
      TurlToken token =
          new TurlToken(
              writes,
              Math.toIntExact(key.generation()),
              Math.toIntExact(key.day()),
              request.id(),
              TurlHolder.of(caller),
              port.get().addressed() ? TurlToken.digest(caller.host()) : TurlToken.ANYWHERE);
      counts.told(writes);
      int authority = stored.indexOf("://") + "://".length();
      String server = stored.substring(0, stored.indexOf('/', authority));
      return Optional.of(server + path + "?" + TurlToken.PARAMETER + "=" + token.signed(key, path));
    }
  }
}
