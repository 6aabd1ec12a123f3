package org.bora.door.gsi.trust;

import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.bora.door.gsi.trust.TrustSettings.Crls;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.IssuingDistributionPoint;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.italiangrid.voms.asn1.VOMSACGenerator.ACGenerationProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists that are missing, old, forged, broken or huge. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RevocationListsIT {

  private static final Duration DAY = Duration.ofDays(1);

  private ForgedGrid grid;
  private X509Certificate[] alice;
  private KeyPair strangerKeys;
  private X509Certificate stranger;

  @BeforeAll
  void make(@TempDir Path directory) throws IOException {
    grid = new ForgedGrid(directory);
    alice = chain(grid.proxy(grid.userSigns(), "1").sign(), grid.user());
    strangerKeys = ForgedGrid.rsa(2048);
    X500Name name = new X500Name("DC=test,DC=stranger,CN=Authority");
    stranger =
        Draft.authority(
                new Signatory(name, strangerKeys.getPrivate()), name, strangerKeys.getPublic())
            .sign();
    grid.trust(stranger, "/DC=test/DC=stranger/*");
  }

  @AfterEach
  void withdraw() throws IOException {
    Files.deleteIfExists(published());
  }

  private ChainVerdict verdict(Crls crls) throws IOException {
    TrustSettings settings = grid.settings(crls);
    return new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC())
        .verify(alice);
  }

  private void publish(String text) throws IOException {
    Files.writeString(published(), text);
  }

  private Path published() {
    return grid.certificates().resolve(ForgedGrid.hash(grid.authorityCertificate()) + ".r0");
  }

  private static String list(Signatory by, Duration until, BigInteger... revoked) {
    return list(by, until, _ -> {}, revoked);
  }

  /** A list that may be changed before it is signed. */
  private interface Change {
    void to(X509v2CRLBuilder list) throws IOException;
  }

  private static String list(Signatory by, Duration until, Change change, BigInteger... revoked) {
    Instant now = Instant.now();
    var list = new X509v2CRLBuilder(by.name(), Date.from(now.minus(DAY.multipliedBy(3))));
    list.setNextUpdate(Date.from(now.plus(until)));
    try {
      change.to(list);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (BigInteger serial : revoked) {
      list.addCRLEntry(serial, Date.from(now.minus(DAY)), CRLReason.keyCompromise);
    }
    try {
      X509CRLHolder signed =
          list.build(new JcaContentSignerBuilder("SHA256withRSA").build(by.key()));
      return ForgedGrid.pem(signed);
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void refused(Refusal cause, ChainVerdict verdict) {
    assertEquals(cause, assertInstanceOf(ChainVerdict.Refused.class, verdict).cause());
  }

  @Test
  void aMissingOneIsPassedOverUnlessItIsRequired() throws IOException {
    assertInstanceOf(ChainVerdict.Accepted.class, verdict(Crls.IF_PRESENT));
    refused(Refusal.UNTRUSTED, verdict(Crls.REQUIRE));
  }

  @Test
  void whoIsOnItIsRefused() throws IOException {
    publish(list(grid.authority(), DAY, grid.user().getSerialNumber()));
    refused(Refusal.REVOKED, verdict(Crls.IF_PRESENT));
    refused(Refusal.REVOKED, verdict(Crls.REQUIRE));
  }

  @Test
  void onePastItsDateLetsNobodyInAndIsCalledThat() throws IOException {
    publish(list(grid.authority(), DAY.negated()));
    for (Crls crls : new Crls[] {Crls.IF_PRESENT, Crls.REQUIRE}) {
      var refused = assertInstanceOf(ChainVerdict.Refused.class, verdict(crls));
      assertEquals(Refusal.UNTRUSTED, refused.cause());
      assertTrue(
          refused
              .reason()
              .startsWith("the revocation list of /DC=test/DC=forged/CN=Authority at this service"),
          refused.reason());
      assertTrue(refused.reason().contains("fetch-crl"), refused.reason());
    }
    assertInstanceOf(ChainVerdict.Accepted.class, verdict(Crls.IGNORE));
  }

  @Test
  void oneThatTheAuthorityDidNotSignLetsNobodyIn() throws IOException {
    KeyPair other = ForgedGrid.rsa(2048);
    publish(list(new Signatory(grid.authority().name(), other.getPrivate()), DAY));
    var refused = assertInstanceOf(ChainVerdict.Refused.class, verdict(Crls.IF_PRESENT));
    assertFalse(refused.reason().contains("ran out"), refused.reason());
    assertInstanceOf(ChainVerdict.Refused.class, verdict(Crls.REQUIRE));
  }

  @Test
  void oneThatCannotBeReadIsNoneWhereItIsRequired() throws IOException {
    publish("-----BEGIN X509 CRL-----\nrubbish\n-----END X509 CRL-----\n");
    assertInstanceOf(ChainVerdict.Refused.class, verdict(Crls.REQUIRE));
  }

  /** The largest of the grid have tens of thousands of entries. */
  @Test
  @Timeout(60)
  void aHugeOneIsReadAndCounts() throws IOException {
    BigInteger[] many =
        IntStream.range(0, 20_000).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
    many[19_999] = grid.user().getSerialNumber();
    publish(list(grid.authority(), DAY, many));

    refused(Refusal.REVOKED, verdict(Crls.IF_PRESENT));
  }

  /** As downloads leave them that break off, and a good one of another trusted authority. */
  private List<String> broken() {
    String whole = list(grid.authority(), DAY, grid.user().getSerialNumber());
    return List.of(
        "",
        "<html>503 Service Unavailable</html>",
        whole.substring(0, whole.length() / 2),
        "-----BEGIN X509 CRL-----\nrubbish\n-----END X509 CRL-----\n",
        list(Signatory.of(stranger, strangerKeys), DAY));
  }

  /** The library has its own opinion on each of them, so that the reason may be another one. */
  @Test
  void onesThatDoNotSayWhichUsersAreRevokedLetNoneOfThemIn() throws IOException {
    for (Change change : partial()) {
      publish(list(grid.authority(), DAY, grid.user().getSerialNumber()));
      TrustSettings settings = grid.settings(Crls.IF_PRESENT);
      var anchors = new TrustAnchors(settings, Clock.systemUTC());
      publish(list(grid.authority(), DAY, change));
      assertTrue(anchors.refresh());

      assertEquals(1, anchors.unusableLists());
      assertInstanceOf(
          ChainVerdict.Refused.class,
          new ChainVerifier(anchors, settings, Clock.systemUTC()).verify(alice));
    }
  }

  private static List<Change> partial() {
    return List.of(
        list -> list.addExtension(Extension.deltaCRLIndicator, true, new CRLNumber(BigInteger.ONE)),
        list ->
            list.addExtension(
                Extension.issuingDistributionPoint,
                true,
                new IssuingDistributionPoint(null, false, false, null, false, true)));
  }

  @Test
  void aBrokenOneLeavesTheLastGoodOneInForce() throws IOException {
    for (Crls crls : new Crls[] {Crls.IF_PRESENT, Crls.REQUIRE}) {
      for (String broken : broken()) {
        publish(list(grid.authority(), DAY, grid.user().getSerialNumber()));
        TrustSettings settings = grid.settings(crls);
        var anchors = new TrustAnchors(settings, Clock.systemUTC());
        var verifier = new ChainVerifier(anchors, settings, Clock.systemUTC());
        refused(Refusal.REVOKED, verifier.verify(alice));

        publish(broken);
        assertTrue(anchors.refresh());
        refused(Refusal.REVOKED, verifier.verify(alice));

        publish(list(grid.authority(), DAY));
        assertTrue(anchors.refresh());
        assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(alice));
      }
    }
  }

  @Test
  void whoIsNotOnTheLastGoodOneGetsInUntilItRunsOut() throws IOException {
    publish(list(grid.authority(), Duration.ofHours(2)));
    TrustSettings settings = grid.settings(Crls.REQUIRE);
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    publish("");
    assertTrue(anchors.refresh());

    assertInstanceOf(
        ChainVerdict.Accepted.class,
        new ChainVerifier(anchors, settings, Clock.systemUTC()).verify(alice));

    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(3));
    var refused =
        assertInstanceOf(
            ChainVerdict.Refused.class, new ChainVerifier(anchors, settings, later).verify(alice));
    assertTrue(refused.reason().contains("ran out"), refused.reason());
  }

  @Test
  void aRememberedVerdictEndsWithTheListThatItRestsOn() throws IOException {
    publish(list(grid.authority(), Duration.ofHours(2)));
    TrustSettings settings = remembering(Duration.ofDays(1));
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    var clock = new SetClock(Instant.now());
    var verifier = new ChainVerifier(anchors, settings, clock);
    assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(alice));
    assertEquals(1, verifier.remembered());

    clock.set(Instant.now().plus(Duration.ofMinutes(119)));
    var last = assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(alice));
    assertTrue(last.until().isBefore(clock.instant().plus(Duration.ofMinutes(2))), last.toString());
    clock.set(Instant.now().plus(Duration.ofMinutes(121)));
    var refused = assertInstanceOf(ChainVerdict.Refused.class, verifier.verify(alice));
    assertTrue(refused.reason().contains("ran out"), refused.reason());
  }

  @Test
  void aVerdictOnAttributesEndsWithTheListOfTheVomsServersAuthority() throws Exception {
    X509Certificate[] mapped = vouchedFor();
    publish(list(grid.authority(), Duration.ofHours(2)));
    TrustSettings settings = remembering(Duration.ofDays(1));
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    var verifier = new ChainVerifier(anchors, settings, Clock.systemUTC());

    var verdict = assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(mapped));
    assertEquals("", verdict.rejection());
    assertTrue(verdict.until().isBefore(Instant.now().plus(Duration.ofHours(2))));

    publish(list(grid.authority(), DAY, grid.vomsCertificate().getSerialNumber()));
    assertTrue(anchors.refresh());
    publish("");
    assertTrue(anchors.refresh());
    assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(alice));
    var rejected = assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(mapped));
    assertTrue(rejected.rejection().contains("revoked"), rejected.rejection());
  }

  private X509Certificate[] vouchedFor() {
    var attributes =
        grid.vomsServer()
            .generateVOMSAttributeCertificate(
                EnumSet.noneOf(ACGenerationProperties.class),
                List.of("/testvo"),
                List.of(),
                List.of(),
                grid.user(),
                BigInteger.TEN,
                Date.from(Instant.now().minusSeconds(60)),
                Date.from(Instant.now().plus(Duration.ofHours(12))),
                "testvo",
                "voms.forged",
                15_000);
    return chain(
        grid.proxy(grid.userSigns(), "2")
            .with(
                ForgedGrid.VOMS_EXTENSION,
                false,
                new DERSequence(new DERSequence(attributes.toASN1Structure())))
            .sign(),
        grid.user());
  }

  private TrustSettings remembering(Duration age) {
    TrustSettings usual = grid.settings(Crls.IF_PRESENT);
    return new TrustSettings(
        usual.certificates(),
        usual.vomsDir(),
        usual.reloadInterval(),
        usual.crls(),
        usual.namespaces(),
        usual.legacyProxies(),
        usual.invalidVoms(),
        new VerdictCache.Settings(10, age));
  }

  @Test
  void aBrokenOneThatWasNeverGoodLetsNobodyIn() throws IOException {
    for (String broken : broken()) {
      publish(broken);
      for (Crls crls : new Crls[] {Crls.IF_PRESENT, Crls.REQUIRE}) {
        var refused = assertInstanceOf(ChainVerdict.Refused.class, verdict(crls));
        assertEquals(Refusal.UNTRUSTED, refused.cause());
        assertTrue(refused.reason().contains("cannot be used"), refused.reason());
      }
    }
  }

  @Test
  void bothListsOfAFileCount() throws IOException {
    String empty = list(grid.authority(), DAY);
    String full = list(grid.authority(), DAY, grid.user().getSerialNumber());

    publish(empty + full);
    refused(Refusal.REVOKED, verdict(Crls.IF_PRESENT));

    publish(full + empty);
    refused(Refusal.REVOKED, verdict(Crls.IF_PRESENT));
  }
}
