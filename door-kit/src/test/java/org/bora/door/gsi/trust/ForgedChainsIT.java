package org.bora.door.gsi.trust;

import static org.bora.door.gsi.trust.ForgedGrid.INHERIT_ALL;
import static org.bora.door.gsi.trust.ForgedGrid.LIMITED;
import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.bora.door.gsi.trust.ForgedGrid.name;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.stream.Stream;
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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every chain that a user, a thief or a careless authority could make, and one good one. */
class ForgedChainsIT extends OnForgedGrid {

  @TestFactory
  Stream<DynamicTest> isAccepted() {
    X509Certificate first = chains.proxyOfAlice();
    X509Certificate second = grid.proxy(chains.signs(first), "2").sign();
    X509Certificate limited = grid.proxy(grid.userSigns(), "1", LIMITED, -1).sign();
    X509Certificate below = grid.proxy(chains.signs(limited), "2", LIMITED, -1).sign();
    X509Certificate once = grid.proxy(grid.userSigns(), "1", INHERIT_ALL, 1).sign();
    X509Certificate last = grid.proxy(chains.signs(once), "2").sign();
    return chains.each(
        Map.of(
            "the user", chain(grid.user()),
            "a proxy", chain(first, grid.user()),
            "a proxy of a proxy", chain(second, first, grid.user()),
            "a limited proxy", chain(limited, grid.user()),
            "a limited proxy of a limited one", chain(below, limited, grid.user()),
            "as many proxies as allowed", chain(last, once, grid.user()),
            "the root at the end", chain(first, grid.user(), grid.authorityCertificate())),
        chain -> {
          var accepted =
              assertInstanceOf(ChainVerdict.Accepted.class, chains.verifier().verify(chain));
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
    return chains.refused(
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
    return chains.refused(
        Map.of(
            "to sign certificates",
            chain(
                Draft.of(grid.authority(), name("CN=Bob"), other.getPublic())
                    .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
                    .sign()),
            "to be an authority",
            chain(
                Draft.of(grid.authority(), name("CN=Sub Authority"), other.getPublic())
                    .with(Extension.basicConstraints, true, new BasicConstraints(true))
                    .with(
                        Extension.keyUsage,
                        true,
                        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign))
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
  Stream<DynamicTest> whatCanBeForgedInTheTimeOfALifeIsRefused() {
    KeyPair tiny = ForgedGrid.rsa(512);
    KeyPair small = ForgedGrid.rsa(1024);
    return chains.refused(
        Map.of(
            "a user with RSA 512",
            chain(userWith(tiny)),
            "a user with RSA 1024",
            chain(userWith(small)),
            "a proxy with RSA 512",
            chain(grid.proxyFor(tiny.getPublic()), grid.user())));
  }

  /**
   * A robot's host certificate, as several authorities issue them: the log says what is missing.
   */
  @Test
  void aCertificateForServersAloneIsToldWhatItLacks() {
    ChainVerdict verdict =
        chains.verifier().verify(chain(withPurposes(KeyPurposeId.id_kp_serverAuth)));

    String reason = assertInstanceOf(ChainVerdict.Refused.class, verdict).reason();
    assertTrue(reason.contains("extendedKeyUsage lacks clientAuth"), reason);
    assertTrue(reason.endsWith("/DC=test/DC=forged/CN=Bob"), reason);
  }

  /** In the slash form that rules and maps are written in, they would be read as somebody else. */
  @TestFactory
  Stream<DynamicTest> aNameThatWouldReadAsAnotherIsRefused() {
    return chains.refused(
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
                      ChainVerdict verdict = chains.verifier().verify(chain(named(entry.getKey())));
                      assertEquals(
                          entry.getValue(),
                          assertInstanceOf(ChainVerdict.Accepted.class, verdict).dn());
                    }));
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
}
