package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.http.Conditions.Version;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.ByteRange;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** GET and HEAD: a file, ranges of it, or the listing of a directory. */
final class Reading {
  private static final String BINARY = "application/octet-stream";

  /** Of one read: large enough that the calls do not count, small enough for hundreds at once. */
  private static final int BUFFER_BYTES = 256 * 1024;

  /** RFC 9110 section 14.2 lets a server ignore ranges that only cost it. */
  private static final int MOST_RANGES = 1024;

  private static final String RETRY_SECONDS = "60";

  private Reading() {}

  static void serve(Visit visit) throws Refused, IOException {
    String turl;
    try {
      turl = visit.engine().open(visit.name());
    } catch (Refused refusal) {
      elsewhere(visit, refusal);
      return;
    }
    try (OpenFile file = visit.ground().areas().read(turl)) {
      EntryFacts facts = file.facts();
      if (!facts.residency().onDisk()) {
        throw onTape(visit);
      }
      Version version = Version.of(facts.size(), facts.modifiedAt());
      describe(visit, version, facts);
      if (Conditions.isKnown(visit.headers(), version)) {
        visit.begin(HttpStatus.NOT_MODIFIED_304);
      } else {
        send(visit, file, facts.size(), version);
      }
    }
  }

  /** What cannot be opened may be a directory, or on tape: its facts can be told. */
  private static void elsewhere(Visit visit, Refused refusal) throws Refused, IOException {
    if (refusal.status() != HttpStatus.NOT_FOUND_404
        && refusal.status() != HttpStatus.SERVICE_UNAVAILABLE_503) {
      throw refusal;
    }
    Attributes entry = visit.engine().entry(visit.name());
    if (entry.type() == FileType.DIRECTORY) {
      HtmlListing.serve(visit);
      return;
    }
    if (entry.locality() != FileLocality.NEARLINE) {
      throw refusal;
    }
    if (!visit.isHead()) {
      throw onTape(visit);
    }
    Version version = Version.of(entry.size(), entry.modifiedAt());
    describe(visit, version);
    entry.checksum().ifPresent(sum -> Digests.wanted(visit.headers(), sum).forEach(visit::header));
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(entry.size()));
    visit.begin(HttpStatus.OK_200);
  }

  private static Refused onTape(Visit visit) {
    visit.header(HttpHeader.RETRY_AFTER.asString(), RETRY_SECONDS);
    return new Refused(
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "the file is on tape, not on disk: bring it online first");
  }

  private static void describe(Visit visit, Version version, EntryFacts facts) {
    describe(visit, version);
    facts.adler32().ifPresent(sum -> Digests.wanted(visit.headers(), sum).forEach(visit::header));
  }

  private static void describe(Visit visit, Version version) {
    visit.header(HttpHeader.ETAG.asString(), version.tag());
    visit.header(
        HttpHeader.LAST_MODIFIED.asString(),
        HttpDateTime.format(version.modified().atOffset(java.time.ZoneOffset.UTC)));
    visit.header(HttpHeader.ACCEPT_RANGES.asString(), "bytes");
    visit.header(HttpHeader.CONTENT_TYPE.asString(), BINARY);
  }

  private static void send(Visit visit, OpenFile file, long size, Version version)
      throws Refused, IOException {
    List<String> asked = visit.headers().getValuesList(HttpHeader.RANGE);
    if (asked.isEmpty() || !Conditions.rangeHolds(visit.headers(), version)) {
      whole(visit, file, size);
      return;
    }
    if (!asked.getFirst().strip().startsWith("bytes")) {
      whole(visit, file, size); // a unit that is not known is ignored
      return;
    }
    List<ByteRange> ranges = ByteRange.parse(asked, size);
    if (ranges.isEmpty()) {
      visit.header(
          HttpHeader.CONTENT_RANGE.asString(), ByteRange.toNonSatisfiableHeaderValue(size));
      throw new Refused(HttpStatus.RANGE_NOT_SATISFIABLE_416, "the file has " + size + " bytes");
    }
    if (ranges.size() == 1) {
      one(visit, file, size, ranges.getFirst());
    } else if (ranges.size() > MOST_RANGES) {
      whole(visit, file, size);
    } else {
      several(visit, file, size, ranges);
    }
  }

  private static void whole(Visit visit, OpenFile file, long size) throws IOException {
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(size));
    visit.begin(HttpStatus.OK_200);
    if (!visit.isHead()) {
      copy(visit, file, buffer(size), 0, size);
    }
  }

  private static void one(Visit visit, OpenFile file, long size, ByteRange range)
      throws IOException {
    visit.header(HttpHeader.CONTENT_RANGE.asString(), range.toHeaderValue(size));
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(range.getLength()));
    visit.begin(HttpStatus.PARTIAL_CONTENT_206);
    if (!visit.isHead()) {
      copy(visit, file, buffer(range.getLength()), range);
    }
  }

  /** RFC 9110 section 14.6; its length is known before, so that the connection can be kept. */
  private static void several(Visit visit, OpenFile file, long size, List<ByteRange> ranges)
      throws IOException {
    String boundary = UUID.randomUUID().toString();
    List<byte[]> heads = new ArrayList<>();
    byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
    long length = end.length;
    for (ByteRange range : ranges) {
      byte[] head =
          ("\r\n--"
                  + boundary
                  + "\r\nContent-Type: "
                  + BINARY
                  + "\r\nContent-Range: "
                  + range.toHeaderValue(size)
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      heads.add(head);
      length += head.length + range.getLength();
    }
    visit.header(HttpHeader.CONTENT_TYPE.asString(), "multipart/byteranges; boundary=" + boundary);
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(length));
    visit.begin(HttpStatus.PARTIAL_CONTENT_206);
    if (visit.isHead()) {
      return;
    }
    ByteBuffer buffer = buffer(length);
    for (int at = 0; at < heads.size(); at++) {
      visit.write(ByteBuffer.wrap(heads.get(at)));
      copy(visit, file, buffer, ranges.get(at));
    }
    visit.write(ByteBuffer.wrap(end));
  }

  /** One for each answer: memory outside the heap is freed late. */
  private static ByteBuffer buffer(long bytes) {
    return ByteBuffer.allocateDirect(Math.clamp(bytes, 1, BUFFER_BYTES));
  }

  private static void copy(Visit visit, OpenFile file, ByteBuffer buffer, ByteRange range)
      throws IOException {
    copy(visit, file, buffer, range.first(), range.getLength());
  }

  private static void copy(Visit visit, OpenFile file, ByteBuffer buffer, long from, long count)
      throws IOException {
    long position = from;
    long left = count;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int read = file.read(buffer, position);
      if (read == 0) {
        throw new IOException("the file became shorter while it was sent");
      }
      visit.write(buffer.flip());
      position += read;
      left -= read;
    }
  }
}
