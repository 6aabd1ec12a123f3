package org.bora.s3;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.SentFile;
import org.bora.s3.answer.S3Error;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** GetObject and HeadObject. */
final class ObjectReading {
  static final String EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e";
  private static final String BINARY = "binary/octet-stream";
  static final String STORAGE_CLASS = "x-amz-storage-class";

  /** Headers that a signed request may override. */
  private static final Map<String, String> OVERRIDES =
      Map.of(
          "response-content-type", "content-type",
          "response-cache-control", "cache-control",
          "response-content-disposition", "content-disposition",
          "response-content-encoding", "content-encoding",
          "response-content-language", "content-language",
          "response-expires", "expires");

  private static final String BYTES = "bytes=";
  private static final Pattern RANGE = Pattern.compile("[0-9]+-[0-9]*|-[0-9]+");

  /** Of one range: its ends, without zeros in front. */
  private static final Pattern INVERTED = Pattern.compile("bytes=0*([0-9]+)-0*([0-9]+)");

  private ObjectReading() {}

  static void serve(S3Visit visit) throws Refused, IOException {
    ObjectKey key = visit.key();
    if (visit.asked().query().has("partNumber")) {
      PartActs.number(visit.asked().query());
    }
    if (key.namesDirectory()) {
      DirectoryMarkers.read(visit, key);
      return;
    }
    String turl;
    try {
      turl = visit.engine().open(key.name());
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.SERVICE_UNAVAILABLE_503) {
        throw refusal;
      }
      onTape(visit, key, refusal);
      return;
    }
    try (OpenFile file = visit.ground().areas().read(turl)) {
      EntryFacts seen = file.facts();
      if (!seen.residency().onDisk()) {
        throw notRestored();
      }
      Facts facts = Facts.of(file.note(Facts.NOTE));
      describe(visit, facts, seen.size(), seen.modifiedAt());
      visit.header(STORAGE_CLASS, seen.residency().onTape() ? "GLACIER" : "STANDARD");
      if (seen.residency().onTape()) {
        visit.header("x-amz-restore", "ongoing-request=\"false\"");
      }
      send(visit, file, seen, facts);
    }
  }

  private static void send(S3Visit visit, OpenFile file, EntryFacts seen, Facts facts)
      throws Refused, IOException {
    Conditions.Version version = facts.version(seen.size(), seen.modifiedAt());
    HttpFields headers = Quoted.conditions(visit.headers());
    if (Conditions.isKnown(headers, version)) {
      visit.exchange().begin(HttpStatus.NOT_MODIFIED_304); // clients look for bytes to a checksum
      return;
    }
    sums(visit, facts);
    String type = visit.exchange().response().getHeaders().get(HttpHeader.CONTENT_TYPE);
    SentFile sent = new SentFile(visit.exchange(), file, seen.size(), type);
    Optional<PartSizes.Span> part = part(visit, facts, seen.size());
    if (part.isPresent() && part.get().count() > 0) {
      sent.send(part.get().first(), part.get().count());
    } else if (part.isPresent() && seen.size() > 0) {
      visit.answer(HttpStatus.OK_200); // a part without bytes; no range of bytes says so
    } else if (isRange(headers.get(HttpHeader.RANGE))) {
      ranges(visit, sent, Conditions.rangeHolds(headers, version));
    } else {
      sent.send(false);
    }
  }

  /** What is no range of bytes is as if it were not there (RFC 9110 section 14.2). */
  static boolean isRange(String header) {
    if (header == null || !header.startsWith(BYTES)) {
      return false;
    }
    // one pattern for all of them would need a stack as deep as there are ranges
    for (String range : header.substring(BYTES.length()).split(",", -1)) {
      if (!RANGE.matcher(range.strip()).matches()) {
        return false;
      }
    }
    Matcher one = INVERTED.matcher(header);
    return !one.matches()
        || one.group(1).length() < one.group(2).length()
        || (one.group(1).length() == one.group(2).length()
            && one.group(1).compareTo(one.group(2)) <= 0);
  }

  private static void ranges(S3Visit visit, SentFile sent, boolean hold)
      throws Refused, IOException {
    try {
      sent.send(hold);
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.RANGE_NOT_SATISFIABLE_416
          ? S3Error.INVALID_RANGE
              .because(refusal.getMessage())
              .with("RangeRequested", visit.headers().get(HttpHeader.RANGE))
              .with("ActualObjectSize", String.valueOf(sent.size()))
          : refusal;
    }
  }

  /** The part that a request wants, of the parts that the object was made of. */
  private static Optional<PartSizes.Span> part(S3Visit visit, Facts facts, long size)
      throws Refused {
    if (!visit.asked().query().has("partNumber")) {
      return Optional.empty();
    }
    int number = PartActs.number(visit.asked().query());
    if (visit.headers().contains(HttpHeader.RANGE)) {
      throw S3Error.INVALID_REQUEST.because(
          "Cannot specify both Range header and partNumber query parameter");
    }
    List<PartSizes.Span> parts = PartSizes.spans(facts.parts());
    int count = Math.max(1, parts.size());
    if (number > count) {
      throw S3Error.INVALID_PART_NUMBER
          .refusal()
          .with("ActualPartCount", String.valueOf(count))
          .with("PartNumberRequested", String.valueOf(number));
    }
    if (parts.isEmpty()) {
      return Optional.of(new PartSizes.Span(0, size));
    }
    visit.header("x-amz-mp-parts-count", String.valueOf(count));
    return Optional.of(parts.get(number - 1));
  }

  private static Refused notRestored() {
    return S3Error.INVALID_OBJECT_STATE.because(
        "The operation is not valid for the object's storage class: it is on tape, restore it"
            + " first");
  }

  /** What is on tape alone can be told of, and not be read. */
  private static void onTape(S3Visit visit, ObjectKey key, Refused refusal)
      throws Refused, IOException {
    Found found = Found.look(visit, key).filter(Found::isOnTapeOnly).orElseThrow(() -> refusal);
    if (!visit.exchange().isHead()) {
      throw notRestored();
    }
    describe(visit, found.facts(), found.size(), found.modified());
    visit.header(STORAGE_CLASS, "GLACIER");
    if (Conditions.isKnown(Quoted.conditions(visit.headers()), found.version())) {
      visit.exchange().begin(HttpStatus.NOT_MODIFIED_304);
      return;
    }
    sums(visit, found.facts());
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(found.size()));
    visit.exchange().begin(HttpStatus.OK_200);
  }

  static void describe(S3Visit visit, Facts facts, long size, Instant modified) {
    visit.header(HttpHeader.ETAG.asString(), facts.tag(size, modified));
    visit.header(
        HttpHeader.LAST_MODIFIED.asString(),
        HttpDateTime.format(modified.atOffset(ZoneOffset.UTC)));
    visit.header(HttpHeader.ACCEPT_RANGES.asString(), "bytes");
    visit.header(HttpHeader.CONTENT_TYPE.asString(), BINARY);
    facts.headers().forEach(visit::header);
    facts.metadata().forEach((name, value) -> visit.header("x-amz-meta-" + name, value));
    if (!facts.tags().isEmpty()) {
      visit.header("x-amz-tagging-count", String.valueOf(facts.tags().split("&").length));
    }
    OVERRIDES.forEach(
        (parameter, header) ->
            visit.asked().query().get(parameter).ifPresent(value -> visit.header(header, value)));
  }

  /**
   * The checksums of the whole object, if all of it is requested: clients compare them with the
   * received bytes.
   */
  static void sums(S3Visit visit, Facts facts) {
    boolean whole =
        !visit.headers().contains(HttpHeader.RANGE)
            && (!visit.asked().query().has("partNumber") || facts.parts().isEmpty());
    if (!whole || !"ENABLED".equalsIgnoreCase(visit.headers().get("x-amz-checksum-mode"))) {
      return;
    }
    facts.sums().forEach((sum, value) -> visit.header(sum.header(), value));
    if (!facts.sums().isEmpty()) {
      visit.header("x-amz-checksum-type", facts.checksumType());
    }
  }
}
