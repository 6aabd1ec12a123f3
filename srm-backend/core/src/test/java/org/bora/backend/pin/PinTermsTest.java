package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import org.bora.api.get.GetRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.Caller;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.pin.PinTerms.Terms;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup;
import org.junit.jupiter.api.Test;

class PinTermsTest {
  private static final Locator LOCATOR =
      new SurlLocator(
          new LocateSettings(List.of("se.example.org")), List.of(AreaTrees.area("/vo")));
  private static final RetentionPolicyInfo KEPT = LOCATOR.areas().getFirst().retention();
  private static final Optional<RetentionPolicyInfo> OTHER =
      Optional.of(
          new RetentionPolicyInfo(RetentionPolicy.CUSTODIAL, Optional.of(AccessLatency.NEARLINE)));

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Caller ALICE = new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1");

  private final PinTerms terms =
      new PinTerms(
          PinSettings.defaults(),
          LOCATOR,
          PinTermsTest::space,
          new TokenSource(Clock.fixed(NOW, ZoneOffset.UTC), new Random(1)));

  /** Knows the areas' own spaces. */
  private static SpaceLookup.Found space(Caller caller, String token, Instant now) {
    return LOCATOR.areas().stream()
        .filter(area -> area.spaceToken().equals(token))
        .<SpaceLookup.Found>map(area -> new SpaceLookup.Found.Yes(own(area)))
        .findFirst()
        .orElse(new SpaceLookup.Found.No(ReturnStatus.of(SrmStatus.INVALID_REQUEST, "no space")));
  }

  private static Space own(StorageArea area) {
    return new Space(
        new UUID(1, 2),
        area.spaceToken(),
        area.name(),
        Optional.empty(),
        area.spaceDescription(),
        area.retention(),
        false,
        0,
        0,
        NOW,
        Optional.empty(),
        Optional.empty());
  }

  private SrmStatus code(
      OptionalInt total,
      OptionalInt deferred,
      Optional<String> token,
      Optional<RetentionPolicyInfo> retention) {
    return switch (terms.agree(ALICE, request(total, deferred, token, retention))) {
      case Terms.Agreed _ -> SrmStatus.SUCCESS;
      case Terms.Refused(var status) -> status.code();
    };
  }

  private static GetRequest request(
      OptionalInt total,
      OptionalInt deferred,
      Optional<String> token,
      Optional<RetentionPolicyInfo> retention) {
    return new GetRequest(
        List.of(new SourceFile(new Surl("srm://se.example.org/vo/f"), Optional.empty())),
        "",
        total,
        OptionalInt.empty(),
        deferred,
        Optional.empty(),
        token,
        retention,
        List.of());
  }

  private SrmStatus times(int total, int deferred) {
    return code(
        OptionalInt.of(total), OptionalInt.of(deferred), Optional.empty(), Optional.empty());
  }

  private SrmStatus space(Optional<String> token, Optional<RetentionPolicyInfo> retention) {
    return code(OptionalInt.empty(), OptionalInt.empty(), token, retention);
  }

  @Test
  void aStartMustLieWithinTheTimeOfTheRequest() {
    assertEquals(SrmStatus.SUCCESS, times(0, 0));
    assertEquals(SrmStatus.INVALID_REQUEST, times(0, 1));
    assertEquals(SrmStatus.SUCCESS, times(100, 99));
    assertEquals(SrmStatus.INVALID_REQUEST, times(100, 100));
    assertEquals(SrmStatus.INVALID_REQUEST, times(100, -1));
    assertEquals(SrmStatus.INVALID_REQUEST, times(-1, 0));
  }

  @Test
  void aStartIsComparedWithTheTimeThatIsGranted() {
    int week = (int) Duration.ofDays(7).toSeconds();
    assertEquals(SrmStatus.INVALID_REQUEST, times(week, week - 1));
  }

  @Test
  void spacesThatAreKnownChangeNothing() {
    Optional<String> token = Optional.of(LOCATOR.areas().getFirst().spaceToken());
    assertEquals(SrmStatus.SUCCESS, space(token, Optional.empty()));
    assertEquals(SrmStatus.SUCCESS, space(token, Optional.of(KEPT)));
    assertEquals(
        SrmStatus.SUCCESS,
        space(token, Optional.of(new RetentionPolicyInfo(KEPT.policy(), Optional.empty()))));
  }

  @Test
  void whatNobodyKeepsAndWhatContradictsItselfIsRefused() {
    Optional<String> token = Optional.of(LOCATOR.areas().getFirst().spaceToken());
    assertEquals(SrmStatus.INVALID_REQUEST, space(Optional.of("no such"), Optional.empty()));
    assertEquals(SrmStatus.INVALID_REQUEST, space(token, OTHER));
    assertEquals(SrmStatus.NOT_SUPPORTED, space(Optional.empty(), OTHER));
  }
}
