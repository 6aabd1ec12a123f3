package org.bora.door.macaroon;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.bearer.DayKey;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.issuing.IssuingKeys;
import org.bora.door.token.BearerJudge;
import org.bora.door.token.TokenRefused;
import org.bora.door.token.Tokens.Judgement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Issues and verifies macaroons. Thread safe; never waits. */
public final class Macaroons implements BearerJudge {
  /** A certificate may have more attributes; users who need a macaroon must use a smaller proxy. */
  private static final int LONGEST_IDENTIFIER = 4096;

  /** No site can let macaroons live longer. */
  private static final Duration LONGEST = Duration.ofDays(7);

  private static final int ID_BYTES = 8;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Logger LOG = LoggerFactory.getLogger(Macaroons.class);

  private final IssuingKeys keys;
  private final String location;
  private final Duration longest;
  private final Clock clock;
  private final SecureRandom random;

  /**
   * @param location of the service, for people
   * @param longest that a macaroon is valid
   */
  public Macaroons(
      IssuingKeys keys, String location, Duration longest, Clock clock, SecureRandom random) {
    this.keys = Objects.requireNonNull(keys, "keys");
    this.location = Objects.requireNonNull(location, "location");
    this.longest = Objects.requireNonNull(longest, "longest");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.random = Objects.requireNonNull(random, "random");
  }

  /**
   * A new macaroon.
   *
   * @param text the macaroon as a bearer token; secret
   * @param end when it ends
   */
  public record Issued(String text, Instant end) {
    public Issued {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(end, "end");
    }

    @Override
    public String toString() {
      return "macaroon until " + end;
    }
  }

  /**
   * Issues one.
   *
   * @param caller whose rights it has
   * @param credential that the caller showed; the macaroon does not outlive it
   * @param caveats of the client's own
   * @param validity that the client asks for
   * @return empty while no key is known
   * @throws TokenRefused naming the caveat that is not known
   */
  public Optional<Issued> issue(
      Caller caller, Credential credential, List<String> caveats, Duration validity)
      throws TokenRefused {
    Optional<DayKey> key = keys.today();
    if (key.isEmpty()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    Instant end = now.plus(validity.compareTo(longest) < 0 ? validity : longest);
    if (credential.expires().isBefore(end)) {
      end = credential.expires();
    }
    Instant said = Caveats.of(caveats).end();
    end = (said.isBefore(end) ? said : end).truncatedTo(ChronoUnit.SECONDS);
    if (!now.isBefore(end)) {
      throw new TokenRefused("the macaroon would end at " + end + ", which is over");
    }
    List<String> all = new ArrayList<>(caveats);
    all.add("before:" + end);
    Bearer bearer = Bearer.of(caller, key.get(), id());
    String identifier = bearer.identifier();
    if (identifier.length() > LONGEST_IDENTIFIER) {
      throw new TokenRefused(
          "the credential has too many attributes for a macaroon: use one with fewer");
    }
    String text = MacaroonText.write(Macaroon.issue(bytes(key.get()), location, identifier, all));
    LOG.info(
        "macaroon {} issued to dn={} serial={}: {}",
        bearer.id(),
        LogText.of(caller.dn()),
        LogText.of(credential.serial()),
        LogText.of(String.join(" ", all)));
    return Optional.of(new Issued(text, end));
  }

  /** Keys that are older are there for transfer URLs. */
  private boolean mayHaveSigned(DayKey key) {
    return key.day() >= Duration.ofMillis(clock.millis()).minus(LONGEST).toDays();
  }

  private static byte[] bytes(DayKey key) {
    return HexFormat.of().parseHex(key.hex());
  }

  private String id() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  @Override
  public Judgement judge(String token, String host) {
    try {
      Macaroon macaroon = MacaroonText.read(token);
      Bearer bearer = Bearer.read(macaroon.identifier());
      if (!keys.areKnown()) {
        return new Judgement.Later("the keys of macaroons are not known at this moment", SOON);
      }
      Optional<DayKey> key =
          keys.find(bearer.generation(), bearer.day()).filter(this::mayHaveSigned);
      if (key.isEmpty() && keys.mayBeNewer(bearer.generation())) {
        return new Judgement.Later("the key of the macaroon is not known yet", SOON);
      }
      if (key.isEmpty()) {
        return new Judgement.Refused(
            "the key of the macaroon is not known: it is too old, was revoked, or is not of this"
                + " service");
      }
      if (!macaroon.isSignedWith(bytes(key.get()))) {
        return new Judgement.Refused("the signature of the macaroon does not hold");
      }
      return accepted(macaroon, bearer, host);
    } catch (TokenRefused refused) {
      return new Judgement.Refused(refused.getMessage());
    }
  }

  private Judgement accepted(Macaroon macaroon, Bearer bearer, String host) throws TokenRefused {
    Caveats caveats = Caveats.of(macaroon.caveats());
    caveats.require(clock.instant(), host);
    Caller caller =
        new Caller(
            bearer.dn(), bearer.issuer(), bearer.fqans(), host, Optional.of(caveats.grant()));
    return new Judgement.Accepted(
        new Identity.Known(caller),
        new Credential(bearer.id(), caveats.end(), 0, "macaroon", Optional.empty()));
  }
}
