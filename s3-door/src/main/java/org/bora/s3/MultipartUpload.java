package org.bora.s3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.put.MadeOf;
import org.bora.api.put.PartsDirectory;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Name;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A multipart upload: a directory beside the future object, with a file that describes the object,
 * and a file for each part. These are ordinary files of the area, each published as a whole, so any
 * door can continue the upload, and no door keeps it in memory.
 *
 * @param id of the upload
 * @param key of the future object
 */
record MultipartUpload(String id, ObjectKey key) {
  /** More are not allowed in S3 either. */
  static final int MOST_PARTS = 10_000;

  private static final String IF_INITIATED = "x-amz-if-match-initiated-time";
  private static final String RECORD = PartsDirectory.RECORD;
  private static final String PLAN = "s3.upload";
  private static final String PART = PartsDirectory.PART;
  private static final Pattern PART_NAME = Pattern.compile(PART + "([0-9]{5})-[0-9a-f]{8}");
  private static final String ADLER32_OF_NOTHING = "00000001";
  private static final int AT_ONCE = 1000;

  MultipartUpload {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(key, "key");
  }

  /**
   * The description of the future object.
   *
   * @param name the last part of its key
   * @param sum checksum algorithm of the parts; empty for none
   * @param whole whether the checksum covers the whole object, not the checksums of its parts
   */
  record Plan(Facts facts, String name, Optional<Sum> sum, boolean whole) {

