package org.bora.door.turl;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.TurlToken;
import org.bora.api.word.Caller;
import org.bora.door.gsi.Credential;
import org.bora.door.issuing.IssuingKeys;
import org.eclipse.jetty.server.Request;

/** Verifies transfer URLs. Thread safe; never waits. */
public final class TurlJudge {
  /** What a URL alone is good for, without a certificate or token. */
  private static final Set<String> BARE = Set.of("GET", "HEAD", "PUT");

  private static final Duration SOON = Duration.ofSeconds(30);

  private final IssuingKeys keys;
  private final Runnable refused;

  /**
   * @param refused is run for each URL that is worth nothing
   */
  public TurlJudge(IssuingKeys keys, Runnable refused) {
    this.keys = Objects.requireNonNull(keys, "keys");
    this.refused = Objects.requireNonNull(refused, "refused");
  }

  /** The result of a verification. */
  public sealed interface Judged {
    /** This site made the URL, for this path. */
    record Good(TurlToken token) implements Judged {}

    /** The URL is invalid. */
    record Refused(String reason) implements Judged {}

    /** Not known yet: the keys are missing. */
    record Later(String reason, Duration retryIn) implements Judged {}
  }

  /** The parameter of a request's URL that makes it a transfer URL. */
  public static Optional<String> asked(Request request) {
    String query = request.getHttpURI().getQuery();
    if (query == null) {
      return Optional.empty();
    }
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(TurlToken.PARAMETER + "=")) {
        String text = pair.substring(TurlToken.PARAMETER.length() + 1);
        return Optional.of(text.indexOf('%') < 0 ? text : decoded(text));
      }
    }
    return Optional.empty();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The same, where the method may do with the URL alone. */
  public static Optional<String> askedBare(Request request) {
    return BARE.contains(request.getMethod()) ? asked(request) : Optional.empty();
  }

  /**
   * Judges a URL.
   *
   * @param text its parameter
   * @param path percent-encoded
   * @param host address that the request came from
   */
  public Judged judge(String text, String path, String host) {
    Judged judged = judged(text, path, host);
    if (judged instanceof Judged.Refused) {
      refused.run();
    }
    return judged;
  }

  private Judged judged(String text, String path, String host) {
    Optional<TurlToken.Signed> read = TurlToken.read(text);
    if (read.isEmpty()) {
      return new Judged.Refused("it is not complete");
    }
    TurlToken token = read.get().token();
    if (!keys.areKnown()) {
      return new Judged.Later("the keys of transfer URLs are not known at this moment", SOON);
    }
    Optional<DayKey> key = keys.find(token.generation(), token.day());
    if (key.isEmpty() && keys.mayBeNewer(token.generation())) {
      return new Judged.Later("the key of the transfer URL is not known yet", SOON);
    }
    if (key.isEmpty()) {
      return new Judged.Refused("it is too old, was revoked, or is not of this service");
    }
    if (!read.get().holds(key.get(), path)) {
      return new Judged.Refused("its signature does not hold for this path");
    }
    if (token.client() != TurlToken.ANYWHERE && token.client() != TurlToken.digest(host)) {
      return new Judged.Refused("it is for another address than " + host);
    }
    return new Judged.Good(token);
  }

  /** For the audit log, with the user: the caller has no certificate, but the URL of a request. */
  public static Credential credential(TurlToken token) {
    return new Credential(
        token.request().toString(),
        Instant.EPOCH.plus(Duration.ofDays(token.day() + 1L)),
        0,
        "turl",
        Optional.empty());
  }

  /** Whether a caller may use a URL; a caller without other credentials is its holder. */
  public static boolean isFor(TurlToken token, Caller caller) {
    return token.holder().dn().equals(caller.dn());
  }
}
