package org.bora.server.publish;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bora.server.publish.StorageService.Amounts;

/** The common parts of GLUE 2.0 entries: names, times, sizes, policies. */
final class Glue2Entries {
  private static final String BASE = "GLUE2GroupID=resource,o=glue";

  /** The validity of the entries; providers run every few minutes. */
  private static final Duration VALIDITY = Duration.ofHours(1);

  private static final long GIGABYTE = 1_000_000_000;

  private final StorageService service;
  private final Ldif ldif = new Ldif();

  Glue2Entries(StorageService service) {
    this.service = service;
  }

  List<String> lines() {
    return ldif.lines();
  }

  StorageService service() {
    return service;
  }

  /** The identifier of something of the service; of the service itself without parts. */
  String id(String... parts) {
    return Ldif.id(Stream.concat(Stream.of(service.id()), Stream.of(parts)).toArray(String[]::new));
  }

  /** The distinguished name of the service. */
  String name() {
    return "GLUE2ServiceID=" + id() + "," + BASE;
  }

  /**
   * Begins an entry.
   *
   * @param key attribute that distinguishes it from its siblings
   * @param above distinguished name of its parent
   */
  Ldif.Entry entry(String key, String id, String above, String... classes) {
    return ldif.entry(key + "=" + id + "," + above, classes)
        .with(key, id)
        .with("GLUE2EntityCreationTime", service.at().truncatedTo(ChronoUnit.SECONDS).toString())
        .with("GLUE2EntityValidity", VALIDITY.toSeconds());
  }

  /** The entry of the service. */
  Ldif.Entry serviceEntry(String... classes) {
    return entry("GLUE2ServiceID", id(), BASE, classes);
  }

  /**
   * Sizes in gigabytes, rounded so that the parts still make the whole: where they do so in bytes,
   * and the filesystem has not less free.
   */
  static void sizes(Ldif.Entry entry, String prefix, Amounts amounts) {
    long total = gigabytes(amounts.total());
    long used = gigabytes(amounts.used());
    long reserved = gigabytes(amounts.reserved());
    long rest = Math.max(0, total - used - reserved);
    boolean whole = amounts.free() >= amounts.total() - amounts.used() - amounts.reserved();
    entry
        .with(prefix + "TotalSize", total)
        .with(prefix + "FreeSize", whole ? rest : Math.min(rest, gigabytes(amounts.free())))
        .with(prefix + "UsedSize", used)
        .with(prefix + "ReservedSize", reserved);
  }

  static long gigabytes(long bytes) {
    return (bytes + GIGABYTE / 2) / GIGABYTE;
  }

  /**
   * The access policy; no entry if the rules name no VO.
   *
   * @param kind the class of the policy, {@code GLUE2AccessPolicy}
   * @param of the protected object
   */
  void policy(String kind, String id, String of, String above, Allowed allowed) {
    List<String> rules = allowed.rules();
    if (!rules.isEmpty()) {
      String guarded = kind + (kind.equals("GLUE2AccessPolicy") ? "Endpoint" : "Share");
      entry("GLUE2PolicyID", id, above, "GLUE2Policy", kind)
          .with("GLUE2PolicyScheme", "org.glite.standard")
          .with("GLUE2PolicyRule", rules.stream())
          .with("GLUE2PolicyUserDomainForeignKey", allowed.vos().stream())
          .with(guarded + "ForeignKey", of);
    }
  }

  /** Who may use something. */
  record Allowed(List<String> vos, boolean anyone) {
    /** In the scheme {@code org.glite.standard}. */
    List<String> rules() {
      Stream<String> all = anyone ? Stream.of("ALL") : Stream.of();
      return Stream.concat(all, vos.stream().map(vo -> "VO:" + vo)).toList();
    }
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