    String text() throws Refused {
      String encoded = Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8));
      return String.join(
          "\n", encoded, sum.map(Sum::name).orElse("-"), whole ? "whole" : "parts", facts.text());
    }

    /** Which sum its parts have. */
    void tellSum(XmlText xml) {
      sum.ifPresent(
          known ->
              xml.leaf("ChecksumAlgorithm", known.name())
                  .leaf("ChecksumType", whole ? PartSums.WHOLE : PartSums.COMPOSITE));
    }

    /** Empty for what the owner of the file has written there instead. */
    static Optional<Plan> parse(String text) {
      String[] lines = text.split("\n", 4);
      if (lines.length < 4) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Plan(
                Facts.of(Optional.of(lines[3])),
                new String(Base64.getDecoder().decode(lines[0]), StandardCharsets.UTF_8),
                Sum.named(lines[1]),
                lines[2].equals("whole")));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * An existing upload.
   *
   * @param since when it was begun
   */
  record Known(Plan plan, Instant since) {}

  /** An existing part. */
  record Part(int number, String name, Found found) {
    String tag() {
      return found.tag();
    }
  }

  static MultipartUpload begin(ObjectKey key) {
    return new MultipartUpload(UploadId.begin(key), key);
  }

  /** The upload that a request names; whether it is there is not known yet. */
  static MultipartUpload asked(S3Visit visit) throws Refused {
    String id = visit.asked().query().get("uploadId").orElse("");
    ObjectKey key = visit.key();
    if (!PartsDirectory.isId(id) || key.namesDirectory()) {
      visit.buckets().existing(visit.engine(), visit.bucketName());
      throw none();
    }
    return new MultipartUpload(id, key);
  }

  static Refused none() {
    return S3Error.NO_SUCH_UPLOAD.refusal();
  }

  /** Why a completion was refused: where its own lease has ended, the parts are there still. */
  static Refused told(Refused refusal) {
    if (refusal.status() != HttpStatus.GONE_410) {
      return refusal;
    }
    return refusal.srm().equals(Optional.of(SrmStatus.FILE_LIFETIME_EXPIRED))
        ? S3Error.SLOW_DOWN.because("the completion took too long, and can be repeated")
        : none();
  }

  Name directory() {
    return key.name().parent().child(ObjectKey.HIDDEN + id);
  }

  Name file(String name) {
    return directory().child(name);
  }

  /** A name for a part that no other attempt has. */
  static String nameOf(int number) {
    return String.format(
        Locale.ROOT, "%s%05d-%s", PART, number, UUID.randomUUID().toString().substring(0, 8));
  }

  /** Stores its description on an empty file, which uses no byte quota. */
  void record(S3Visit visit, Plan plan) throws Refused, IOException {
    try (DoorUpload upload =
        DoorUpload.begin(visit.ground(), file(RECORD), Replacing.NOTHING, OptionalLong.of(0))) {
      ObjectWriting.note(upload, PLAN, plan.text());
      upload.publish(ADLER32_OF_NOTHING);
    }
  }

  /** What the engine is to know of an object that is made of parts. */
  MadeOf madeOf(S3Visit visit, List<Part> parts, List<Part> there) {
    List<String> names = parts.stream().map(Part::name).toList();
    Set<String> listed = Set.copyOf(names);
    List<String> others = new ArrayList<>(List.of(RECORD));
    there.stream().map(Part::name).filter(name -> !listed.contains(name)).forEach(others::add);
    return new MadeOf(directory().surl(visit.engine().host()), names, others);
  }

  /** Its description; empty if there is no such upload. */
  Optional<Plan> plan(S3Visit visit) throws Refused, IOException {
    return known(visit).map(Known::plan);
  }

  /** The same with the time at which it was begun: parts that come change that of its directory. */
  Optional<Known> known(S3Visit visit) throws Refused, IOException {
    String turl;
    try {
      turl = visit.engine().open(file(RECORD));
    } catch (Refused refusal) {
      if (refusal.status() == HttpStatus.NOT_FOUND_404) {
        return Optional.empty();
      }
      if (isNotOnDisk(refusal)) {
        return listed(visit);
      }
      throw refusal;
    }
    try (OpenFile file = visit.ground().areas().read(turl)) {
      Instant since = file.facts().modifiedAt();
      return file.note(PLAN).flatMap(Plan::parse).map(plan -> new Known(plan, since));
    }
  }

  /** The same where an earlier release has let the file go to tape: its notes are listed still. */
  private Optional<Known> listed(S3Visit visit) throws Refused {
    OrderedLsReply reply = visit.engine().inOrder(directory(), RECORD, "", 1, PLAN);
    return reply.entries().stream()
        .filter(entry -> entry.name().equals(RECORD))
        .findFirst()
        .flatMap(
            entry ->
                entry.note().flatMap(Plan::parse).map(plan -> new Known(plan, entry.modifiedAt())));
  }

  /** Whether the engine refused to open a file whose bytes are on tape alone, or lost. */
  static boolean isNotOnDisk(Refused refusal) {
    return refusal.srm().equals(Optional.of(SrmStatus.FILE_UNAVAILABLE));
  }

  /** The start of the upload required by the request; not in the future. */
  void requireInitiated(S3Visit visit) throws Refused, IOException {
    String text = visit.headers().get(IF_INITIATED);
    if (text == null) {
      return;
    }
    Instant time = Removing.time(IF_INITIATED, text);
    Optional<Instant> begun = known(visit).map(Known::since);
    boolean other = begun.filter(at -> at.getEpochSecond() != time.getEpochSecond()).isPresent();
    if (other && !time.isAfter(visit.clock().instant())) {
      throw S3Error.PRECONDITION_FAILED.because("the upload was begun at another time");
    }
  }

  Plan existing(S3Visit visit) throws Refused, IOException {
    Optional<Plan> plan = plan(visit).filter(found -> found.name().equals(key.name().last()));
    if (plan.isEmpty()) {
      visit.buckets().existing(visit.engine(), visit.bucketName());
    }
    return plan.orElseThrow(MultipartUpload::none);
  }

  /**
   * All parts by number; for the same number the latest first. Files of other protocols are not
   * parts, and neither are files whose note has no valid MD5.
   */
  List<Part> parts(S3Visit visit) throws Refused {
    List<Part> parts = new ArrayList<>();
    String after = "";
    do {
      OrderedLsReply reply = visit.engine().inOrder(directory(), PART, after, AT_ONCE, Facts.NOTE);
      for (OrderedEntry entry : reply.entries()) {
        Matcher name = PART_NAME.matcher(entry.name());
        Found found = Found.of(entry);
        if (name.matches() && !entry.isDirectory() && found.facts().areOfPart()) {
          parts.add(new Part(Integer.parseInt(name.group(1)), entry.name(), found));
        }
      }
      after = reply.next();
    } while (!after.isEmpty() && parts.size() < 2 * MOST_PARTS);
    parts.sort(
        java.util.Comparator.comparingInt(Part::number)
            .thenComparing(part -> part.found().modified(), java.util.Comparator.reverseOrder()));
    return parts;
  }

  /** Removes it with all its parts; what cannot be removed now is left to the sweep. */
  void remove(S3Visit visit) throws Refused {
    visit.engine().remove(directory(), true);
  }
}
