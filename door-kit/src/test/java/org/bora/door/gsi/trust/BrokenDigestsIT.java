package org.bora.door.gsi.trust;

import static org.bora.door.gsi.trust.ForgedGrid.INHERIT_ALL;
import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.bora.door.gsi.trust.ForgedGrid.name;
import static org.bora.door.gsi.trust.ForgedGrid.proxyCertInfo;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import org.bouncycastle.asn1.x500.X500Name;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Who may sign what with a digest of which collisions are known. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenDigestsIT {

  private static final String SHA_1 = "SHA1withRSA";
  private static final String SHA_256 = "SHA256withRSA";
  private static final String MD5 = "MD5withRSA";

  /** An authority that signs nothing but the one below it, which is in the directory, too. */
  private static final X500Name FAR = new X500Name("DC=test,DC=far,CN=Root");

  private static final X500Name NEAR = new X500Name("DC=test,DC=near,CN=Authority");

  private final KeyPair keys = ForgedGrid.rsa(2048);
  private final KeyPair others = ForgedGrid.rsa(2048);
  private ForgedGrid grid;
  private X509Certificate intermediate;
  private ChainVerifier verifier;

  @BeforeAll
  void make(@TempDir Path directory) throws IOException {
    grid = new ForgedGrid(directory);
    intermediate =
        Draft.authority(new Signatory(FAR, others.getPrivate()), NEAR, keys.getPublic())
            .by(SHA_1)
            .sign();
    grid.trust(intermediate, "/DC=test/DC=near/*");
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    verifier =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
  }

  private void accepted(X509Certificate... chain) {
    ChainVerdict verdict = verifier.verify(chain(chain));
    assertInstanceOf(ChainVerdict.Accepted.class, verdict, verdict::toString);
  }

  private void refusedFor(String algorithm, X509Certificate... chain) {
    var refused = assertInstanceOf(ChainVerdict.Refused.class, verifier.verify(chain(chain)));
    assertTrue(refused.reason().contains("signed with " + algorithm), refused::toString);
  }

  private X509Certificate bob(String algorithm) {
    return Draft.user(grid.authority(), name("CN=Bob"), keys.getPublic()).by(algorithm).sign();
  }

  private X509Certificate proxyOf(X509Certificate user, String algorithm) {
    return Draft.bareProxy(Signatory.of(user, keys), "1", others.getPublic())
        .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(INHERIT_ALL, -1))
        .by(algorithm)
        .sign();
  }

  @Test
  void proxiesMayBeSignedBySha1AsFtsDoes() {
    X509Certificate bob = bob(SHA_256);

    accepted(proxyOf(bob, SHA_1), bob);
  }

  @Test
  void usersMayNot() {
    X509Certificate bob = bob(SHA_1);

    refusedFor(SHA_1, bob);
    refusedFor(SHA_1, proxyOf(bob, SHA_256), bob);
  }

  @Test
  void nobodyMayBeSignedByMd5() {
    X509Certificate bob = bob(SHA_256);

    refusedFor(MD5, bob(MD5));
    refusedFor(MD5, proxyOf(bob, MD5), bob);
  }

  /** A new key under the same name, as an authority certifies it that changes its key. */
  @Test
  void anAuthorityThatSignsItselfOnTheWayIsNoExemption() {
    KeyPair old = ForgedGrid.rsa(2048);
    X509Certificate below =
        Draft.authority(grid.authority(), name("CN=Below"), old.getPublic()).sign();
    X509Certificate sound = renewed(Signatory.of(below, old), SHA_256);
    X509Certificate broken = renewed(Signatory.of(below, old), SHA_1);
    X509Certificate bob =
        Draft.user(Signatory.of(sound, others), name("CN=Bob"), keys.getPublic()).sign();

    accepted(bob, sound, below);
    refusedFor(SHA_1, bob, broken, below);
  }

  private X509Certificate renewed(Signatory itself, String algorithm) {
    return Draft.authority(itself, itself.name(), others.getPublic()).by(algorithm).sign();
  }

  @Test
  void whatIsInTheDirectoryIsBelievedWhoeverSignedIt() {
    X500Name carol = new X500Name("DC=test,DC=near,CN=Carol");
    X509Certificate user =
        Draft.user(Signatory.of(intermediate, keys), carol, others.getPublic()).sign();

    accepted(user);
    accepted(user, intermediate);
  }
}
