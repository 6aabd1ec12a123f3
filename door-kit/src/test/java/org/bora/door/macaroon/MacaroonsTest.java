package org.bora.door.macaroon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bora.api.bearer.DayKey;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.door.gsi.Credential;
import org.bora.door.issuing.IssuingKeys;
import org.bora.door.token.TokenRefused;
import org.bora.door.token.Tokens.Judgement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What macaroons of the service are worth. */
class MacaroonsTest {
  private static final Instant START = Instant.parse("2026-11-24T12:00:00Z");
  private static final String HOST = "192.0.2.7";
  private static final Caller ALICE =
      new Caller(
          "/DC=org/CN=Alice & Bob\n/CN=x",
          "/DC=org/CN=CA",
          List.of(Fqan.parse("/testvo/Role=production"), Fqan.parse("/testvo")),
          HOST);

  private Instant now = START;
  private long generation = 1;
  private boolean unreachable;
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };
  private IssuingKeys keys;
  private Macaroons macaroons;

  @BeforeEach
  void hears() {
    keys = new IssuingKeys(this::days, clock, () -> Duration.between(START, now).toNanos());
    keys.refresh();
    macaroons =
        new Macaroons(
            keys, "https://se.example.org:8443", Duration.ofHours(24), clock, new SecureRandom());
  }

  private List<DayKey> days() {
    if (unreachable) {
      throw new IllegalStateException("no backend");
    }
    long today = Duration.ofMillis(clock.millis()).toDays();
    List<DayKey> days = new ArrayList<>();
    for (long day = today - 21; day <= today + 1; day++) {
      days.add(new DayKey(generation, day, "%064x".formatted(generation * 1_000_000 + day)));
    }
    return days;
  }

  private static Credential until(Instant end) {
    return new Credential("0A", end, 1, "rfc3820", Optional.empty());
  }

  private Macaroons.Issued issue(Duration validity, String... caveats) throws TokenRefused {
    return macaroons
        .issue(ALICE, until(START.plus(Duration.ofHours(12))), List.of(caveats), validity)
        .orElseThrow();
  }

  /** As a bearer adds to it, without the key. */
  private static String attenuated(String text, String... more) throws TokenRefused {
    Macaroon macaroon = MacaroonText.read(text);
    List<String> caveats = new ArrayList<>(macaroon.caveats());
    byte[] signature = macaroon.signatureBytes();
    for (String caveat : more) {
      caveats.add(caveat);
      signature = Hmac.of(signature, caveat.getBytes(StandardCharsets.UTF_8));
    }
    return MacaroonText.write(
        new Macaroon(
            macaroon.location(),
            macaroon.identifier(),
            caveats,
            HexFormat.of().formatHex(signature)));
  }

  private Caller accepted(String text) {
    Judgement.Accepted accepted =
        assertInstanceOf(Judgement.Accepted.class, macaroons.judge(text, HOST));
    return accepted.identity().caller();
  }

  private String refused(String text) {
    return assertInstanceOf(Judgement.Refused.class, macaroons.judge(text, HOST)).reason();
  }

  private List<Action> actions(String text) {
    return accepted(text).grant().orElseThrow().scopes().stream()
        .map(Grant.Scope::action)
        .sorted()
        .toList();
  }

  @Test
  void theBearerIsWhoAskedWithinTheRightsThatItHas() throws TokenRefused {
    Caller bearer = accepted(issue(Duration.ofHours(1)).text());

    assertEquals(ALICE.dn(), bearer.dn());
    assertEquals(ALICE.issuer(), bearer.issuer());
    assertEquals(ALICE.fqans(), bearer.fqans());
    assertTrue(bearer.grant().orElseThrow().within().isPresent());
  }

  @Test
  void itEndsWithWhatIsWantedWithTheCredentialOrAtTheLongest() throws TokenRefused {
    assertEquals(START.plus(Duration.ofHours(1)), issue(Duration.ofHours(1)).end());
    assertEquals(START.plus(Duration.ofHours(12)), issue(Duration.ofDays(5)).end());
    assertEquals(
        START.plus(Duration.ofHours(24)),
        macaroons
            .issue(ALICE, until(Instant.MAX), List.of(), Duration.ofDays(5))
            .orElseThrow()
            .end());
    assertEquals(
        START.plus(Duration.ofMinutes(5)),
        issue(Duration.ofHours(1), "before:2026-11-24T12:05:00Z").end());

    String text = issue(Duration.ofHours(1)).text();
    now = START.plus(Duration.ofHours(1));
    keys.refresh();
    assertEquals(
        "caveat before:2026-11-24T13:00:00Z does not hold: that time is over", refused(text));
  }

  @Test
  void activitiesAreActionsAtThePath() throws TokenRefused {
    String text = issue(Duration.ofHours(1), "path:/testvo/d", "activity:DOWNLOAD,LIST").text();

    assertEquals(List.of(Action.READ, Action.LIST), actions(text));
    Grant grant = accepted(text).grant().orElseThrow();
    assertEquals("/testvo/d", grant.scopes().getFirst().path());
    assertEquals("the caveats path:/testvo/d activity:DOWNLOAD,LIST", grant.toString());
  }

  @Test
  void whoMayUploadAndDeleteMayReplace() throws TokenRefused {
    assertTrue(
        actions(issue(Duration.ofHours(1), "activity:UPLOAD,DELETE").text())
            .contains(Action.MODIFY));
    assertEquals(
        List.of(Action.CREATE), actions(issue(Duration.ofHours(1), "activity:UPLOAD").text()));
  }

  @Test
  void bearersTakeAwayAndNeverAdd() throws TokenRefused {
    String text = issue(Duration.ofHours(1), "path:/testvo/d", "activity:DOWNLOAD,UPLOAD").text();

    String less = attenuated(text, "activity:DOWNLOAD,DELETE", "path:/testvo/d/below");
    assertEquals(List.of(Action.READ), actions(less));
    assertEquals(
        "/testvo/d/below", accepted(less).grant().orElseThrow().scopes().getFirst().path());
    assertEquals(
        "/testvo/d",
        accepted(attenuated(text, "path:/testvo"))
            .grant()
            .orElseThrow()
            .scopes()
            .getFirst()
            .path());
    assertEquals(
        "caveat path:/other is not below /testvo/d", refused(attenuated(text, "path:/other")));
    assertEquals(
        "caveat activity:DELETE leaves no activity", refused(attenuated(text, "activity:DELETE")));
  }

  @Test
  void addressesCountForEachRequest() throws TokenRefused {
    String text = issue(Duration.ofHours(1)).text();

    accepted(attenuated(text, "ip:192.0.2.0/24,2001:db8::/32"));
    assertEquals(
        "caveat ip:[198.51.100.1/32] does not hold for 192.0.2.7",
        refused(attenuated(text, "ip:198.51.100.1")));
  }

  @Test
  void aCaveatThatIsNotKnownCannotHold() throws TokenRefused {
    String text = issue(Duration.ofHours(1)).text();

    assertEquals("caveat colour:blue is not known", refused(attenuated(text, "colour:blue")));
    assertThrows(TokenRefused.class, () -> issue(Duration.ofHours(1), "colour:blue"));
    assertThrows(TokenRefused.class, () -> issue(Duration.ofHours(1), "path:/a/../b"));
    assertThrows(TokenRefused.class, () -> issue(Duration.ofHours(1), "activity:FLY"));
  }

  @Test
  void forgedOnesAreRefused() throws TokenRefused {
    String text = issue(Duration.ofHours(1), "activity:LIST").text();
    Macaroon made = MacaroonText.read(text);
    Macaroon freed = new Macaroon(made.location(), made.identifier(), List.of(), made.signature());

    assertEquals("the signature of the macaroon does not hold", refused(MacaroonText.write(freed)));
    assertEquals(
        "the token is neither a signed JWT nor a macaroon",
        refused(text.substring(0, text.length() - 8)));
    Macaroon foreign = Macaroon.issue(new byte[32], "x", "someone else's", List.of());
    assertEquals("the macaroon is not of this service", refused(MacaroonText.write(foreign)));
  }

  /** As one would be that was made with the key of a door, years of life included. */
  private String withKeyOf(long daysAgo) {
    long day = Duration.ofMillis(clock.millis()).toDays() - daysAgo;
    DayKey key = keys.find(1, day).orElseThrow();
    String identifier = Bearer.of(ALICE, key, "00").identifier();
    List<String> caveats = List.of("before:2036-01-01T00:00:00Z");
    return MacaroonText.write(
        Macaroon.issue(HexFormat.of().parseHex(key.hex()), "x", identifier, caveats));
  }

  @Test
  void keysThatAreThereForTransferUrlsSignNone() {
    accepted(withKeyOf(7));
    assertTrue(refused(withKeyOf(8)).startsWith("the key of the macaroon is not known"));
  }

  @Test
  void aNewGenerationRevokesAllOfThem() throws TokenRefused {
    String text = issue(Duration.ofHours(1)).text();

    generation = 2;
    accepted(text); // not heard of yet
    keys.refresh();

    assertTrue(refused(text).startsWith("the key of the macaroon is not known"));
    String fresh = issue(Duration.ofHours(1)).text();
    accepted(fresh);
    generation = 1;
    keys.refresh(); // a door that has not heard of the new one yet
    assertInstanceOf(Judgement.Later.class, macaroons.judge(fresh, HOST));
  }

  @Test
  void withoutNewsForTwoMinutesNoneIsBelievedUntilThereAreSome() throws TokenRefused {
    String text = issue(Duration.ofHours(1)).text();
    unreachable = true;
    now = START.plus(IssuingKeys.TRUSTED).minusSeconds(1);
    keys.refresh();
    accepted(text);

    now = START.plus(IssuingKeys.TRUSTED);
    keys.refresh();
    assertInstanceOf(Judgement.Later.class, macaroons.judge(text, HOST));
    assertEquals(
        Optional.empty(),
        macaroons.issue(ALICE, until(Instant.MAX), List.of(), Duration.ofHours(1)));

    unreachable = false;
    keys.refresh();
    accepted(text);
  }

  @Test
  void aCredentialWithManyAttributesIsToBeMadeSmaller() {
    List<Fqan> many = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      many.add(Fqan.parse("/testvo/a-group-with-a-long-name-" + i));
    }
    Caller caller = new Caller("/CN=x", "/CN=CA", many, HOST);

    TokenRefused refused =
        assertThrows(
            TokenRefused.class,
            () -> macaroons.issue(caller, until(Instant.MAX), List.of(), Duration.ofHours(1)));

    assertTrue(refused.getMessage().contains("too many attributes"), refused.getMessage());
  }
}
