package org.bora.door.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.token.Tokens.Judgement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tokens count, and what they allow. */
class TokensTest {
  private static final String ISSUER = "https://iam.example.org/";
  private static final String HERE = "https://se.example.org:8443";
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

  private static ECKey ec;
  private static ECKey otherEc;
  private static RSAKey rsa;

  /** Set by the tests. */
  private static final class SetClock extends Clock {
    private Instant now = BEGIN;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  private final SetClock clock = new SetClock();
  private final List<JWK> published = new ArrayList<>();
  private boolean unreachable;
  private int fetches;
  private Tokens tokens;

  @BeforeAll
  static void makesKeys() throws Exception {
    ec = new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
    otherEc = new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
    rsa = new RSAKeyGenerator(2048).keyID("r1").generate();
  }

  @BeforeEach
  void opens() {
    published.add(ec);
    published.add(rsa);
    tokens = with(new TokenIssuer(ISSUER, "atlas", List.of("/atlas"), Optional.empty()));
    tokens.refresh();
  }

  private Tokens with(TokenIssuer... issuers) {
    return new Tokens(
        new TokenSettings(
            List.of(issuers),
            Set.of(HERE),
            Duration.ofHours(1),
            100,
            Duration.ofDays(1),
            Path.of("/nowhere")),
        _ -> {
          fetches++;
          if (unreachable) {
            throw new IOException("no route to host");
          }
          return new JWKSet(published).toString();
        },
        clock);
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .subject("alice")
        .audience(HERE)
        .expirationTime(Date.from(BEGIN.plusSeconds(600)))
        .claim("wlcg.ver", "1.0")
        .claim("scope", "openid storage.read:/raw storage.create:/out/");
  }

  private static String signed(JWTClaimsSet claims) {
    return signed(claims, new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("e1").build(), ec);
  }

  private static String signed(JWTClaimsSet claims, JWSHeader header, ECKey key) {
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(new ECDSASigner(key));
      return jwt.serialize();
    } catch (com.nimbusds.jose.JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private Caller accepted(String token) {
    Judgement judgement = tokens.judge(token, "192.0.2.1");
    return assertInstanceOf(Judgement.Accepted.class, judgement, judgement.toString())
        .identity()
        .caller();
  }

  private String refused(String token) {
    return assertInstanceOf(Judgement.Refused.class, tokens.judge(token, "192.0.2.1")).reason();
  }

  @Test
  void scopesBecomeAGrantBelowTheBaseOfTheIssuer() {
    Caller caller = accepted(signed(claims().build()));
    assertEquals("/ISSUER=iam.example.org/SUB=alice", caller.dn());
    assertEquals(ISSUER, caller.issuer());
    assertEquals("192.0.2.1", caller.host());
    assertEquals(List.of(new Fqan("/atlas", "")), caller.fqans());
    assertEquals(
        "storage.read:/atlas/raw storage.create:/atlas/out",
        caller.grant().orElseThrow().toString());
    assertTrue(caller.grant().orElseThrow().scopes().get(1).directory());
  }

  @Test
  void aTokenSignedByRsaCounts() throws Exception {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("r1").build(), claims().build());
    jwt.sign(new RSASSASigner(rsa));
    assertEquals("/ISSUER=iam.example.org/SUB=alice", accepted(jwt.serialize()).dn());
  }

  @Test
  void aLaterMinorVersionOfTheProfileCounts() {
    assertEquals(
        "/ISSUER=iam.example.org/SUB=alice",
        accepted(signed(claims().claim("wlcg.ver", "1.99").build())).dn());
  }

  /** The WLCG profile demands the name of the key, SciTokens do not. */
  @Test
  void aTokenOfTheProfileNamesItsKey() {
    JWSHeader header = new JWSHeader(JWSAlgorithm.ES256);
    assertEquals("header kid is missing", refused(signed(claims().build(), header, ec)));
    JWTClaimsSet scitoken =
        claims()
            .claim("wlcg.ver", null)
            .claim("ver", "scitoken:2.0")
            .claim("scope", "read:/")
            .build();
    assertEquals(
        "storage.read:/atlas",
        accepted(signed(scitoken, header, ec)).grant().orElseThrow().toString());
  }

  @Test
  void aSciTokenHasScopesOfItsOwn() {
    String token =
        signed(
            claims()
                .claim("wlcg.ver", null)
                .claim("ver", "scitoken:2.0")
                .audience("ANY")
                .claim("scope", "read:/ write:/out")
                .build());
    assertEquals(
        "storage.read:/atlas storage.modify:/atlas/out",
        accepted(token).grant().orElseThrow().toString());
  }

  @Test
  void groupsCountWithoutScopesAndThoseOfTheIssuersOrganisationAlone() {
    String token =
        signed(
            claims()
                .claim("scope", "openid")
                .claim("wlcg.groups", List.of("/atlas/prod", "/cms", "/atlas", "/atlas/../cms"))
                .build());
    Caller caller = accepted(token);
    assertEquals(Optional.empty(), caller.grant());
    assertEquals(List.of(new Fqan("/atlas/prod", ""), new Fqan("/atlas", "")), caller.fqans());
  }

