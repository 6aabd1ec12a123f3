package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.BackendFailure;
import org.bora.api.put.MadeOf;
import org.bora.api.word.LogText;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * CompleteMultipartUpload: the parts are copied into the object one after the other, and removed
 * when it is published. The object keeps the identifier of its upload, so a client whose answer was
 * lost gets the success when it asks again.
 */
final class Completing {
  private static final Logger LOG = LoggerFactory.getLogger(Completing.class);

  /**
   * For a larger object the answer begins at once and is kept alive, because clients wait a minute
   * for a byte.
   */
  private static final long LONG_BYTES = 256L << 20;

  private static final long BLANK_NANOS = 5_000_000_000L;

  /** Name of the attribute of a request whose answer began as a success and is none. */
  private static final String FAILED = "org.bora.s3.failed";

  private Completing() {}

  /** The error that a request was answered with after the status 200; empty for others. */
  static Optional<String> failed(Request request) {
    return Optional.ofNullable((String) request.getAttribute(FAILED));
  }

  /** The parts to copy into the object, after the request has been read and checked. */
  private record Chosen(Merge merge, Replacing mode, MadeOf madeOf) {}

  /** The memory of the list is given back before the first byte is copied: copies take long. */
  static void serve(S3Visit visit) throws Refused, IOException {
    MultipartUpload upload = MultipartUpload.asked(visit);
    AtomicReference<Optional<Chosen>> chosen = new AtomicReference<>(Optional.empty());
    visit
        .bodies()
        .readList(
            visit,
            body -> {
              XmlTree asked = XmlTree.of(body, "CompleteMultipartUpload");
              if (!isDone(visit, upload)) {
                orDone(visit, upload, () -> chosen.set(Optional.of(choose(visit, upload, asked))));
              }
            });
    if (chosen.get().isPresent()) {
      orDone(visit, upload, () -> complete(visit, upload, chosen.get().get()));
    }
  }

  /** A step of a completion. */
  @FunctionalInterface
  private interface Step {
    void run() throws Refused, IOException;
  }

  /** Another request for the same may have been quicker; nothing was answered yet. */
  private static void orDone(S3Visit visit, MultipartUpload upload, Step step)
      throws Refused, IOException {
    try {
      step.run();
    } catch (Refused refusal) {
      boolean over = refusal.status() == HttpStatus.GONE_410 || isOfParts(refusal);
      if (!over || !isDone(visit, upload)) {
        throw MultipartUpload.told(refusal);
      }
    }
  }

  private static boolean isOfParts(Refused refusal) {
    return refusal.code().isPresent()
        && (refusal.code().get().equals(S3Error.NO_SUCH_UPLOAD.code())
            || refusal.code().get().equals(S3Error.INVALID_PART.code()));
  }

  private static Chosen choose(S3Visit visit, MultipartUpload upload, XmlTree asked)
      throws Refused, IOException {
    MultipartUpload.Plan plan = upload.existing(visit);
    PartSums.requireOfPlan(visit.headers(), plan);
    List<MultipartUpload.Part> there = upload.parts(visit);
    List<MultipartUpload.Part> parts = WantedParts.of(asked, there, plan);
    long size = parts.stream().mapToLong(part -> part.found().size()).sum();
    requireSize(visit, size);
    Replacing mode = ObjectWriting.allow(visit, upload.key());
    return new Chosen(
        new Merge(visit, upload, plan, parts, size), mode, upload.madeOf(visit, parts, there));
  }

  private static void complete(S3Visit visit, MultipartUpload upload, Chosen chosen)
      throws Refused, IOException {
    Merge merge = chosen.merge();
    try (DoorUpload object =
        ObjectWriting.begin(
            visit,
            upload.key().name(),
            chosen.mode(),
            OptionalLong.of(merge.size()),
            Optional.of(chosen.madeOf()))) {
      if (merge.size() < LONG_BYTES) {
        visit.answer(document(visit, upload, merge.into(object, () -> {})));
      } else if (!slowly(visit, upload, merge, object)) {
        return; // the parts stay, for a completion that is right
      }
    }
    clean(visit, upload);
  }

  /** Answers where this upload has made the object already. */
  private static boolean isDone(S3Visit visit, MultipartUpload upload) throws Refused, IOException {
    Optional<Found> done = made(visit, upload);
    if (done.isPresent()) {
      clean(visit, upload);
      visit.answer(document(visit, upload, done.get().facts()));
    }
    return done.isPresent();
  }

  /** The object of this upload, if it still has the key. */
  static Optional<Found> made(S3Visit visit, MultipartUpload upload) throws Refused, IOException {
    return Found.look(visit, upload.key())
        .filter(found -> found.facts().upload().equals(upload.id()));
  }

  private static void requireSize(S3Visit visit, long size) throws Refused {
    String announced = visit.headers().get("x-amz-mp-object-size");
    if (announced == null) {
      return;
    }
    long number;
    try {
      number = Long.parseLong(announced.strip());
    } catch (NumberFormatException e) {
      throw S3Error.INVALID_REQUEST.because(
          "Value for x-amz-mp-object-size header is invalid: '" + announced + "'");
    }
    if (number < 0) {
      throw S3Error.INVALID_REQUEST.because(
          "Value for x-amz-mp-object-size header is less than zero: '" + number + "'");
    }
    if (number != size) {
      throw S3Error.INVALID_REQUEST.because(
          "The provided 'x-amz-mp-object-size' header value "
              + number
              + " does not match what was computed: "
              + size);
    }
  }

  /**
   * Blanks before the document keep the connection alive; a failure then takes the place of the
   * document.
   *
   * @return whether there is an object
   */
  private static boolean slowly(
      S3Visit visit, MultipartUpload upload, Merge merge, DoorUpload object)
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
    boolean stored = false;
    String document;
    try {
      document = document(visit, upload, merge.into(object, alive));
      stored = true;
    } catch (Refused refusal) {
      Refused known = S3Error.of(refusal);
      LOG.info(
          "{} was not completed: {}",
          LogText.of(upload.key().text()),
          LogText.of(known.getMessage()));
      visit.request().setAttribute(FAILED, known.code().orElseThrow());
      visit.refusing(known, upload.key().text());
      document =
          XmlText.error(known, visit.asked().resource(), visit.exchange().trace(), XmlText.HEAD);
    }
    write(visit, document.substring(XmlText.HEAD.length()));
    return stored;
  }

  private static void write(S3Visit visit, String text) throws IOException {
    visit.exchange().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String document(S3Visit visit, MultipartUpload upload, Facts facts)
      throws Refused {
    XmlText xml = XmlText.of("CompleteMultipartUploadResult");
    xml.leaf("Location", visit.location()).leaf("Bucket", visit.bucketName());
    xml.leaf("Key", upload.key().text());
    xml.leaf("ETag", "\"" + facts.etag().orElseThrow() + "\"");
    facts.sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
    if (!facts.sums().isEmpty()) {
      xml.leaf("ChecksumType", facts.checksumType());
    }
    return xml.end("CompleteMultipartUploadResult");
  }

  private static void clean(S3Visit visit, MultipartUpload upload) {
    try {
      upload.remove(visit);
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.info("the parts of upload {} are left to the sweep: {}", upload.id(), e.getMessage());
    }
  }
}
