package org.bora.files;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bora.api.put.SeenFile;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.EtagUtils;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** Conditional requests (RFC 9110 section 13). */
public final class Conditions {
  /** Stands for every version. */
  private static final String ANY = "*";

  /** Of WebDAV (RFC 4918 section 10.4). The door that serves it checks it. */
  private static final String WEBDAV = "If";

  /**
   * Identifies a version of a file.
   *
   * @param tag strong: a file is written once, and its time has nanoseconds
   */
  public record Version(String tag, Instant modified) {

    public static Version of(SeenFile file) {
      return of(file.size(), file.modifiedAt());
    }

    public static Version of(long size, Instant modified) {
      return new Version(
          "\""
              + Long.toHexString(modified.getEpochSecond())
              + "-"
              + Integer.toHexString(modified.getNano())
              + "-"
              + Long.toHexString(size)
              + "\"",
          modified);
    }
  }

  private Conditions() {}

  /**
   * Whether a read may be answered with 304 (Not Modified).
   *
   * @throws Refused 412 where a condition does not hold
   */
  public static boolean isKnown(HttpFields headers, Version version) throws Refused {
    require(headers, Optional.of(version));
    if (headers.contains(HttpHeader.IF_NONE_MATCH)) {
      return matches(headers, HttpHeader.IF_NONE_MATCH, version, false);
    }
    return Optional.ofNullable(date(headers, HttpHeader.IF_MODIFIED_SINCE))
        .filter(since -> version.modified().getEpochSecond() <= since.getEpochSecond())
        .isPresent();
  }

  /**
   * Checks the conditions of a change.
   *
   * @param version of the present entry; empty if there is none
   * @throws Refused 412 if one is not satisfied
   */
  public static void allowChange(HttpFields headers, Optional<Version> version) throws Refused {
    require(headers, version);
    if (version.isPresent() && matches(headers, HttpHeader.IF_NONE_MATCH, version.get(), false)) {
      throw failed("If-None-Match");
    }
  }

  /**
   * What a change with satisfied conditions may replace: the entry that was checked, and no later
   * entry of the name.
   *
   * @param seen the entry that was there; empty if there was none
   */
  public static Replacing replacing(HttpFields headers, Optional<SeenFile> seen) {
    return isConditional(headers)
        ? seen.map(Replacing::only).orElse(Replacing.NOTHING)
        : Replacing.ANYTHING;
  }

  /**
   * What a change whose conditions hold must find when it is made: the version that they were
   * checked against. Empty for a change without conditions.
   *
   * @param seen the file that was there
   */
  public static Optional<SeenFile> only(HttpFields headers, SeenFile seen) {
    return isConditional(headers) ? Optional.of(seen) : Optional.empty();
  }

  private static boolean isConditional(HttpFields headers) {
    return headers.contains(HttpHeader.IF_MATCH)
        || headers.contains(HttpHeader.IF_NONE_MATCH)
        || headers.contains(HttpHeader.IF_UNMODIFIED_SINCE)
        || headers.contains(WEBDAV);
  }

  /** Whether no entry may be replaced, whatever gets the name meanwhile. */
  public static boolean isForNewOnly(HttpFields headers) {
    return tags(headers, HttpHeader.IF_NONE_MATCH).contains(ANY);
  }

  private static void require(HttpFields headers, Optional<Version> version) throws Refused {
    if (headers.contains(HttpHeader.IF_MATCH)) {
      if (version.isEmpty() || !matches(headers, HttpHeader.IF_MATCH, version.get(), true)) {
        throw failed("If-Match");
      }
      return;
    }
    Instant unmodified = date(headers, HttpHeader.IF_UNMODIFIED_SINCE);
    if (unmodified != null
        && version.isPresent()
        && version.get().modified().getEpochSecond() > unmodified.getEpochSecond()) {
      throw failed("If-Unmodified-Since");
    }
  }

  /** Whether a range is of the version that the client has the rest of (section 13.1.5). */
  public static boolean rangeHolds(HttpFields headers, Version version) {
    String range = headers.get(HttpHeader.IF_RANGE);
    if (range == null) {
      return true;
    }
    if (range.startsWith("\"")) {
      return range.equals(version.tag());
    }
    Instant date = date(headers, HttpHeader.IF_RANGE);
    return date != null && date.getEpochSecond() == version.modified().getEpochSecond();
  }

  /** A list may stand in several headers of the same name (RFC 9110 section 5.3). */
  private static List<String> tags(HttpFields headers, HttpHeader header) {
    return headers.getValuesList(header).stream()
        .flatMap(list -> Arrays.stream(list.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  private static boolean matches(
      HttpFields headers, HttpHeader header, Version version, boolean strong) {
    return tags(headers, header).stream()
        .anyMatch(
            tag ->
                tag.equals(ANY)
                    || (strong
                        ? tag.equals(version.tag())
                        : EtagUtils.isWeak(tag)
                            ? tag.substring(2).equals(version.tag())
                            : tag.equals(version.tag())));
  }

  private static Instant date(HttpFields headers, HttpHeader header) {
    String text = headers.get(header);
    try {
      return text == null ? null : HttpDateTime.parse(text).toInstant();
    } catch (IllegalArgumentException noDate) {
      return null; // RFC 9110: such a condition is ignored
    }
  }

  private static Refused failed(String header) {
    return new Refused(HttpStatus.PRECONDITION_FAILED_412, "the condition " + header + " failed");
  }
}