  @Test
  void scopesAloneCountBesideGroups() {
    String token = signed(claims().claim("wlcg.groups", List.of("/atlas/prod")).build());
    assertEquals(List.of(new Fqan("/atlas", "")), accepted(token).fqans());
  }

  @Test
  void aSubjectCannotLookLikeAnother() {
    String token = signed(claims().subject("x/SUB=alice%").build());
    assertEquals("/ISSUER=iam.example.org/SUB=x%2FSUB%3Dalice%25", accepted(token).dn());
  }

  static Stream<Arguments> claimsThatFail() {
    return Stream.of(
        row("claim exp: the token ended", c -> c.expirationTime(Date.from(BEGIN.minusSeconds(60)))),
        row("claim exp is missing", c -> c.expirationTime(null)),
        row("claim nbf: the token begins", c -> c.notBeforeTime(Date.from(BEGIN.plusSeconds(61)))),
        row("claim aud: the token is for https://other", c -> c.audience("https://other")),
        row("claim aud is missing", c -> c.audience((String) null)),
        row("claim iss is missing", c -> c.issuer(null)),
        row("claim iss: this service does not know", c -> c.issuer("https://evil.example.org/")),
        row("claim sub is missing", c -> c.subject(null)),
        row("claim sub is missing", c -> c.subject("x".repeat(256))),
        row("neither claim wlcg.ver nor claim ver", c -> c.claim("wlcg.ver", null)),
        row("claim wlcg.ver: '2.0' is not a version 1.x", c -> c.claim("wlcg.ver", "2.0")),
        row("claim wlcg.ver: '1' is not a version 1.x", c -> c.claim("wlcg.ver", "1")),
        row("claim wlcg.ver is no text", c -> c.claim("wlcg.ver", 1.0)),
        row("claim scope is no text", c -> c.claim("scope", List.of("storage.read:/"))),
        row("claim scope: 'storage.read' has no", c -> c.claim("scope", "storage.read")),
        row("claim scope: 'storage.read:' has no", c -> c.claim("scope", "storage.read:")),
        row(
            "claim scope: 'storage.create' has no",
            c -> c.claim("scope", "storage.read:/ storage.create")),
        row(
            "claim scope: 'storage.read:/%2e%2e/x'",
            c -> c.claim("scope", "storage.read:/%2e%2e/x")),
        row("claim scope: 'storage.read:/a%2Fb'", c -> c.claim("scope", "storage.read:/a%2Fb")),
        row("claim scope: 'storage.read:/a%2'", c -> c.claim("scope", "storage.read:/a%2")),
        row("claim scope: 'storage.read:/a%00'", c -> c.claim("scope", "storage.read:/a%00")),
        row("claim scope has no storage scope", c -> c.claim("scope", "compute.read")),
        row("claim scope: 'storage.read:raw'", c -> c.claim("scope", "storage.read:raw")),
        row("claim scope: 'storage.read:/../x'", c -> c.claim("scope", "storage.read:/../x")),
        row("claim scope: 'storage.read:/a/.'", c -> c.claim("scope", "storage.read:/a/.")),
        row("claim scope has no storage scope", c -> c.claim("scope", "openid profile")),
        row("claim scope has 201 entries", c -> c.claim("scope", "s ".repeat(201))),
        row("claim scope has no storage scope", c -> c.claim("scope", "storage.readx:/")),
        row("claim wlcg.groups is no list", c -> c.claim("scope", "").claim("wlcg.groups", 1)));
  }

  private static Arguments row(String reason, UnaryOperator<JWTClaimsSet.Builder> change) {
    return Arguments.of(reason, change);
  }

  @ParameterizedTest
  @MethodSource("claimsThatFail")
  void aRefusalNamesTheClaim(String reason, UnaryOperator<JWTClaimsSet.Builder> change) {
    String said = refused(signed(change.apply(claims()).build()));
    assertTrue(said.startsWith(reason), said);
  }

  @Test
  void clocksMayDifferByAMinute() {
    String late = signed(claims().expirationTime(Date.from(BEGIN.minusSeconds(59))).build());
    assertEquals("/ISSUER=iam.example.org/SUB=alice", accepted(late).dn());
    String early = signed(claims().notBeforeTime(Date.from(BEGIN.plusSeconds(60))).build());
    assertEquals("/ISSUER=iam.example.org/SUB=alice", accepted(early).dn());
  }

  @Test
  void aTokenWithoutSignatureIsRefused() {
    assertEquals(
        "the token is not a signed JWT", refused(new PlainJWT(claims().build()).serialize()));
    String[] parts = signed(claims().build()).split("\\.", -1);
    String none =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    assertEquals("the token is not a signed JWT", refused(none + "." + parts[1] + "." + parts[2]));
    assertEquals("the token is not a signed JWT", refused(parts[0] + "." + parts[1] + "."));
  }

