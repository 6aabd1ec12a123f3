package org.bora.server.publish;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A storage service as it is published to the grid, independent of the format. Sizes are in bytes.
 *
 * @param site name of the site
 * @param id of the service
 * @param version of Bora
 * @param at when the figures were taken
 * @param endpoints SRM first
 * @param notes what is omitted or may surprise, for the administrator; may contain rules and names
 *     that are not public
 */
public record StorageService(
    String site,
    String id,
    QualityLevel quality,
    Optional<String> country,
    String version,
    Instant at,
    List<Endpoint> endpoints,
    List<Share> shares,
    List<String> notes) {

  /** Name of the implementation. */
  public static final String IMPLEMENTATION = "Bora";

  /** Protocols for clients. */
  public enum Protocol {
    SRM("srm", "SRM", "2.2", true),
    GRIDFTP("gsiftp", "gsiftp", "1.0.0", false),
    WEBDAV("webdav", "webdav", "1.1", true),
    /** Where the TURLs that SRM gives lead to. */
    HTTPS("https", "https", "1.1", true);

    private final String srr;
    private final String glue;
    private final String version;
    private final boolean ofBora;

    Protocol(String srr, String glue, String version, boolean ofBora) {
      this.srr = srr;
      this.glue = glue;
      this.version = version;
      this.ofBora = ofBora;
    }

    /** Its name in the SRR document. */
    String srr() {
      return srr;
    }

    /** Its name in GLUE 2. */
    String glue() {
      return glue;
    }

    String version() {
      return version;
    }

    /** Whether Bora itself speaks it, and no server of another kind. */
    boolean ofBora() {
      return ofBora;
    }
  }

  /**
   * An address that clients connect to.
   *
   * @param name unique within the service
   * @param trouble why clients are not sent there now
   */
  public record Endpoint(String name, String url, Protocol protocol, Optional<String> trouble) {
    public Endpoint {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(protocol, "protocol");
      Objects.requireNonNull(trouble, "trouble");
    }
  }

  /**
   * Bytes of one kind of storage.
   *
   * @param total all of it
   * @param used by files
   * @param reserved by a user, or promised to a file being written
   * @param free for any caller
   */
  public record Amounts(long total, long used, long reserved, long free) {
    /** Both together. */
    Amounts plus(Amounts other) {
      return new Amounts(
          total + other.total, used + other.used, reserved + other.reserved, free + other.free);
    }
  }

  public StorageService {
    Objects.requireNonNull(site, "site");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(quality, "quality");
    Objects.requireNonNull(country, "country");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(at, "at");
    endpoints = List.copyOf(endpoints);
    shares = List.copyOf(shares);
    notes = List.copyOf(notes);
  }

  /** All VOs of all shares, sorted. */
  List<String> vos() {
    return shares.stream().flatMap(share -> share.vos().stream()).distinct().sorted().toList();
  }

  /** What all shares have on disk. */
  Amounts online() {
    return Share.together(shares);
  }

  /** What all shares have on tape; absent without one. */
  Optional<Amounts> nearline() {
    return shares.stream().flatMap(share -> share.tape().stream()).reduce(Amounts::plus);
  }
}
