package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.BackendFailure;
import org.bora.api.word.OverwriteMode;
import org.bora.door.http.Refused;
import org.bora.files.Upload;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * CompleteMultipartUpload: the parts are copied into the object, one behind the other, and go when
 * it is published. The object keeps the name of its upload, so that a client whose answer was lost
 * hears of its success when it asks again.
 */
final class Completing {
  private static final Logger LOG = LoggerFactory.getLogger(Completing.class);

  /** Of all parts but the last, as S3 has it. */
  private static final long LEAST_PART_BYTES = 5L << 20;

  /** A larger object is told of at once, and kept alive: clients wait a minute for a byte. */
  private static final long LONG_BYTES = 256L << 20;

  private static final long BLANK_NANOS = 5_000_000_000L;

  private Completing() {}

  static void serve(Visit visit) throws Refused, IOException {
    MultipartUpload upload = MultipartUpload.asked(visit);
    visit
        .bodies()
        .read(visit, body -> serve(visit, upload, XmlTree.of(body, "CompleteMultipartUpload")));
  }

  private static void serve(Visit visit, MultipartUpload upload, XmlTree asked)
      throws Refused, IOException {
    Optional<Found> done = done(visit, upload);
    if (done.isPresent()) {
      clean(visit, upload);
      visit.answer(document(visit, upload, done.get().facts()));
      return;
    }
    MultipartUpload.Plan plan = upload.existing(visit);
    List<MultipartUpload.Part> parts = wanted(asked, upload.parts(visit));
    long size = parts.stream().mapToLong(part -> part.found().size()).sum();
    requireSize(visit, size);
    OverwriteMode mode = Writing.allow(visit, upload.key());
    Merge merge = new Merge(visit, upload, plan, parts, size);
    try (Upload object = Writing.begin(visit, upload.key().name(), mode, OptionalLong.of(size))) {
      if (size < LONG_BYTES) {
        visit.answer(document(visit, upload, merge.into(object, () -> {})));
      } else {
        slowly(visit, upload, merge, object);
      }
    }
    clean(visit, upload);
  }

  /** The object, where this upload has made it. */
  private static Optional<Found> done(Visit visit, MultipartUpload upload)
      throws Refused, IOException {
    return Found.look(visit, upload.key())
        .filter(found -> found.facts().upload().equals(upload.id()));
  }

  private static void requireSize(Visit visit, long size) throws Refused {
    String announced = visit.headers().get("x-amz-mp-object-size");
    if (announced != null && !announced.strip().equals(String.valueOf(size))) {
      throw S3Error.INVALID_REQUEST.because("the parts have " + size + " bytes together");
    }
  }

  /** The parts that the client names, in its order. */
  private static List<MultipartUpload.Part> wanted(XmlTree asked, List<MultipartUpload.Part> there)
      throws Refused {
    List<MultipartUpload.Part> wanted = new ArrayList<>();
    int before = 0;
    for (XmlTree part : asked.all("Part")) {
      int number = number(part);
      if (number <= before) {
        throw S3Error.INVALID_PART_ORDER.because("the parts must be listed in their order");
      }
      before = number;
      String tag = part.of("ETag").orElse("").strip().replace("\"", "");
      wanted.add(
          there.stream()
              .filter(one -> one.number() == number && one.tag().replace("\"", "").equals(tag))
              .filter(one -> hasSums(part, one))
              .findFirst()
              .orElseThrow(
                  () ->
                      S3Error.INVALID_PART.because(
                          "part " + number + " is not there, or has another ETag or checksum")));
    }
    if (wanted.isEmpty() || wanted.size() > MultipartUpload.MOST_PARTS) {
      throw S3Error.MALFORMED_XML.because("1 to 10,000 parts must be listed");
    }
    for (MultipartUpload.Part part : wanted.subList(0, wanted.size() - 1)) {
      if (part.found().size() < LEAST_PART_BYTES) {
        throw S3Error.ENTITY_TOO_SMALL.because(
            "part " + part.number() + " has less than 5 MiB and is not the last one");
      }
    }
    return wanted;
  }

  private static int number(XmlTree part) throws Refused {
    try {
      return Integer.parseInt(part.of("PartNumber").orElse("").strip());
    } catch (NumberFormatException e) {
      throw S3Error.MALFORMED_XML.because("a part has no PartNumber");
    }
  }

  private static boolean hasSums(XmlTree asked, MultipartUpload.Part part) {
    Map<Sum, String> known = part.found().facts().sums();
    for (Sum sum : Sum.values()) {
      Optional<String> value = asked.of("Checksum" + sum.name());
      if (value.isPresent() && !value.get().strip().equals(known.get(sum))) {
        return false;
      }
    }
    return true;
  }

