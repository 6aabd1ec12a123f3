package org.bora.door.gsi.trust;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bora.door.gsi.trust.RevocationFile.Listed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The revocation lists of a directory. The library (canl) reads the same files, but ignores a file
 * that it cannot read or that contains a list of another authority, and uses only one list of an
 * authority. Here, the earlier lists of such a file stay in force; if there are none, every
 * certificate of its authority is refused. All lists of an authority count.
 *
 * @param files the lists in force, by the name of their file
 * @param broken why files cannot be used, by file name
 */
record RevocationLists(Map<String, List<Listed>> files, Map<String, String> broken) {

  private static final Logger LOG = LoggerFactory.getLogger(RevocationLists.class);

  /** As OpenSSL names them: the hash of the authority's name, and a number. */
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}\\.r[0-9]+");

  RevocationLists {
    files = Map.copyOf(files);
    broken = Map.copyOf(broken);
  }

  static RevocationLists none() {
    return new RevocationLists(Map.of(), Map.of());
  }

  /**
   * Reads the lists, and logs each file that cannot be used for the first time.
   *
   * @param anchors verify the lists
   * @param before the lists in force until now
   * @throws IOException if the directory cannot be read
   */
  static RevocationLists read(Path directory, X509Certificate[] anchors, RevocationLists before)
      throws IOException {
    Map<X500Principal, List<X509Certificate>> signers =
        Arrays.stream(anchors)
            .collect(Collectors.groupingBy(X509Certificate::getSubjectX500Principal));
    Map<String, List<Listed>> files = new HashMap<>();
    Map<String, String> broken = new TreeMap<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            directory, entry -> NAME.matcher(entry.getFileName().toString()).matches())) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        try {
          files.put(name, RevocationFile.read(entry, signers));
        } catch (NoSuchFileException gone) {
          LOG.debug("{} left while the directory was read", entry);
        } catch (IOException | RuntimeException e) {
          broken.put(name, String.valueOf(e.getMessage()));
          List<Listed> last = before.files().get(name);
          if (last != null) {
            files.put(name, last);
          }
          if (!before.broken().containsKey(name)) {
            tell(entry, e, last != null);
          }
        }
      }
    }
    return new RevocationLists(files, broken);
  }

  private static void tell(Path file, Exception cause, boolean kept) {
    LOG.error(
        "the revocation list {} cannot be used: {}. {}; fetch it again (fetch-crl)",
        file,
        cause.getMessage(),
        kept
            ? "The list that it contained before stays in force"
            : "Every certificate of its authority is refused");
  }

  /** Until when the lists of each authority count; of several lists, the last end. */
  Map<X500Principal, Instant> ends() {
    Map<X500Principal, Instant> ends = new HashMap<>();
    for (Listed list : all()) {
      list.end()
          .ifPresent(
              end ->
                  ends.merge(
                      list.authority(), end, (one, other) -> one.isAfter(other) ? one : other));
    }
    return ends;
  }

  /** How many files cannot be used. */
  int unusable() {
    return broken.size();
  }

  /** How many authorities have lists of which the last has run out. */
  int expired(Instant now) {
    return (int) ends().values().stream().filter(end -> end.isBefore(now)).count();
  }

  private List<Listed> all() {
    return files.values().stream().flatMap(Collection::stream).toList();
  }

  private List<Listed> of(X500Principal authority) {
    return all().stream().filter(list -> list.authority().equals(authority)).toList();
  }

  /** The expiry of an authority's expired list; empty if it has none, or if it is still valid. */
  Optional<Instant> ranOut(X500Principal authority, Instant now) {
    return of(authority).stream()
        .flatMap(list -> list.end().stream())
        .max(Comparator.naturalOrder())
        .filter(end -> end.isBefore(now));
  }

  /**
   * Whether a certificate is refused.
   *
   * @param certificate of a user or an authority that is no trust anchor
   * @param required whether its authority must have a list
   */
  Optional<ChainVerdict.Refused> objection(
      X509Certificate certificate, boolean required, Instant now) {
    X500Principal authority = certificate.getIssuerX500Principal();
    List<Listed> lists = of(authority);
    if (lists.stream().anyMatch(list -> list.revoked().contains(certificate.getSerialNumber()))) {
      return Optional.of(
          new ChainVerdict.Refused(
              Refusal.REVOKED, "revoked by " + SlashName.of(authority) + ": " + name(certificate)));
    }
    Optional<String> unread = unread(authority);
    if (unread.isPresent()) {
      return untrusted(
          "the revocation list "
              + unread.get()
              + " of "
              + SlashName.of(authority)
              + " at this service cannot be used, its administrator must fetch it again"
              + " (fetch-crl)",
          certificate);
    }
    if (lists.isEmpty()) {
      return required
          ? untrusted("no revocation list of " + SlashName.of(authority), certificate)
          : Optional.empty();
    }
    return ranOut(authority, now)
        .flatMap(end -> untrusted(ranOutSince(authority, end), certificate));
  }

  /** The message to a refused caller about an expired list. */
  static String ranOutSince(X500Principal authority, Instant end) {
    return "the revocation list of "
        + SlashName.of(authority)
        + " at this service ran out at "
        + end
        + ", its administrator must renew it (fetch-crl)";
  }

  private static Optional<ChainVerdict.Refused> untrusted(
      String reason, X509Certificate certificate) {
    return Optional.of(
        new ChainVerdict.Refused(Refusal.UNTRUSTED, reason + ": " + name(certificate)));
  }

  private static String name(X509Certificate certificate) {
    return SlashName.of(certificate.getSubjectX500Principal());
  }

  /**
   * When the first list ends that a verdict on these certificates rests on; {@link Instant#MAX}
   * where none does.
   */
  Instant firstEnd(Collection<X509Certificate> certificates) {
    Map<X500Principal, Instant> ends = ends();
    return certificates.stream()
        .flatMap(certificate -> Stream.ofNullable(ends.get(certificate.getIssuerX500Principal())))
        .min(Comparator.naturalOrder())
        .orElse(Instant.MAX);
  }

  /** A broken file that may hold lists of this authority and of which nothing is known. */
  private Optional<String> unread(X500Principal authority) {
    return broken.keySet().stream()
        .filter(name -> !files.containsKey(name))
        .sorted()
        .filter(name -> RevocationFile.isOf(authority, name))
        .findFirst();
  }
}
