package org.bora.s3;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.directory.Attributes;
import org.bora.api.put.MadeOf;
import org.bora.api.put.SeenFile;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.MadeParents;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** PutObject: an object, whole and verified, or nothing. */
final class ObjectWriting {
  /**
   * Another client may remove the directories that this one creates, together with their last
   * objects.
   */
  private static final int ATTEMPTS = 5;

  private ObjectWriting() {}

  static void put(S3Visit visit) throws Refused, IOException {
    ObjectKey key = visit.key();
    Facts wishes = ObjectWishes.of(visit.headers());
    if (key.namesDirectory()) {
      DirectoryMarkers.put(visit, key, wishes);
      return;
    }
    ObjectBody body = new ObjectBody(visit);
    body.makesDefault();
    Replacing mode = allow(visit, key);
    try (DoorUpload upload = begin(visit, key.name(), mode, body.size())) {
      body.into(upload);
      Facts facts = wishes.withSums("", body.verify());
      facts = facts.withSums(body.etag(), facts.sums());
      publish(upload, facts, body.adler32());
      tell(visit, facts);
      visit.header("x-amz-object-size", String.valueOf(upload.size()));
      if (!facts.sums().isEmpty()) {
        visit.header("x-amz-checksum-type", PartSums.WHOLE);
      }
    }
    visit.answer(HttpStatus.OK_200);
  }

  /** Checksums and tag of the stored object. */
  static void tell(S3Visit visit, Facts facts) {
    visit.header(HttpHeader.ETAG.asString(), "\"" + facts.etag().orElseThrow() + "\"");
    facts.sums().forEach((sum, value) -> visit.header(sum.header(), value));
  }

  static void publish(DoorUpload upload, Facts facts, String adler32)
      throws Refused, StorageException {
    note(upload, Facts.NOTE, facts.text());
    upload.publish(adler32);
  }

  static void note(DoorUpload upload, String note, String text) throws Refused, StorageException {
    try {
      upload.note(note, text);
    } catch (StorageException e) {
      if (e.reason() == Reason.UNSUPPORTED) {
        throw Facts.tooLarge();
      }
      throw e;
    }
  }

  private static void requireBucket(S3Visit visit) throws Refused {
    visit.buckets().existing(visit.engine(), visit.bucketName());
  }

  /** Checks the conditions of a change, and returns what may be replaced. */
  static Replacing allow(S3Visit visit, ObjectKey key) throws Refused, IOException {
    boolean match = visit.headers().contains("If-Match");
    boolean none = visit.headers().contains("If-None-Match");
    if (none && (match || !Conditions.isForNewOnly(visit.headers()))) {
      throw S3Error.NOT_IMPLEMENTED
          .because(S3Error.HEADER_NOT_IMPLEMENTED)
          .with("Header", "If-None-Match");
    }
    if (match) {
      Optional<Found> there = Found.look(visit, key);
      if (there.isEmpty()) {
        throw S3Error.NO_SUCH_KEY.refusal();
      }
      Conditions.allowChange(Quoted.conditions(visit.headers()), there.map(Found::version));
      return Replacing.only(new SeenFile(there.get().size(), there.get().modified()));
    }
    return none ? Replacing.NOTHING : Replacing.ANYTHING;
  }

  /**
   * Begins an upload; missing directories above it are created, and removed again with an abandoned
   * upload.
   */
  static DoorUpload begin(S3Visit visit, Name name, Replacing mode, OptionalLong size)
      throws Refused, IOException {
    return begin(visit, name, mode, size, Optional.empty());
  }

  /**
   * The same of an object that is made of parts.
   *
   * @param madeOf the parts
   */
  static DoorUpload begin(
      S3Visit visit, Name name, Replacing mode, OptionalLong size, Optional<MadeOf> madeOf)
      throws Refused, IOException {
    MadeParents made = new MadeParents(visit.engine(), name);
    try {
      return begin(
          visit,
          name,
          mode,
          made,
          () -> DoorUpload.begin(visit.ground(), name, mode, size, madeOf));
    } catch (Refused | IOException | RuntimeException e) {
      made.takeBack();
      throw e;
    }
  }

  private static DoorUpload begin(
      S3Visit visit, Name name, Replacing mode, MadeParents made, Patience.Wish<DoorUpload> wish)
      throws Refused, IOException {
    Refused missing = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return wish.ask().within(made);
      } catch (Refused refusal) {
        if (refusal.status() != HttpStatus.NOT_FOUND_404) {
          throw directoryInTheWay(visit, name, mode, refusal);
        }
        missing = refusal;
      }
      requireBucket(visit);
      if (visit.engine().isDirectory(name)) {
        throw S3Error.OBJECT_ALREADY_EXISTS.because(
            "the key is a directory: there are objects below it");
      }
      requireNoFileAbove(visit.engine(), visit.bucket(), name);
      makeAbove(made);
    }
    throw S3Error.SLOW_DOWN.because(
        "the directories of the object come and go: " + missing.getMessage());
  }

  /** What others remove meanwhile is found missing, and made again, by the next attempt. */
  private static void makeAbove(MadeParents made) throws Refused {
    try {
      made.make();
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404) {
        throw refusal;
      }
    }
  }

  /** {@code a} and {@code a/b} cannot both be there. */
  static void requireNoFileAbove(Engine engine, Name bucket, Name name) throws Refused {
    for (Name above = name.parent(); !above.path().equals(bucket.path()); above = above.parent()) {
      Optional<Attributes> there = engine.look(above);
      if (there.filter(found -> found.type() != FileType.DIRECTORY).isPresent()) {
        throw S3Error.OBJECT_ALREADY_EXISTS.because(
            "a part of the key is an object: a file cannot have files below it");
      }
    }
  }

  private static Refused directoryInTheWay(
      S3Visit visit, Name name, Replacing mode, Refused refusal) throws Refused {
    Engine engine = visit.engine();
    boolean asked =
        refusal.status() == HttpStatus.PRECONDITION_FAILED_412
            || refusal.status() == HttpStatus.BAD_REQUEST_400;
    if (!asked || (mode.equals(Replacing.NOTHING) && !engine.isDirectory(name))) {
      return refusal;
    }
    return engine.isDirectory(name) ? inTheWay(refusal) : refusal;
  }

  static Refused inTheWay(Refused refusal) {
    return refusal.status() == HttpStatus.NOT_FOUND_404
            || refusal.status() == HttpStatus.PRECONDITION_FAILED_412
            || refusal.status() == HttpStatus.BAD_REQUEST_400
            || refusal.status() == HttpStatus.CONFLICT_409
        ? S3Error.OBJECT_ALREADY_EXISTS.because(
            "the key is a directory, or a part of it is an object: a file cannot have files below"
                + " it")
        : refusal;
  }
}
