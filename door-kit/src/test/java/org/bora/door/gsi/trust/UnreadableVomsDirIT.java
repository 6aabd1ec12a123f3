package org.bora.door.gsi.trust;

import static org.bora.door.gsi.trust.ForgedGrid.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import org.bora.api.word.Fqan;
import org.bora.door.gsi.trust.TrustSettings.Crls;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.italiangrid.voms.asn1.VOMSACGenerator.ACGenerationProperties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be read of one VO keeps neither other VOs nor revocations from being read. */
class UnreadableVomsDirIT {

  @TempDir private Path directory;

  private ForgedGrid grid;
  private TrustSettings settings;
  private X509Certificate[] alice;

  @BeforeEach
  void make() throws IOException {
    grid = new ForgedGrid(directory);
    settings = grid.settings(Crls.IF_PRESENT);
    Instant now = Instant.now();
    var attributes =
        grid.vomsServer()
            .generateVOMSAttributeCertificate(
                EnumSet.noneOf(ACGenerationProperties.class),
                List.of("/testvo"),
                List.of(),
                List.of(),
                grid.user(),
                BigInteger.ONE,
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofHours(12))),
                "testvo",
                "voms.forged",
                15_000);
    alice =
        chain(
            grid.proxy(grid.userSigns(), "1")
                .with(
                    ForgedGrid.VOMS_EXTENSION,
                    false,
                    new DERSequence(new DERSequence(attributes.toASN1Structure())))
                .sign(),
            grid.user());
  }

  private void revokeAlice() throws IOException {
    Instant now = Instant.now();
    var list = new X509v2CRLBuilder(grid.authority().name(), Date.from(now.minusSeconds(60)));
    list.setNextUpdate(Date.from(now.plus(Duration.ofDays(1))));
    list.addCRLEntry(grid.user().getSerialNumber(), Date.from(now), CRLReason.keyCompromise);
    try {
      Files.writeString(
          grid.certificates().resolve(ForgedGrid.hash(grid.authorityCertificate()) + ".r0"),
          ForgedGrid.pem(
              list.build(
                  new JcaContentSignerBuilder("SHA256withRSA").build(grid.authority().key()))));
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private ChainVerifier verifier(TrustAnchors anchors) {
    return new ChainVerifier(anchors, settings, Clock.systemUTC());
  }

  private void assertVouchedFor(TrustAnchors anchors) {
    var verdict = assertInstanceOf(ChainVerdict.Accepted.class, verifier(anchors).verify(alice));
    assertEquals("", verdict.rejection());
    assertEquals(List.of(Fqan.parse("/testvo")), verdict.fqans());
  }

  private void assertRevoked(TrustAnchors anchors) {
    var refused = assertInstanceOf(ChainVerdict.Refused.class, verifier(anchors).verify(alice));
    assertEquals(Refusal.REVOKED, refused.cause());
  }

  @Test
  void aSiteWithoutTheDirectoryServesUsersWithoutAttributes() throws IOException {
    X509Certificate[] plain = chain(grid.proxy(grid.userSigns(), "2").sign(), grid.user());
    var elsewhere =
        new TrustSettings(
            settings.certificates(),
            directory.resolve("nowhere"),
            settings.reloadInterval(),
            settings.crls(),
            settings.namespaces(),
            settings.legacyProxies(),
            settings.invalidVoms(),
            settings.verdicts());
    var anchors = new TrustAnchors(elsewhere, Clock.systemUTC());
    assertInstanceOf(ChainVerdict.Accepted.class, verifier(anchors).verify(plain));
  }

  /** As an unreadable one does, and for root as well. */
  @Test
  void aDirectoryThatCannotBeListedHoldsUpNeitherTheStartNorARevocation() throws IOException {
    Files.createSymbolicLink(grid.vomsDir().resolve("loop"), Path.of("loop"));
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    assertVouchedFor(anchors);

    revokeAlice();
    assertTrue(anchors.refresh());
    assertRevoked(anchors);
  }

  @Test
  void aBrokenFileOfOneVoConcernsThatVoAlone() throws IOException {
    Path other = Files.createDirectories(grid.vomsDir().resolve("othervo"));
    Files.writeString(other.resolve("voms.other.lsc"), "");
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    assertVouchedFor(anchors);

    revokeAlice();
    assertTrue(anchors.refresh());
    assertRevoked(anchors);
  }

  @Test
  void aBrokenFileLeavesWhatItsVoHadInForceAndHoldsUpNoRevocation() throws IOException {
    var anchors = new TrustAnchors(settings, Clock.systemUTC());
    Files.writeString(grid.vomsDir().resolve("testvo").resolve("voms.forged.lsc"), "");
    assertTrue(anchors.refresh());
    assertVouchedFor(anchors);
    var begun = new TrustAnchors(settings, Clock.systemUTC());
    var verdict = assertInstanceOf(ChainVerdict.Accepted.class, verifier(begun).verify(alice));
    assertTrue(verdict.rejection().contains("do not hold"), verdict.rejection());

    revokeAlice();
    assertTrue(anchors.refresh());
    assertRevoked(anchors);
  }
}