  /** Blanks before the document keep the connection alive; a failure is then told in its place. */
  private static void slowly(Visit visit, MultipartUpload upload, Merge merge, Upload object)
      throws Refused, IOException {
    visit.header(HttpHeader.CONTENT_TYPE.asString(), XmlText.TYPE);
    visit.exchange().begin(HttpStatus.OK_200);
    write(visit, XmlText.HEAD);
    long[] told = {visit.nanos().getAsLong()};
    Merge.Alive alive =
        () -> {
          long now = visit.nanos().getAsLong();
          if (now - told[0] >= BLANK_NANOS) {
            told[0] = now;
            write(visit, " ");
          }
        };
    String document;
    try {
      document = document(visit, upload, merge.into(object, alive));
    } catch (Refused refusal) {
      Refused known = S3Error.of(refusal);
      LOG.info("{} was not completed: {}", upload.key().text(), known.getMessage());
      document =
          XmlText.error(
              known.code().orElseThrow(),
              known.getMessage(),
              visit.asked().resource(),
              visit.exchange().trace(),
              XmlText.HEAD);
    }
    write(visit, document.substring(XmlText.HEAD.length()));
  }

  private static void write(Visit visit, String text) throws IOException {
    visit.exchange().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String document(Visit visit, MultipartUpload upload, Facts facts) throws Refused {
    XmlText xml = XmlText.of("CompleteMultipartUploadResult");
    xml.leaf("Location", visit.asked().resource()).leaf("Bucket", visit.bucketName());
    xml.leaf("Key", upload.key().text());
    xml.leaf("ETag", "\"" + facts.etag().orElseThrow() + "\"");
    facts.sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
    return xml.end("CompleteMultipartUploadResult");
  }

  private static void clean(Visit visit, MultipartUpload upload) {
    try {
      upload.remove(visit);
    } catch (Refused | BackendFailure e) {
      LOG.info("the parts of upload {} are left to the sweep: {}", upload.id(), e.getMessage());
    }
  }

  /** Parts on their way into their object. */
  private record Merge(
      Visit visit,
      MultipartUpload upload,
      MultipartUpload.Plan plan,
      List<MultipartUpload.Part> parts,
      long size) {

    /** Hears now and then that it goes on. */
    @FunctionalInterface
    interface Alive {
      void goesOn() throws IOException;
    }

    Facts into(Upload object, Alive alive) throws Refused, IOException {
      Map<Sum, Sum.Making> making = new EnumMap<>(Sum.class);
      plan.sum().filter(_ -> plan.whole()).ifPresent(sum -> making.put(sum, sum.make()));
      Copying.Sums sums = new Copying.Sums(making);
      Sum.Making tags = Sum.md5();
      for (MultipartUpload.Part part : parts) {
        try (OpenFile file = open(part)) {
          copy(file, part.found().size(), object, sums, alive);
        }
        tags.update(
            ByteBuffer.wrap(HexFormat.of().parseHex(part.found().facts().etag().orElseThrow())));
      }
      String etag = HexFormat.of().formatHex(tags.value()) + "-" + parts.size();
      Map<Sum, String> values = plan.whole() ? sums.values() : ofParts();
      requireAnnounced(values);
      Facts facts = plan.facts().withSums(etag, values).ofUpload(upload.id());
      Writing.publish(object, facts, sums.adler32());
      return facts;
    }

    private OpenFile open(MultipartUpload.Part part) throws Refused, IOException {
      return visit.ground().areas().read(visit.engine().open(upload.file(part.name())));
    }

    private static void copy(
        OpenFile file, long bytes, Upload object, Copying.Sums sums, Alive alive)
        throws Refused, IOException {
      long step = 64L << 20;
      for (long at = 0; at < bytes; at += step) {
        Copying.bytes(file, at, Math.min(step, bytes - at), object, sums);
        alive.goesOn();
      }
    }

    /** The sum of the sums of the parts, where all of them have one. */
    private Map<Sum, String> ofParts() {
      Map<Sum, String> values = new EnumMap<>(Sum.class);
      plan.sum()
          .filter(sum -> parts.stream().allMatch(p -> p.found().facts().sums().containsKey(sum)))
          .ifPresent(
              sum -> {
                Sum.Making all = sum.make();
                for (MultipartUpload.Part part : parts) {
                  String value = part.found().facts().sums().get(sum);
                  all.update(ByteBuffer.wrap(Base64.getDecoder().decode(value)));
                }
                String value = Base64.getEncoder().encodeToString(all.value());
                values.put(sum, value + "-" + parts.size());
              });
      return values;
    }

    private void requireAnnounced(Map<Sum, String> values) throws Refused {
      for (Sum sum : Sum.values()) {
        String announced = visit.headers().get(sum.header());
        if (announced != null && values.containsKey(sum)) {
          String value = values.get(sum);
          String plain = announced.strip();
          if (!plain.equals(value) && !value.startsWith(plain + "-")) {
            throw S3Error.BAD_DIGEST.because("the object does not have the announced " + sum);
          }
        }
      }
    }
  }
}
