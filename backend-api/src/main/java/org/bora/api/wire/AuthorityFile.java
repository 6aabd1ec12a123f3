package org.bora.api.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a file of authorities contains: their certificates and, if the site has them, revocation
 * lists that they issued, all in PEM. If an authority has a list, its certificates are accepted
 * only while that list is valid.
 *
 * @param certificates of the authorities, at least one
 * @param lists each signed by one of them
 */
record AuthorityFile(Path file, List<X509Certificate> certificates, List<X509CRL> lists) {

  private static final String BEGIN = "-----BEGIN (X509 CRL|(?:X509 |TRUSTED )?CERTIFICATE)-----";
  private static final Pattern BEGINNING = Pattern.compile(BEGIN);
  private static final Pattern BLOCK =
      Pattern.compile(BEGIN + "[^-]*-----END \\1-----", Pattern.DOTALL);

  AuthorityFile {
    certificates = List.copyOf(certificates);
    lists = List.copyOf(lists);
  }

  /**
   * Reads a file.
   *
   * @throws CertificateException a certificate or list in it cannot be used, or there is no
   *     certificate; the message begins with the name of the file
   */
  static AuthorityFile read(Path file) throws IOException, CertificateException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    List<X509Certificate> certificates = new ArrayList<>();
    List<X509CRL> lists = new ArrayList<>();
    int blocks = 0;
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Matcher block = BLOCK.matcher(text); block.find(); blocks++) {
        var bytes = new ByteArrayInputStream(block.group().getBytes(StandardCharsets.ISO_8859_1));
        if (block.group(1).equals("X509 CRL")) {
          lists.add((X509CRL) factory.generateCRL(bytes));
        } else {
          certificates.add((X509Certificate) factory.generateCertificate(bytes));
        }
      }
    } catch (CertificateException | CRLException unusable) {
      throw new CertificateException(file + ": " + unusable.getMessage(), unusable);
    }
    if (certificates.isEmpty()) {
      throw new CertificateException(file + ": no PEM certificate in it");
    }
    if (blocks != BEGINNING.matcher(text).results().count()) {
      throw new CertificateException(file + ": a certificate or revocation list is cut off");
    }
    AuthorityFile read = new AuthorityFile(file, certificates, lists);
    read.checkLists();
    return read;
  }

  private void checkLists() throws CertificateException {
    for (X509CRL list : lists) {
      if (certificates.stream().noneMatch(authority -> isSigned(list, authority))) {
        throw new CertificateException(
            file + ": the revocation list of " + name(list) + " is of no authority in this file");
      }
      Set<String> conditions = list.getCriticalExtensionOIDs();
      if (conditions != null && !conditions.isEmpty()) {
        throw new CertificateException(
            file
                + ": the revocation list of "
                + name(list)
                + " is about a part of its certificates only; a whole list is needed");
      }
    }
  }

  private static boolean isSigned(X509CRL list, X509Certificate authority) {
    if (!list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
      return false;
    }
    try {
      list.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException other) {
      return false;
    }
  }

  private static String name(X509CRL list) {
    return "'" + list.getIssuerX500Principal().getName() + "'";
  }

  /** What the lists have against a chain that holds otherwise. */
  Optional<String> objection(X509Certificate[] chain, Instant now) {
    for (X509Certificate certificate : chain) {
      for (X509CRL list : of(certificate)) {
        if (list.isRevoked(certificate)) {
          return Optional.of("was revoked by " + name(list));
        }
        if (end(list).isBefore(now)) {
          return Optional.of(
              "cannot be checked: the revocation list of "
                  + name(list)
                  + " in "
                  + file
                  + " expired on "
                  + end(list));
        }
      }
    }
    return Optional.empty();
  }

  /** Until when the lists have nothing to say about this chain that they do not say now. */
  Instant firstEnd(X509Certificate[] chain) {
    Instant first = Instant.MAX;
    for (X509Certificate certificate : chain) {
      for (X509CRL list : of(certificate)) {
        first = end(list).isBefore(first) ? end(list) : first;
      }
    }
    return first;
  }

  /** The expiry of the lists; without those that never expire. */
  Stream<Instant> listEnds() {
    return lists.stream().map(AuthorityFile::end).filter(Instant.MAX::isAfter);
  }

  private List<X509CRL> of(X509Certificate certificate) {
    if (certificates.contains(certificate)) {
      return List.of(); // the site has put it there
    }
    return lists.stream()
        .filter(list -> list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal()))
        .toList();
  }

  private static Instant end(X509CRL list) {
    Date end = list.getNextUpdate();
    return end == null ? Instant.MAX : end.toInstant();
  }
}
