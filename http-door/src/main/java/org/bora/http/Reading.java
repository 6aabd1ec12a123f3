package org.bora.http;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.PageOrigin;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.SentFile;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** GET and HEAD: a file, ranges of it, or the listing of a directory. */
final class Reading {
  static final String BINARY = "application/octet-stream";

  private static final String RETRY_SECONDS = "60";

  /** Of a file that a GET has brought back; long enough for a client to come again. */
  private static final Duration STAY = Duration.ofHours(1);

  private Reading() {}

  static void serve(DavVisit visit) throws Refused, IOException {
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
        // a HEAD has no ranges (RFC 9110 section 14.2)
        boolean ranges = !visit.isHead() && Conditions.rangeHolds(visit.headers(), version);
        new SentFile(visit.exchange(), file, facts.size(), BINARY).send(ranges);
      }
    }
  }

  /**
   * What cannot be opened may be a directory, or on tape: its facts can be told. To callers who may
   * look and not read as well: they may have them from PROPFIND, too.
   */
  private static void elsewhere(DavVisit visit, Refused refusal) throws Refused, IOException {
    boolean looks = visit.isHead() && refusal.status() == HttpStatus.FORBIDDEN_403;
    if (refusal.status() != HttpStatus.NOT_FOUND_404
        && refusal.status() != HttpStatus.SERVICE_UNAVAILABLE_503
        && !looks) {
      throw refusal;
    }
    Attributes entry = visit.engine().entry(visit.name());
    if (entry.type() == FileType.DIRECTORY) {
      HtmlListing.serve(visit);
      return;
    }
    boolean onDisk =
        entry.locality() == FileLocality.ONLINE
            || entry.locality() == FileLocality.ONLINE_AND_NEARLINE;
    if (entry.locality() != FileLocality.NEARLINE && !(looks && onDisk)) {
      throw unreadable(entry.locality(), refusal);
    }
    if (!visit.isHead()) {
      Optional<InstantSource> recalls =
          visit.recalls().filter(_ -> !PageOrigin.isOther(visit.headers()));
      throw recalls.isPresent() ? recalled(visit, recalls.get()) : onTape(visit);
    }
    Version version = Version.of(entry.size(), entry.modifiedAt());
    describe(visit, version);
    entry.checksum().ifPresent(sum -> Digests.wanted(visit.headers(), sum).forEach(visit::header));
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(entry.size()));
    visit.begin(HttpStatus.OK_200);
  }

  /** Callers who may read a file and callers who may only look get the same answer. */
  static Refused unreadable(FileLocality locality, Refused refusal) {
    return switch (locality) {
      case LOST ->
          Refused.of(
              ReturnStatus.of(
                  SrmStatus.FILE_LOST, "the copy on tape is lost, and there is no other"));
      case UNAVAILABLE ->
          Refused.of(
              ReturnStatus.of(
                  SrmStatus.FILE_UNAVAILABLE, "the copy on tape cannot be reached at present"));
      case ONLINE, NEARLINE, ONLINE_AND_NEARLINE, NONE -> refusal;
    };
  }

  /**
   * A client that asks again within the hour has the same request, and costs the tape nothing.
   * Where that has ended, it has one for each minute.
   */
  private static Refused recalled(DavVisit visit, InstantSource time) {
    Duration now = Duration.ofMillis(time.millis());
    Optional<Refused> no = recall(visit, "hour " + now.toHours());
    if (no.filter(refusal -> refusal.status() != HttpStatus.FORBIDDEN_403).isPresent()) {
      no = recall(visit, "minute " + now.toMinutes());
    }
    visit.header(HttpHeader.RETRY_AFTER.asString(), RETRY_SECONDS);
    return new Refused(
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "the file "
            + no.map(refusal -> "is on tape, and is not brought back: " + refusal.getMessage())
                .orElse("is being recalled from tape: try again"));
  }

  private static Optional<Refused> recall(DavVisit visit, String when) {
    try {
      String request = "GET " + visit.name().path() + " " + when;
      visit.engine().bringOnline(visit.name(), STAY, request);
      return Optional.empty();
    } catch (Refused refusal) {
      return Optional.of(refusal);
    }
  }

  private static Refused onTape(DavVisit visit) {
    visit.header(HttpHeader.RETRY_AFTER.asString(), RETRY_SECONDS);
    return new Refused(
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "the file is on tape, not on disk: bring it online first");
  }

  static void describe(DavVisit visit, Version version, EntryFacts facts) {
    describe(visit, version);
    facts.adler32().ifPresent(sum -> Digests.wanted(visit.headers(), sum).forEach(visit::header));
  }

  private static void describe(DavVisit visit, Version version) {
    visit.header(HttpHeader.ETAG.asString(), version.tag());
    visit.header(
        HttpHeader.LAST_MODIFIED.asString(),
        HttpDateTime.format(version.modified().atOffset(java.time.ZoneOffset.UTC)));
    visit.header(HttpHeader.ACCEPT_RANGES.asString(), "bytes");
    visit.header(HttpHeader.CONTENT_TYPE.asString(), BINARY);
  }
}
