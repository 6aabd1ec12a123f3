package org.bora.door.gsi.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import org.bora.api.word.Fqan;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Certificate;
import org.italiangrid.voms.asn1.VOMSACGenerator.ACGenerationProperties;

/**
 * A proxy, with a VOMS attribute certificate in it, of which any bytes are changed before its user
 * signs it: all that a user can make. Whatever it is, it speaks for its user or nobody, with the
 * attributes that the server sealed or none. Input: changes of four bytes each, where (two), how,
 * and with what. Run by fuzz/run.
 */
public final class ChainFuzz {

  private static final int EDIT_BYTES = 4;

  private static ChainFuzz target;

  private final ForgedGrid grid;
  private final ChainVerifier verifier;
  private final X509Certificate proxy;
  private final byte[] toBeSigned;

  ChainFuzz(ForgedGrid grid) throws IOException, GeneralSecurityException {
    this.grid = grid;
    TrustSettings settings = grid.settings(TrustSettings.Crls.IF_PRESENT);
    verifier =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
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
                Date.from(now.plus(Duration.ofDays(1))),
                "testvo",
                "voms.forged",
                15000);
    proxy =
        grid.proxy(grid.userSigns(), "1")
            .with(
                ForgedGrid.VOMS_EXTENSION,
                false,
                new DERSequence(new DERSequence(attributes.toASN1Structure())))
            .sign();
    toBeSigned = proxy.getTBSCertificate();
  }

  /** Loads what takes long to load, so that no input is blamed for it. */
  public static void fuzzerInitialize() throws Exception {
    target = new ChainFuzz(new ForgedGrid(Files.createTempDirectory("chain-fuzz")));
    target.take(new byte[0]);
  }

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    target.take(input);
  }

  /** How many bytes there are to be changed. */
  int length() {
    return toBeSigned.length;
  }

  /**
   * Changes, signs and shows it.
   *
   * @return whether anybody was believed
   */
  boolean take(byte[] input) throws Exception {
    X509Certificate forged;
    try {
      forged = signed(edited(input));
    } catch (CertificateException | IOException | RuntimeException unreadable) {
      return false; // TLS does not get it through either
    }
    if (verifier.verify(new X509Certificate[] {forged, grid.user()})
        instanceof ChainVerdict.Accepted accepted) {
      boolean own = accepted.dn().equals(ForgedGrid.ALICE);
      boolean sealed =
          accepted.fqans().isEmpty() || accepted.fqans().equals(List.of(new Fqan("/testvo", "")));
      if (!own || !sealed) {
        throw new AssertionError(accepted);
      }
      return true;
    }
    return false;
  }

  private byte[] edited(byte[] input) {
    byte[] bytes = toBeSigned.clone();
    for (int at = 0; at + EDIT_BYTES <= input.length; at += EDIT_BYTES) {
      int where = (Byte.toUnsignedInt(input[at]) << 8 | Byte.toUnsignedInt(input[at + 1]));
      where %= bytes.length;
      switch (input[at + 2] & 3) {
        case 0 -> bytes[where] = input[at + 3];
        case 1 -> bytes[where] ^= input[at + 3];
        case 2 -> bytes = without(bytes, where, Math.min(input[at + 3] & 15, bytes.length - 1));
        default -> bytes = with(bytes, where, input[at + 3]);
      }
    }
    return bytes;
  }

  private static byte[] without(byte[] bytes, int where, int count) {
    int end = Math.min(where + count, bytes.length - 1);
    byte[] less = Arrays.copyOf(bytes, bytes.length - Math.max(0, end - where));
    System.arraycopy(bytes, Math.max(where, end), less, where, less.length - where);
    return less;
  }

  private static byte[] with(byte[] bytes, int where, byte value) {
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    System.arraycopy(bytes, where, more, where + 1, bytes.length - where);
    more[where] = value;
    return more;
  }

  private X509Certificate signed(byte[] changed) throws IOException, GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(grid.userSigns().key());
    signature.update(changed);
    var whole = new ASN1EncodableVector();
    whole.add(ASN1Primitive.fromByteArray(changed));
    whole.add(AlgorithmIdentifier.getInstance(algorithm()));
    whole.add(new DERBitString(signature.sign()));
    byte[] der = new DERSequence(whole).getEncoded();
    return (X509Certificate)
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }

  private ASN1Primitive algorithm() throws IOException, CertificateException {
    var certificate = Certificate.getInstance(proxy.getEncoded());
    return certificate.getSignatureAlgorithm().toASN1Primitive();
  }
}
