package org.bora.frontend.gsi.trust;

import static org.bora.frontend.gsi.trust.ForgedGrid.INHERIT_ALL;
import static org.bora.frontend.gsi.trust.ForgedGrid.LIMITED;
import static org.bora.frontend.gsi.trust.ForgedGrid.chain;
import static org.bora.frontend.gsi.trust.ForgedGrid.elliptic;
import static org.bora.frontend.gsi.trust.ForgedGrid.name;
import static org.bora.frontend.gsi.trust.ForgedGrid.proxyCertInfo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every chain that a user, a thief or a careless authority could make, and one good one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedChainsIT {

  private static final ASN1ObjectIdentifier NOBODYS = new ASN1ObjectIdentifier("1.3.9999.1");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  private final KeyPair other = elliptic();
  private ForgedGrid grid;
  private ChainVerifier verifier;

  @BeforeAll
  void make(@TempDir Path directory) throws IOException {
    grid = new ForgedGrid(directory);
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    verifier =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
  }

  private X509Certificate proxyOfAlice() {
    return grid.proxy(grid.userSigns(), "1").sign();
  }

  private Signatory proxySigns(X509Certificate proxy) {
    return Signatory.of(proxy, grid.proxyKeys());
  }

  @TestFactory
  Stream<DynamicTest> isAccepted() {
    X509Certificate first = proxyOfAlice();
    X509Certificate second = grid.proxy(proxySigns(first), "2").sign();
    X509Certificate limited = grid.proxy(grid.userSigns(), "1", LIMITED, -1).sign();
    X509Certificate below = grid.proxy(proxySigns(limited), "2", LIMITED, -1).sign();
    X509Certificate once = grid.proxy(grid.userSigns(), "1", INHERIT_ALL, 1).sign();
    X509Certificate last = grid.proxy(proxySigns(once), "2").sign();
    return all(
        Map.of(
            "the user", chain(grid.user()),
            "a proxy", chain(first, grid.user()),
            "a proxy of a proxy", chain(second, first, grid.user()),
            "a limited proxy", chain(limited, grid.user()),
            "a limited proxy of a limited one", chain(below, limited, grid.user()),
            "as many proxies as allowed", chain(last, once, grid.user()),
            "the root at the end", chain(first, grid.user(), grid.authorityCertificate())),
        chain -> {
          var accepted = assertInstanceOf(Verdict.Accepted.class, verifier.verify(chain));
          assertEquals(ForgedGrid.ALICE, accepted.dn());
          assertEquals("", accepted.rejection());
        });
  }

  @TestFactory
  Stream<DynamicTest> aForgedUserIsRefused() {
    Signatory thief = new Signatory(grid.authority().name(), other.getPrivate());
    X500Name alice = name("CN=Alice");
    X509Certificate impostor =
        Draft.authority(thief, grid.authority().name(), other.getPublic()).sign();
    X509Certificate victim = Draft.user(grid.userSigns(), name("CN=Bob"), other.getPublic()).sign();
    X509Certificate no = // an authority says of it that it is none
        Draft.user(grid.authority(), name("CN=No Authority"), other.getPublic()).sign();
    X509Certificate last =
        Draft.of(grid.authority(), name("CN=Last"), other.getPublic())
            .with(Extension.basicConstraints, true, new BasicConstraints(0))
            .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
            .sign();
    X509Certificate beyond =
        Draft.authority(Signatory.of(last, other), name("CN=Beyond"), other.getPublic()).sign();
    return refused(
        Map.of(
            "signed by a thief of the authority's name",
            chain(Draft.user(thief, alice, other.getPublic()).sign()),
            "signed by an impostor who comes along",
            chain(Draft.user(thief, alice, other.getPublic()).sign(), impostor),
            "signed by himself",
            chain(
                Draft.user(new Signatory(alice, other.getPrivate()), alice, other.getPublic())
                    .sign()),
            "signed by another user",
            chain(victim, grid.user()),
            "signed by what is no authority",
            chain(
                Draft.user(Signatory.of(no, other), name("CN=Bob"), other.getPublic()).sign(), no),
            "signed below the last authority",
            chain(
                Draft.user(Signatory.of(beyond, other), name("CN=Bob"), other.getPublic()).sign(),
                beyond,
                last),
            "with a name that the authority may not sign",
            chain(
                Draft.user(
                        grid.authority(),
                        new X500Name("DC=test,DC=elsewhere,CN=Alice"),
                        other.getPublic())
                    .sign()),
            "expired",
            chain(
                Draft.user(grid.authority(), alice, other.getPublic())
                    .valid(DAY.negated(), HOUR.negated())
                    .sign()),
            "not yet valid",
            chain(Draft.user(grid.authority(), alice, other.getPublic()).valid(HOUR, DAY).sign())));
  }

  @TestFactory
  Stream<DynamicTest> aUserWhoseCertificateIsForSomethingElseIsRefused() {
    return refused(
        Map.of(
            "to sign certificates",
            chain(
                Draft.of(grid.authority(), name("CN=Bob"), other.getPublic())
                    .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
                    .sign()),
            "to sign mail",
            chain(withPurposes(KeyPurposeId.id_kp_emailProtection)),
            "for something unknown that must not be passed over",
            chain(
                Draft.user(grid.authority(), name("CN=Bob"), other.getPublic())
                    .with(NOBODYS, true, DERNull.INSTANCE)
                    .sign())));
  }

  @TestFactory
  Stream<DynamicTest> aForgedProxyIsRefused() {
    Signatory alice = grid.userSigns();
    X509Certificate none = grid.proxy(alice, "1", INHERIT_ALL, 0).sign();
    X509Certificate bound = grid.proxy(alice, "1", INHERIT_ALL, 1).sign();
    X509Certificate second = grid.proxy(proxySigns(bound), "2").sign();
    Map<String, X509Certificate[]> chains = new TreeMap<>();
    chains.put(
        "signed by somebody else",
        chain(
            grid.proxy(new Signatory(alice.name(), other.getPrivate()), "1").sign(), grid.user()));
    chains.put(
        "below one that allows none",
        chain(grid.proxy(proxySigns(none), "2").sign(), none, grid.user()));
    chains.put(
        "below the last allowed",
        chain(grid.proxy(proxySigns(second), "3").sign(), second, bound, grid.user()));
    chains.put("full, of a limited one", fullBelowLimited());
    chains.put("in another name", named(name("CN=Bob,CN=1")));
    chains.put("in the name of the user", named(alice.name()));
    chains.put("two names below", named(name("CN=Alice,CN=1,CN=2")));
    chains.put("below with no common name", named(name("CN=Alice,O=1")));
    chains.put("of the authority", chain(grid.proxy(grid.authority(), "1").sign()));
    chains.put("expired", proxied(grid.proxy(alice, "1").valid(DAY.negated(), HOUR.negated())));
    chains.put("not yet valid", proxied(grid.proxy(alice, "1").valid(HOUR, DAY)));
    chains.put(
        "that is an authority",
        proxied(
            grid.proxy(alice, "1")
                .with(Extension.basicConstraints, true, new BasicConstraints(true))));
    chains.put("of an unknown policy", proxied(grid.proxy(alice, "1", "1.3.9999.2", -1)));
    chains.put("independent", proxied(grid.proxy(alice, "1", "1.3.6.1.5.5.7.21.2", -1)));
    chains.put(
        "without its ProxyCertInfo",
        proxied(Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())));
    chains.put(
        "with a ProxyCertInfo that may be passed over",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .with(Draft.PROXY_CERT_INFO, false, proxyCertInfo(INHERIT_ALL, -1))));
    chains.put(
        "with a ProxyCertInfo of rubbish",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .withBytes(Draft.PROXY_CERT_INFO, true, new byte[] {0x30, 0x7f, 1})));
    chains.put(
        "with something unknown that must not be passed over",
        proxied(grid.proxy(alice, "1").with(NOBODYS, true, DERNull.INSTANCE)));
    chains.put("without its user", chain(proxyOfAlice()));
    chains.put("between which somebody else stands", withSomebodyBetween());
    chains.put("above which somebody else stands", withSomebodyAbove());
    chains.put("twenty-five deep", deep(25));
    return refused(chains);
  }

  @TestFactory
  Stream<DynamicTest> whatCanBeForgedInTheTimeOfALifeIsRefused() {
    KeyPair tiny = ForgedGrid.rsa(512);
    KeyPair small = ForgedGrid.rsa(1024);
    return refused(
        Map.of(
            "a user with RSA 512",
            chain(userWith(tiny)),
            "a user with RSA 1024",
            chain(userWith(small)),
            "a proxy with RSA 512",
            chain(proxyWith(tiny, grid.userSigns(), "SHA256withECDSA"), grid.user())));
  }

  /**
   * A robot's host certificate, as several authorities issue them: the log says what is missing.
   */
  @Test
  void aCertificateForServersAloneIsToldWhatItLacks() {
    Verdict verdict = verifier.verify(chain(withPurposes(KeyPurposeId.id_kp_serverAuth)));

    String reason = assertInstanceOf(Verdict.Refused.class, verdict).reason();
    assertTrue(reason.contains("extendedKeyUsage lacks clientAuth"), reason);
    assertTrue(reason.endsWith("/DC=test/DC=forged/CN=Bob"), reason);
  }

  @Test
  void aProxyWithTheKeyOfOldToolsIsAccepted() {
    KeyPair old = ForgedGrid.rsa(1024);

    assertInstanceOf(
        Verdict.Accepted.class,
        verifier.verify(chain(proxyWith(old, grid.userSigns(), "SHA256withECDSA"), grid.user())));
  }

  /** In the slash form that rules and maps are written in, they would be read as somebody else. */
  @TestFactory
  Stream<DynamicTest> aNameThatWouldReadAsAnotherIsRefused() {
    return refused(
        Map.of(
            "one name as two", chain(named("x/CN=Alice")),
            "with an attribute by its number", chain(named("x/2.5.4.3=Alice")),
            "one attribute as two", chain(named("Alice+OU=x")),
            "a byte spelled out", chain(named("Jos\\xC3\\xA9"))));
  }

  @TestFactory
  Stream<DynamicTest> anUnusualNameIsItsOwn() {
    Map<String, String> names =
        Map.of(
            "host/se.example.org", "/DC=test/DC=forged/CN=host/se.example.org",
            "Robot: a/b = c", "/DC=test/DC=forged/CN=Robot: a/b = c",
            "Alice\0", "/DC=test/DC=forged/CN=Alice\\x00",
            "Alice\r\nINFO", "/DC=test/DC=forged/CN=Alice\\x0D\\x0AINFO",
            "Alic\u0435", "/DC=test/DC=forged/CN=Alic\\xD0\\xB5");
    return names.entrySet().stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getValue(),
                    () -> {
                      Verdict verdict = verifier.verify(chain(named(entry.getKey())));
                      assertEquals(
                          entry.getValue(), assertInstanceOf(Verdict.Accepted.class, verdict).dn());
                    }));
  }

  /** A parser that calls itself for each level must not end the thread that shakes hands. */
  @Test
  void objectsNestedWithoutEndAreRefused() {
    byte[] nested = new byte[60_000];
    for (int at = 0; at < nested.length; at += 2) {
      nested[at] = 0x30;
      nested[at + 1] = (byte) 0x80; // of indefinite length
    }
    for (ASN1ObjectIdentifier place :
        new ASN1ObjectIdentifier[] {ForgedGrid.VOMS_EXTENSION, Extension.subjectAlternativeName}) {
      X509Certificate proxy =
          grid.proxy(grid.userSigns(), "1").withBytes(place, false, nested).sign();
      Verdict verdict = verifier.verify(chain(proxy, grid.user()));
      assertFalse(
          verdict instanceof Verdict.Accepted accepted && accepted.rejection().isEmpty(),
          verdict::toString);
    }
  }

  /** A proxy of Alice, a user named Bob whom nobody certified, Alice. */
  private X509Certificate[] withSomebodyBetween() {
    X509Certificate bob =
        Draft.user(grid.userSigns(), name("CN=Bob"), grid.proxyKeys().getPublic()).sign();
    return chain(
        grid.proxy(Signatory.of(bob, grid.proxyKeys()), "1").sign(),
        proxyOfAlice(),
        bob,
        grid.user());
  }

  /** Bob, whom nobody certified, before a proxy of Alice. */
  private X509Certificate[] withSomebodyAbove() {
    X509Certificate first = proxyOfAlice();
    X509Certificate bob = Draft.user(proxySigns(first), name("CN=Bob"), other.getPublic()).sign();
    return chain(bob, first, grid.user());
  }

  private X509Certificate[] fullBelowLimited() {
    X509Certificate limited = grid.proxy(grid.userSigns(), "1", LIMITED, -1).sign();
    return chain(grid.proxy(proxySigns(limited), "2").sign(), limited, grid.user());
  }

  private X509Certificate[] proxied(Draft proxy) {
    return chain(proxy.sign(), grid.user());
  }

  /** A proxy of Alice under a name of its maker's choice. */
  private X509Certificate[] named(X500Name subject) {
    return proxied(
        Draft.of(grid.userSigns(), subject, grid.proxyKeys().getPublic())
            .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
            .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(INHERIT_ALL, -1)));
  }

  private X509Certificate named(String commonName) {
    X500Name name =
        new X500NameBuilder(BCStyle.INSTANCE)
            .addRDN(BCStyle.DC, "test")
            .addRDN(BCStyle.DC, "forged")
            .addRDN(BCStyle.CN, new DERUTF8String(commonName))
            .build();
    return Draft.user(grid.authority(), name, other.getPublic()).sign();
  }

  private X509Certificate withPurposes(KeyPurposeId purpose) {
    return Draft.user(grid.authority(), name("CN=Bob"), other.getPublic())
        .with(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose))
        .sign();
  }

  private X509Certificate userWith(KeyPair keys) {
    return Draft.user(grid.authority(), name("CN=Bob"), keys.getPublic()).sign();
  }

  private X509Certificate proxyWith(KeyPair keys, Signatory issuer, String algorithm) {
    return Draft.bareProxy(issuer, "1", keys.getPublic())
        .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(INHERIT_ALL, -1))
        .by(algorithm)
        .sign();
  }

  private X509Certificate[] deep(int length) {
    X509Certificate[] chain = new X509Certificate[length];
    chain[length - 1] = grid.user();
    Signatory issuer = grid.userSigns();
    for (int at = length - 2; at >= 0; at--) {
      chain[at] = grid.proxy(issuer, "p").sign();
      issuer = proxySigns(chain[at]);
    }
    return chain;
  }

  private Stream<DynamicTest> refused(Map<String, X509Certificate[]> chains) {
    return all(
        chains,
        chain -> {
          assertInstanceOf(Verdict.Refused.class, verifier.verify(chain));
        });
  }

  private interface Judged {
    void judge(X509Certificate[] chain);
  }

  private static Stream<DynamicTest> all(Map<String, X509Certificate[]> chains, Judged judged) {
    return new TreeMap<>(chains)
        .entrySet().stream()
            .map(
                entry ->
                    dynamicTest(
                        entry.getKey(),
                        () ->
                            judged.judge(
                                Arrays.copyOf(entry.getValue(), entry.getValue().length))));
  }
}
