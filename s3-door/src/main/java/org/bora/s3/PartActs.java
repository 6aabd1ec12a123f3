package org.bora.s3;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.BackendFailure;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.Query;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on multipart uploads, except for their completion: {@link Completing}. */
final class PartActs {
  private static final Logger LOG = LoggerFactory.getLogger(PartActs.class);

  private static final String COPY_RANGE = "x-amz-copy-source-range";

  private PartActs() {}

  static void create(S3Visit visit) throws Refused, IOException {
    ObjectKey key = visit.key();
    if (key.namesDirectory()) {
      throw S3Error.INVALID_REQUEST.because(
          "a key that ends with a slash is a directory, which has no bytes");
    }
    Facts wishes = ObjectWishes.of(visit.headers());
    Optional<Sum> sum = PartSums.sum(visit);
    boolean whole = PartSums.whole(visit, sum);
    visit.buckets().existing(visit.engine(), visit.bucketName());
    MultipartUpload upload = MultipartUpload.begin(key);
    Parents.makeDirectory(visit.engine(), upload.directory());
    record(visit, upload, new MultipartUpload.Plan(wishes, key.name().last(), sum, whole));
    if (sum.isPresent()) {
      visit.header("x-amz-checksum-algorithm", sum.get().name());
      visit.header("x-amz-checksum-type", whole ? PartSums.WHOLE : PartSums.COMPOSITE);
    }
    XmlText xml = XmlText.of("InitiateMultipartUploadResult").leaf("Bucket", visit.bucketName());
    xml.leaf("Key", key.text()).leaf("UploadId", upload.id());
    visit.answer(xml.end("InitiateMultipartUploadResult"));
  }

  /** Where it is refused, for a quota for example, its directory goes. */
  private static void record(S3Visit visit, MultipartUpload upload, MultipartUpload.Plan plan)
      throws Refused, IOException {
    try {
      upload.record(visit, plan);
    } catch (Refused refusal) {
      try {
        visit.engine().removeEmpty(upload.directory(), Optional.empty());
        DirectoryMarkers.removeEmptied(visit.engine(), upload.key());
      } catch (Refused | BackendFailure | NoTurn stays) {
        LOG.info(
            "the directory of upload {} is left to the sweep: {}", upload.id(), stays.getMessage());
      }
      throw refusal;
    }
  }

  static int number(Query query) throws Refused {
    String text = query.get("partNumber").orElse("");
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= MultipartUpload.MOST_PARTS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw S3Error.argument(
        "partNumber", text, "Part number must be an integer between 1 and 10000, inclusive.");
  }

  static void put(S3Visit visit) throws Refused, IOException {
    int number = number(visit.asked().query());
    MultipartUpload upload = MultipartUpload.asked(visit);
    ObjectWishes.of(visit.headers());
    ObjectBody body = new ObjectBody(visit);
    PartSums.requireSum(upload.existing(visit), body);
    try (DoorUpload part = begin(visit, upload, number, body.size())) {
      body.into(part);
      Map<Sum, String> sums = body.verify();
      Facts facts = Facts.UNKNOWN.withSums(body.etag(), sums);
      ObjectWriting.publish(part, facts, body.adler32());
      requireInTime(visit, upload);
      ObjectWriting.tell(visit, facts);
    }
    visit.answer(HttpStatus.OK_200);
  }

  /** A part that comes when its upload has ended goes as the others did. */
  private static void requireInTime(S3Visit visit, MultipartUpload upload)
      throws Refused, IOException {
    if (upload.plan(visit).isPresent() && Completing.made(visit, upload).isEmpty()) {
      return;
    }
    try {
      upload.remove(visit);
      DirectoryMarkers.removeEmptied(visit.engine(), upload.key());
    } catch (Refused | BackendFailure | NoTurn stays) {
      LOG.info("a late part of upload {} stays: {}", upload.id(), stays.getMessage());
    }
    throw MultipartUpload.none();
  }

  /** The directory is not created: if it is gone, the upload has ended. */
  private static DoorUpload begin(
      S3Visit visit, MultipartUpload upload, int number, OptionalLong size)
      throws Refused, IOException {
    try {
      Name name = upload.file(MultipartUpload.nameOf(number));
      return DoorUpload.begin(visit.ground(), name, Replacing.NOTHING, size);
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.NOT_FOUND_404 ? MultipartUpload.none() : refusal;
    }
  }

