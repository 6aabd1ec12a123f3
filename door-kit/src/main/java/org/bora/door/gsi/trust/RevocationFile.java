package org.bora.door.gsi.trust;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import eu.emi.security.authn.x509.helpers.trust.OpensslTruststoreHelper;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.IssuingDistributionPoint;
import org.bouncycastle.asn1.x509.TBSCertList;
import org.bouncycastle.cert.CertException;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;

/** Reads one file of revocation lists: one list in DER, or any number of lists in PEM. */
final class RevocationFile {

  /**
   * One revocation list.
   *
   * @param authority that issued it
   * @param end its nextUpdate; empty if it has none (RFC 5280 section 5.1.2.5 requires one)
   * @param revoked serial numbers of the authority's certificates
   */
  record Listed(X500Principal authority, Optional<Instant> end, Set<BigInteger> revoked) {

    Listed {
      revoked = Set.copyOf(revoked);
    }
  }

  private static final int HASH_LENGTH = 8;

  private RevocationFile() {}

  /** Whether a file is named as one of this authority's, by the hash of its name. */
  static boolean isOf(X500Principal authority, String file) {
    String hash = file.substring(0, HASH_LENGTH);
    return hash.equals(OpensslTruststoreHelper.getOpenSSLCAHash(authority, true))
        || hash.equals(OpensslTruststoreHelper.getOpenSSLCAHash(authority, false));
  }

  /**
   * Reads all lists of a file. Lists of authorities without a trust anchor are left out, because
   * their signatures cannot be verified.
   *
   * @param anchors by subject; several if an authority has renewed its certificate
   * @throws IOException if the file is empty or truncated, has no complete list of its authority,
   *     or has one with an invalid signature; the message says which
   */
  static List<Listed> read(Path file, Map<X500Principal, List<X509Certificate>> anchors)
      throws IOException {
    List<X509CRLHolder> found = lists(Files.readAllBytes(file));
    requireItsOwn(found, file.getFileName().toString());
    List<Listed> lists = new ArrayList<>();
    for (X509CRLHolder list : found) {
      X500Principal authority = authority(list);
      List<X509Certificate> signers = anchors.get(authority);
      if (signers != null) {
        verify(list, authority, signers);
        lists.add(
            new Listed(
                authority,
                Optional.ofNullable(list.getNextUpdate()).map(date -> date.toInstant()),
                revoked(list)));
      }
    }
    return lists;
  }

  /** Without this a good list of another authority would take the place of the right one. */
  private static void requireItsOwn(List<X509CRLHolder> found, String file) throws IOException {
    Set<String> strangers = new TreeSet<>();
    boolean partial = false;
    for (X509CRLHolder list : found) {
      X500Principal authority = authority(list);
      if (!isOf(authority, file)) {
        strangers.add(SlashName.of(authority));
      } else if (isPartial(list)) {
        partial = true;
      } else {
        return;
      }
    }
    throw new IOException(
        partial
            ? "it contains no whole list of its authority, only changes to one or a list of"
                + " attribute certificates"
            : "it contains a list of "
                + String.join(" and ", strangers)
                + ", whose hash is not "
                + file.substring(0, HASH_LENGTH));
  }

  private static X500Principal authority(X509CRLHolder list) throws IOException {
    return new X500Principal(list.getIssuer().getEncoded());
  }

  /** RFC 5280 sections 5.2.4 and 5.2.5: does not cover most certificates. */
  private static boolean isPartial(X509CRLHolder list) {
    Extension scope = list.getExtension(Extension.issuingDistributionPoint);
    return list.getExtension(Extension.deltaCRLIndicator) != null
        || (scope != null
            && IssuingDistributionPoint.getInstance(scope.getParsedValue())
                .onlyContainsAttributeCerts());
  }

  private static List<X509CRLHolder> lists(byte[] bytes) throws IOException {
    if (bytes.length > 0 && bytes[0] == '0') { // the tag of a SEQUENCE: DER
      return List.of(new X509CRLHolder(bytes));
    }
    List<X509CRLHolder> lists = new ArrayList<>();
    try (var pem = new PEMParser(new StringReader(new String(bytes, ISO_8859_1)))) {
      for (Object object = pem.readObject(); object != null; object = pem.readObject()) {
        if (object instanceof X509CRLHolder list) {
          lists.add(list);
        }
      }
    }
    if (lists.isEmpty()) {
      throw new IOException(bytes.length == 0 ? "it is empty" : "it contains no revocation list");
    }
    return lists;
  }

  private static void verify(
      X509CRLHolder list, X500Principal authority, List<X509Certificate> signers)
      throws IOException {
    for (X509Certificate signer : signers) {
      try {
        if (list.isSignatureValid(new JcaContentVerifierProviderBuilder().build(signer))) {
          return;
        }
      } catch (CertException | OperatorCreationException unknown) {
        throw new IOException(
            "the signature of the list of " + SlashName.of(authority) + " cannot be verified",
            unknown);
      }
    }
    throw new IOException("the list of " + SlashName.of(authority) + " is not signed by it");
  }

  /** Empty if entries may belong to other authorities; the library handles such lists. */
  private static Set<BigInteger> revoked(X509CRLHolder list) {
    Extension scope = list.getExtension(Extension.issuingDistributionPoint);
    if (scope != null
        && IssuingDistributionPoint.getInstance(scope.getParsedValue()).isIndirectCRL()) {
      return Set.of();
    }
    Set<BigInteger> serials = new HashSet<>();
    Enumeration<?> entries = list.toASN1Structure().getRevokedCertificateEnumeration();
    while (entries.hasMoreElements()) {
      serials.add(((TBSCertList.CRLEntry) entries.nextElement()).getUserCertificate().getValue());
    }
    return serials;
  }
}
