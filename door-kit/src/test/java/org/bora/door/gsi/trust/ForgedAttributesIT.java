package org.bora.door.gsi.trust;

import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.bora.door.gsi.trust.ForgedGrid.name;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509AttributeCertificateHolder;
import org.italiangrid.voms.asn1.VOMSACGenerator;
import org.italiangrid.voms.asn1.VOMSACGenerator.ACGenerationProperties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Attribute certificates of every bad kind: none of them gives anybody a right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedAttributesIT {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final List<String> NOWHERE_ELSE = List.of();

  private final KeyPair other = ForgedGrid.rsa(2048);
  private ForgedGrid grid;
  private ChainVerifier verifier;
  private X509Certificate bob;

  @BeforeAll
  void make(@TempDir Path directory) throws IOException {
    grid = new ForgedGrid(directory);
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    verifier =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
    bob = Draft.user(grid.authority(), name("CN=Bob"), other.getPublic()).sign();
  }

  /** An attribute certificate of the VO that a server serves. */
  private record Sealed(
      VOMSACGenerator server,
      String vo,
      X509Certificate holder,
      List<String> targets,
      Duration begin,
      Duration end,
      List<ACGenerationProperties> oddities,
      String host) {

    Sealed(
        VOMSACGenerator server,
        String vo,
        X509Certificate holder,
        List<String> targets,
        Duration begin,
        Duration end,
        List<ACGenerationProperties> oddities) {
      this(server, vo, holder, targets, begin, end, oddities, "voms.forged");
    }

    Sealed by(VOMSACGenerator other) {
      return new Sealed(other, vo, holder, targets, begin, end, oddities, host);
    }

    Sealed from(String other) {
      return new Sealed(server, vo, holder, targets, begin, end, oddities, other);
    }

    X509AttributeCertificateHolder with(String... fqans) {
      EnumSet<ACGenerationProperties> odd = EnumSet.noneOf(ACGenerationProperties.class);
      odd.addAll(oddities);
      Instant now = Instant.now();
      return server.generateVOMSAttributeCertificate(
          odd,
          List.of(fqans),
          List.of(),
          targets,
          holder,
          BigInteger.valueOf(7),
          Date.from(now.plus(begin)),
          Date.from(now.plus(end)),
          vo,
          host,
          15000);
    }
  }

  private Sealed sealed(VOMSACGenerator server, String vo, X509Certificate holder) {
    return new Sealed(server, vo, holder, NOWHERE_ELSE, HOUR.negated(), HOUR, List.of());
  }

  private Sealed good() {
    return sealed(grid.vomsServer(), "testvo", grid.user());
  }

  private Sealed odd(ACGenerationProperties oddity) {
    return new Sealed(
        grid.vomsServer(),
        "testvo",
        grid.user(),
        NOWHERE_ELSE,
        HOUR.negated(),
        HOUR,
        List.of(oddity));
  }

  private X509Certificate proxy(X509AttributeCertificateHolder... attributes) {
    var all = new ASN1EncodableVector();
    for (X509AttributeCertificateHolder one : attributes) {
      all.add(one.toASN1Structure());
    }
    return grid.proxy(grid.userSigns(), "1")
        .with(ForgedGrid.VOMS_EXTENSION, false, new DERSequence(new DERSequence(all)))
        .sign();
  }

  private ChainVerdict.Accepted verdict(X509Certificate... chain) {
    return assertInstanceOf(ChainVerdict.Accepted.class, verifier.verify(chain(chain)));
  }

  @Test
  void goodOnesCount() {
    assertEquals("[/testvo/prod]", fqans(proxy(good().with("/testvo/prod"))));
  }

  @Test
  void goodOnesOfAServerWithAnEllipticKeyCountAndBadOnesDoNot() throws IOException {
    KeyPair keys = ForgedGrid.elliptic();
    X500Name name = name("CN=Elliptic Authority");
    X509Certificate above =
        Draft.authority(new Signatory(name, keys.getPrivate()), name, keys.getPublic()).sign();
    grid.trust(above, "/DC=test/DC=forged/*");
    Signatory signs = Signatory.of(above, keys);
    KeyPair serverKeys = ForgedGrid.elliptic();
    X509Certificate server =
        Draft.user(signs, name("CN=voms.elliptic"), serverKeys.getPublic()).sign();
    grid.vouches("voms.elliptic", server);
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    var reread =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
    Sealed good = good().by(ForgedGrid.vomsServer(server, serverKeys)).from("voms.elliptic");
    byte[] broken = good.with("/testvo").getEncoded();
    broken[broken.length - 1] ^= 1; // of its seal

    ChainVerdict.Accepted counts =
        assertInstanceOf(
            ChainVerdict.Accepted.class,
            reread.verify(chain(proxy(good.with("/testvo/prod")), grid.user())));
    ChainVerdict.Accepted forged =
        assertInstanceOf(
            ChainVerdict.Accepted.class,
            reread.verify(chain(proxy(new X509AttributeCertificateHolder(broken)), grid.user())));

    assertEquals("", counts.rejection());
    assertEquals("[/testvo/prod]", counts.fqans().toString());
    assertNotEquals("", forged.rejection());
    assertEquals(List.of(), forged.fqans());
  }

  @Test
  void goodOnesCountThroughAProxyOfTheProxy() {
    X509Certificate first = proxy(good().with("/testvo"));
    X509Certificate second = grid.proxy(Signatory.of(first, grid.proxyKeys()), "2").sign();

    assertEquals("[/testvo]", verdict(second, first, grid.user()).fqans().toString());
  }

  @TestFactory
  Stream<DynamicTest> badOnesAreTold() {
    X509Certificate lookalike = // the name of the VOMS server, certified by nobody
        Draft.user(
                new Signatory(grid.authority().name(), other.getPrivate()),
                name("CN=voms.forged"),
                other.getPublic())
            .sign();
    Duration day = Duration.ofDays(1);
    var server = grid.vomsServer();
    Map<String, X509AttributeCertificateHolder> bad = new TreeMap<>();
    bad.put(
        "expired",
        new Sealed(
                server,
                "testvo",
                grid.user(),
                NOWHERE_ELSE,
                day.negated(),
                HOUR.negated(),
                List.of())
            .with("/testvo"));
    bad.put(
        "not yet valid",
        new Sealed(server, "testvo", grid.user(), NOWHERE_ELSE, HOUR, day, List.of())
            .with("/testvo"));
    bad.put("of another holder", sealed(server, "testvo", bob).with("/testvo"));
    bad.put(
        "for another service",
        new Sealed(
                server,
                "testvo",
                grid.user(),
                List.of("se.elsewhere.org"),
                HOUR.negated(),
                HOUR,
                List.of())
            .with("/testvo"));
    bad.put(
        "with rubbish for a signature",
        odd(ACGenerationProperties.FAKE_SIGNATURE_BITS).with("/testvo"));
    bad.put(
        "with something unknown that must not be passed over",
        odd(ACGenerationProperties.INCLUDE_FAKE_CRITICAL_EXTENSION).with("/testvo"));
    bad.put(
        "without the certificate of its server",
        odd(ACGenerationProperties.SKIP_AC_CERTS_EXTENSION).with("/testvo"));
    bad.put(
        "of a server that no LSC file names",
        sealed(ForgedGrid.vomsServer(bob, other), "testvo", grid.user()).with("/testvo"));
    bad.put(
        "of somebody in the name of the server",
        sealed(ForgedGrid.vomsServer(lookalike, other), "testvo", grid.user()).with("/testvo"));
    bad.put("that vouches for another VO", good().with("/testvo", "/atlas/Role=production"));
    bad.put("that vouches for no group", good().with("production"));
    return bad.entrySet().stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getKey(),
                    () -> {
                      ChainVerdict.Accepted verdict = verdict(proxy(entry.getValue()), grid.user());
                      assertNotEquals("", verdict.rejection());
                      assertEquals(List.of(), verdict.fqans());
                    }));
  }

  @Test
  void oneBadAmongGoodOnesSpoilsThemAll() {
    var stolen = sealed(grid.vomsServer(), "testvo", bob).with("/testvo");

    assertNotEquals("", verdict(proxy(good().with("/testvo"), stolen), grid.user()).rejection());
  }

  @Test
  void thoseOfAVoThatTheSiteDoesNotKnowAreNone() {
    var elsewhere = sealed(grid.vomsServer(), "othervo", grid.user()).with("/othervo");
    ChainVerdict.Accepted verdict = verdict(proxy(elsewhere), grid.user());

    assertEquals(List.of(), verdict.fqans());
    assertEquals("", verdict.rejection());
  }

  @Test
  void thoseThatComeAlongBesideThePathAreNone() {
    X509Certificate plain = grid.proxy(grid.userSigns(), "1").sign();
    X509Certificate beside = proxy(good().with("/testvo"));

    assertInstanceOf(
        ChainVerdict.Refused.class, verifier.verify(chain(plain, grid.user(), beside)));
  }

  @Test
  void rubbishInTheirPlaceIsTold() {
    for (byte[] rubbish : List.of(new byte[0], new byte[] {0x30, 0x7f}, new byte[5000])) {
      X509Certificate proxy =
          grid.proxy(grid.userSigns(), "1")
              .withBytes(ForgedGrid.VOMS_EXTENSION, false, rubbish)
              .sign();
      ChainVerdict.Accepted verdict = verdict(proxy, grid.user());
      assertEquals(List.of(), verdict.fqans());
      assertEquals("The VOMS attributes cannot be read.", verdict.rejection());
    }
  }

  /** Who takes his attributes out of the chain is a caller without: they are in signed parts. */
  @Test
  void strippedOnesAreNone() {
    X509Certificate plain = grid.proxy(grid.userSigns(), "1").sign();
    assertEquals(List.of(), verdict(plain, grid.user()).fqans());
  }

  private String fqans(X509Certificate proxy) {
    ChainVerdict.Accepted verdict = verdict(proxy, grid.user());
    assertEquals("", verdict.rejection());
    return verdict.fqans().toString();
  }
}