  static void copy(S3Visit visit) throws Refused, IOException {
    int number = number(visit.asked().query());
    visit.buckets().existing(visit.engine(), visit.bucketName());
    ObjectKey from = ObjectCopying.source(visit);
    if (from.namesDirectory()) {
      throw S3Error.NO_SUCH_KEY.refusal();
    }
    MultipartUpload upload = MultipartUpload.asked(visit);
    MultipartUpload.Plan plan = upload.existing(visit);
    try (OpenFile source = ObjectCopying.open(visit, from)) {
      var seen = source.facts();
      Facts known = Facts.of(source.note(Facts.NOTE));
      ObjectCopying.requireConditions(
          visit.headers(), known.version(seen.size(), seen.modifiedAt()));
      long[] range = range(visit, seen.size());
      Map<Sum, Sum.Making> making = new EnumMap<>(Sum.class);
      plan.sum().ifPresent(sum -> making.put(sum, sum.make()));
      ObjectCopying.Sums sums = new ObjectCopying.Sums(making);
      try (DoorUpload part = begin(visit, upload, number, OptionalLong.of(range[1]))) {
        ObjectCopying.bytes(source, range[0], range[1], part, sums);
        if (range[1] == seen.size()) {
          ObjectCopying.stored(visit).require(source, seen, from.name(), sums.adler32());
        }
        Facts facts = Facts.UNKNOWN.withSums(sums.etag(), sums.values());
        ObjectWriting.publish(part, facts, sums.adler32());
        requireInTime(visit, upload);
        XmlText xml = XmlText.of("CopyPartResult").leaf("LastModified", visit.clock().instant());
        xml.leaf("ETag", "\"" + facts.etag().orElseThrow() + "\"");
        facts.sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
        visit.answer(xml.end("CopyPartResult"));
      }
    }
  }

  /** Where the bytes begin, and how many they are. */
  private static long[] range(S3Visit visit, long size) throws Refused {
    String text = visit.headers().get(COPY_RANGE);
    if (text == null) {
      return new long[] {0, size};
    }
    var found = java.util.regex.Pattern.compile("bytes=([0-9]{1,18})-([0-9]{1,18})").matcher(text);
    if (found.matches()) {
      long first = Long.parseLong(found.group(1));
      long last = Long.parseLong(found.group(2));
      if (first <= last && last < size) {
        return new long[] {first, last - first + 1};
      }
      if (first <= last) {
        throw S3Error.argument(
            COPY_RANGE,
            String.valueOf(size),
            "Range specified is not valid for source object of size: " + size);
      }
    }
    throw S3Error.argument(
        COPY_RANGE,
        text,
        "The x-amz-copy-source-range value must be of the form bytes=first-last where first and"
            + " last are the zero-based offsets of the first and last bytes to copy");
  }

  static void abort(S3Visit visit) throws Refused, IOException {
    MultipartUpload upload = MultipartUpload.asked(visit);
    upload.requireInitiated(visit);
    if (upload.plan(visit).isPresent()) {
      upload.existing(visit);
    } else if (!visit.engine().isDirectory(upload.directory())) {
      if (UploadId.isOf(upload.key(), upload.id())) {
        // an abort that died may have come so far
        DirectoryMarkers.removeEmptied(visit.engine(), upload.key());
      }
      upload.existing(visit);
    } // else what an abort that died has left
    try {
      upload.remove(visit);
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.CONFLICT_409
          ? S3Error.SLOW_DOWN.because("a part of the upload is being sent")
          : refusal;
    }
    DirectoryMarkers.removeEmptied(visit.engine(), upload.key());
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  static void list(S3Visit visit) throws Refused, IOException {
    MultipartUpload upload = MultipartUpload.asked(visit);
    MultipartUpload.Plan plan = upload.existing(visit);
    Query query = visit.asked().query();
    int most = ObjectListing.most(query, "max-parts");
    int marker = marker(query);
    List<MultipartUpload.Part> parts = new ArrayList<>();
    int before = marker;
    boolean more = false;
    for (MultipartUpload.Part part : upload.parts(visit)) {
      if (part.number() > before) {
        more = parts.size() == most;
        if (more) {
          break;
        }
        parts.add(part);
        before = part.number();
      }
    }
    XmlText xml = XmlText.of("ListPartsResult").leaf("Bucket", visit.bucketName());
    xml.leaf("Key", upload.key().text()).leaf("UploadId", upload.id());
    owners(visit, xml);
    xml.leaf("StorageClass", "STANDARD").leaf("PartNumberMarker", marker);
    xml.leaf("NextPartNumberMarker", before).leaf("MaxParts", most);
    xml.leaf("IsTruncated", String.valueOf(more));
    plan.tellSum(xml);
    for (MultipartUpload.Part part : parts) {
      xml.open("Part").leaf("PartNumber", part.number()).leaf("ETag", part.tag());
      xml.leaf("LastModified", part.found().modified()).leaf("Size", part.found().size());
      part.found().facts().sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
      xml.close("Part");
    }
    visit.answer(xml.end("ListPartsResult"));
  }

  private static int marker(Query query) throws Refused {
    String text = query.get("part-number-marker").orElse("");
    int marker = text.isEmpty() ? 0 : ObjectListing.number("part-number-marker", text);
    if (marker < 0) {
      throw S3Error.argument(
          "part-number-marker",
          text,
          "Argument " + text + " must be an integer between 0 and 2147483647");
    }
    return marker;
  }

  private static void owners(S3Visit visit, XmlText xml) {
    String dn = visit.exchange().calls().get().caller().dn();
    for (String role : new String[] {"Initiator", "Owner"}) {
      xml.open(role).leaf("ID", dn).leaf("DisplayName", dn).close(role);
    }
  }
}
