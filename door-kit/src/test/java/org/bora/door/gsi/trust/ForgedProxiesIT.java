package org.bora.door.gsi.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.bora.door.gsi.trust.ForgedGrid.INHERIT_ALL;
import static org.bora.door.gsi.trust.ForgedGrid.LIMITED;
import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.bora.door.gsi.trust.ForgedGrid.name;
import static org.bora.door.gsi.trust.ForgedGrid.proxyCertInfo;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every proxy that its maker had no right to make, or that no tool makes. */
class ForgedProxiesIT extends OnForgedGrid {

  @TestFactory
  Stream<DynamicTest> aForgedProxyIsRefused() {
    Signatory alice = grid.userSigns();
    X509Certificate none = grid.proxy(alice, "1", INHERIT_ALL, 0).sign();
    X509Certificate bound = grid.proxy(alice, "1", INHERIT_ALL, 1).sign();
    X509Certificate second = grid.proxy(chains.signs(bound), "2").sign();
    Map<String, X509Certificate[]> forged = new TreeMap<>();
    forged.put(
        "signed by somebody else",
        chain(
            grid.proxy(new Signatory(alice.name(), other.getPrivate()), "1").sign(), grid.user()));
    forged.put(
        "below one that allows none",
        chain(grid.proxy(chains.signs(none), "2").sign(), none, grid.user()));
    forged.put(
        "below the last allowed",
        chain(grid.proxy(chains.signs(second), "3").sign(), second, bound, grid.user()));
    forged.put("full, of a limited one", fullBelowLimited());
    forged.put("in another name", named(name("CN=Bob,CN=1")));
    forged.put("in the name of the user", named(alice.name()));
    forged.put("two names below", named(name("CN=Alice,CN=1,CN=2")));
    forged.put("below with no common name", named(name("CN=Alice,O=1")));
    forged.put("of the authority", chain(grid.proxy(grid.authority(), "1").sign()));
    forged.put("expired", proxied(grid.proxy(alice, "1").valid(DAY.negated(), HOUR.negated())));
    forged.put("not yet valid", proxied(grid.proxy(alice, "1").valid(HOUR, DAY)));
    forged.put(
        "that is an authority",
        proxied(
            grid.proxy(alice, "1")
                .with(Extension.basicConstraints, true, new BasicConstraints(true))));
    forged.put("of an unknown policy", proxied(grid.proxy(alice, "1", "1.3.9999.2", -1)));
    forged.put("independent", proxied(grid.proxy(alice, "1", "1.3.6.1.5.5.7.21.2", -1)));
    forged.put(
        "without its ProxyCertInfo",
        proxied(Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())));
    forged.put(
        "with a ProxyCertInfo that may be passed over",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .with(Draft.PROXY_CERT_INFO, false, proxyCertInfo(INHERIT_ALL, -1))));
    forged.put(
        "with a ProxyCertInfo of rubbish",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .withBytes(Draft.PROXY_CERT_INFO, true, new byte[] {0x30, 0x7f, 1})));
    forged.put(
        "with something unknown that must not be passed over",
        proxied(grid.proxy(alice, "1").with(NOBODYS, true, DERNull.INSTANCE)));
    forged.put(
        "that inherits all and has a policy besides",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .with(Draft.PROXY_CERT_INFO, true, inheritAllAnd("only on Sundays"))));
    forged.put(
        "with a negative path length",
        proxied(
            Draft.bareProxy(alice, "1", grid.proxyKeys().getPublic())
                .with(Draft.PROXY_CERT_INFO, true, lengthOf(-1))));
    forged.put(
        "that signs certificates",
        proxied(
            Draft.of(alice, Draft.below(alice.name(), "1"), grid.proxyKeys().getPublic())
                .with(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign))
                .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(INHERIT_ALL, -1))));
    forged.put("without its user", chain(chains.proxyOfAlice()));
    forged.put("between which somebody else stands", withSomebodyBetween());
    forged.put("above which somebody else stands", withSomebodyAbove());
    forged.put("twenty-five deep", deep(25));
    return chains.refused(forged);
  }

  @Test
  void aProxyWithTheKeyOfOldToolsIsAccepted() {
    KeyPair old = ForgedGrid.rsa(1024);

    assertInstanceOf(
        ChainVerdict.Accepted.class,
        chains.verifier().verify(chain(grid.proxyFor(old.getPublic()), grid.user())));
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
      ChainVerdict verdict = chains.verifier().verify(chain(proxy, grid.user()));
      assertFalse(
          verdict instanceof ChainVerdict.Accepted accepted && accepted.rejection().isEmpty(),
          verdict::toString);
    }
  }

  /** A proxy of Alice, a user named Bob whom nobody certified, Alice. */
  private X509Certificate[] withSomebodyBetween() {
    X509Certificate bob =
        Draft.user(grid.userSigns(), name("CN=Bob"), grid.proxyKeys().getPublic()).sign();
    return chain(
        grid.proxy(Signatory.of(bob, grid.proxyKeys()), "1").sign(),
        chains.proxyOfAlice(),
        bob,
        grid.user());
  }

  /** Bob, whom nobody certified, before a proxy of Alice. */
  private X509Certificate[] withSomebodyAbove() {
    X509Certificate first = chains.proxyOfAlice();
    X509Certificate bob = Draft.user(chains.signs(first), name("CN=Bob"), other.getPublic()).sign();
    return chain(bob, first, grid.user());
  }

  private static DERSequence inheritAllAnd(String policy) {
    return new DERSequence(
        new DERSequence(
            new ASN1Encodable[] {
              new ASN1ObjectIdentifier(INHERIT_ALL), new DEROctetString(policy.getBytes(UTF_8))
            }));
  }

  private static DERSequence lengthOf(int pathLength) {
    return new DERSequence(
        new ASN1Encodable[] {
          new ASN1Integer(pathLength), new DERSequence(new ASN1ObjectIdentifier(INHERIT_ALL))
        });
  }

  private X509Certificate[] fullBelowLimited() {
    X509Certificate limited = grid.proxy(grid.userSigns(), "1", LIMITED, -1).sign();
    return chain(grid.proxy(chains.signs(limited), "2").sign(), limited, grid.user());
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

  private X509Certificate[] deep(int length) {
    X509Certificate[] chain = new X509Certificate[length];
    chain[length - 1] = grid.user();
    Signatory issuer = grid.userSigns();
    for (int at = length - 2; at >= 0; at--) {
      chain[at] = grid.proxy(issuer, "p").sign();
      issuer = chains.signs(chain[at]);
    }
    return chain;
  }
}