  /** The public key is known to all: as a secret it must not be taken. */
  @Test
  void aTokenSignedWithThePublicKeyAsSecretIsRefused() throws Exception {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("r1").build(), claims().build());
    jwt.sign(new MACSigner(rsa.toRSAPublicKey().getEncoded()));
    assertEquals("header alg: HS256 is not accepted", refused(jwt.serialize()));
  }

  /** Nothing is to be fetched for it: the key of that name is known. */
  @Test
  void aTokenThatNamesAKeyOfAnotherTypeIsRefused() {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("r1").build();
    assertEquals("the signature does not hold", refused(signed(claims().build(), header, ec)));
    clock.now = BEGIN.plusSeconds(31);
    tokens.refresh();
    assertEquals(1, fetches);
  }

  @Test
  void aKeyThatTheTokenBringsAlongIsNotUsed() {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("e1").jwk(otherEc.toPublicJWK()).build();
    assertEquals("the signature does not hold", refused(signed(claims().build(), header, otherEc)));
  }

  @Test
  void aHeaderThatMustBeUnderstoodIsRefused() {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID("e1")
            .criticalParams(Set.of("novel"))
            .customParam("novel", true)
            .build();
    assertEquals("the signature does not hold", refused(signed(claims().build(), header, ec)));
  }

  @Test
  void aChangedTokenIsRefused() {
    String[] parts = signed(claims().build()).split("\\.", -1);
    String[] others = signed(claims().subject("bob").build()).split("\\.", -1);
    assertEquals(
        "the signature does not hold", refused(parts[0] + "." + others[1] + "." + parts[2]));
  }

  @Test
  void whatIsNoTokenIsRefused() {
    for (String text : List.of("", ".", "..", "a.b.c", "x".repeat(16_385), "Bearer x")) {
      refused(text);
    }
    assertEquals("the token is longer than 16384 characters", refused("x".repeat(16_385)));
  }

  @Test
  void aTokenThatCountedStopsToCountAtItsEnd() {
    String token = signed(claims().build());
    accepted(token);
    clock.now = BEGIN.plusSeconds(660);
    assertTrue(refused(token).startsWith("claim exp"));
  }

  @Test
  void aTokenThatCountedStopsToCountWhenItsKeyIsWithdrawn() {
    String token = signed(claims().build());
    accepted(token);
    published.remove(ec);
    clock.now = BEGIN.plusSeconds(300);
    tokens.refresh();
    accepted(token); // an hour has not passed
    clock.now = BEGIN.plus(Duration.ofHours(1)).minusSeconds(1);
    String fresh = signed(claims().expirationTime(Date.from(BEGIN.plusSeconds(9999))).build());
    accepted(fresh);
    clock.now = BEGIN.plus(Duration.ofHours(1));
    tokens.refresh();
    assertInstanceOf(Judgement.Later.class, tokens.judge(fresh, ""));
  }

  @Test
  void keysStayInUseWhileTheirIssuerCannotBeReached() {
    unreachable = true;
    clock.now = BEGIN.plus(Duration.ofHours(5));
    tokens.refresh();
    assertEquals(List.of(ISSUER + ": no route to host"), tokens.troubles());
    accepted(signed(claims().expirationTime(Date.from(clock.now.plusSeconds(9))).build()));
  }

  @Test
  void beforeTheKeysAreKnownClientsAreToldToComeBack() {
    unreachable = true;
    tokens = with(new TokenIssuer(ISSUER, "atlas", List.of("/atlas"), Optional.empty()));
    tokens.refresh();
    var later = assertInstanceOf(Judgement.Later.class, tokens.judge(signed(claims().build()), ""));
    assertEquals(Duration.ofSeconds(30), later.retryIn());
  }

  @Test
  void aNewKeyIsFetchedSoonAndMadeUpKeysCauseNoMoreFetches() throws Exception {
    ECKey next = new ECKeyGenerator(Curve.P_256).keyID("e2").generate();
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("e2").build();
    String token = signed(claims().build(), header, next);
    assertEquals(1, fetches);
    for (int i = 0; i < 100; i++) {
      assertInstanceOf(Judgement.Later.class, tokens.judge(token, ""));
      tokens.refresh();
    }
    assertEquals(1, fetches);
    published.add(next);
    clock.now = BEGIN.plusSeconds(30);
    tokens.refresh();
    assertEquals(2, fetches);
    accepted(token);
    clock.now = BEGIN.plusSeconds(90);
    tokens.refresh();
    assertEquals(2, fetches);
  }

  @Test
  void weakKeysAreNotUsed() {
    String encryption =
        "{\"keys\":["
            + new ECKey.Builder(ec).keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION).build()
            + "]}";
    IssuerKeys keys =
        new IssuerKeys(
            new TokenIssuer(ISSUER, "atlas", List.of("/"), Optional.empty()),
            _ -> encryption,
            clock);
    keys.refresh(Duration.ofHours(1));
    assertTrue(keys.trouble().orElseThrow().contains("no RSA key"), keys.trouble().toString());
  }
}
