package org.bora.door.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.api.word.Caller;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.token.ScopeReader.Rights;
import org.bora.door.token.TokenVerifier.Good;

/**
 * Verifies bearer tokens. A valid token is remembered until it expires or the keys of its issuer
 * change. Refused tokens are not remembered, because a stranger could push out the valid ones.
 * Thread safe; {@link #judge} never waits for a network.
 */
public final class Tokens implements BearerJudge {
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final TokenSettings settings;
  private final Clock clock;
  private final Map<String, IssuerKeys> issuers = new LinkedHashMap<>();
  private final TokenVerifier verifier;
  private final Map<String, Known> remembered = new LinkedHashMap<>(16, 0.75f, true);

  private record Known(
      String dn, String issuer, Rights rights, Credential credential, Instant end, Instant keyed) {}

  /** The result of a verification. */
  public sealed interface Judgement {

    /** The token is valid; the identity of the request. */
    record Accepted(Identity.Known identity, Credential credential) implements Judgement {}

    /**
     * The token is refused.
     *
     * @param reason names the claim that failed
     */
    record Refused(String reason) implements Judgement {}

    /** Not known yet: the keys of its issuer are being fetched. */
    record Later(String reason, Duration retryIn) implements Judgement {}
  }

  public Tokens(TokenSettings settings, KeySource source, Clock clock) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
    for (TokenIssuer issuer : settings.issuers()) {
      issuers.put(TokenNames.of(issuer.issuer()), new IssuerKeys(issuer, source, clock));
    }
    this.verifier = new TokenVerifier(issuers, settings.audiences());
  }

  /**
   * Has keys fetched from now on, first at once, until the executor is shut down. The executor
   * needs {@link #issuers} threads, or an issuer that hangs delays the keys of another.
   */
  public void refreshBy(ScheduledExecutorService background) {
    for (IssuerKeys keys : issuers.values()) {
      ScheduledFuture<?> _ =
          background.scheduleWithFixedDelay(
              () -> keys.refresh(settings.refresh()), 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** How many issuers there are. */
  public int issuers() {
    return issuers.size();
  }

  /** Fetches due keys; blocks. */
  public void refresh() {
    issuers.values().forEach(keys -> keys.refresh(settings.refresh()));
  }

  /** What hinders the reading of keys, by issuer; empty where all is well. */
  public List<String> troubles() {
    return issuers.values().stream()
        .flatMap(keys -> keys.trouble().map(why -> keys.issuer().issuer() + ": " + why).stream())
        .toList();
  }

  @Override
  public Judgement judge(String token, String host) {
    Instant now = clock.instant();
    String key = fingerprint(token);
    try {
      Optional<Known> before = recall(key, now);
      Known known = before.isPresent() ? before.get() : verify(token, now);
      if (before.isEmpty()) {
        remember(key, known);
      }
      Rights rights = known.rights();
      Caller caller = new Caller(known.dn(), known.issuer(), rights.fqans(), host, rights.grant());
      return new Judgement.Accepted(new Identity.Known(caller), known.credential());
    } catch (TokenRefused refused) {
      return new Judgement.Refused(refused.getMessage());
    } catch (KeysMissing missing) {
      return new Judgement.Later(missing.getMessage(), IssuerKeys.SOONEST);
    }
  }

  private Known verify(String token, Instant now) throws TokenRefused, KeysMissing {
    Good good = verifier.verify(token, now);
    Rights rights = new ScopeReader(good.issuer(), good.claims()).read();
    String id = good.claims().getJWTID();
    Credential credential =
        new Credential(id == null ? "" : id, good.end(), 0, "token", Optional.empty());
    String iss = good.claims().getIssuer();
    return new Known(
        TokenNames.of(iss, good.subject()), iss, rights, credential, good.end(), good.keyed());
  }

  private Optional<Known> recall(String key, Instant now) {
    synchronized (remembered) {
      Known known = remembered.get(key);
      if (known == null) {
        return Optional.empty();
      }
      Instant keyed = issuers.get(TokenNames.of(known.issuer())).version();
      if (!now.isBefore(known.end()) || !keyed.equals(known.keyed())) {
        remembered.remove(key);
        return Optional.empty();
      }
      return Optional.of(known);
    }
  }

  private void remember(String key, Known known) {
    synchronized (remembered) {
      remembered.put(key, known);
      if (remembered.size() > settings.remembered()) {
        Iterator<String> oldest = remembered.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }
  }

  /** The token itself is not kept, because a reader of a memory dump could use it. */
  private static String fingerprint(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
