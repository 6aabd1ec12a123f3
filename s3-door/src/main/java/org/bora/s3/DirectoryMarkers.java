package org.bora.s3;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.Replacing;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Keys that end with a slash are directories, without bytes. A directory that was put as an object
 * has a note with metadata and tags, and stays when its last object is removed; s3fs and others
 * keep directories in this way. A directory that was created for an object has no note.
 */
final class DirectoryMarkers {
  private static final int ATTEMPTS = 5;
  private static final String TYPE = "content-type";
  private static final String DIRECTORY = "application/x-directory";

  private DirectoryMarkers() {}

  static void put(S3Visit visit, ObjectKey key, Facts wishes) throws Refused, IOException {
    ObjectBody body = new ObjectBody(visit);
    if (body.size().orElse(0) > 0) {
      throw S3Error.INVALID_REQUEST.because(
          "a key that ends with a slash is a directory, which has no bytes");
    }
    visit.buckets().existing(visit.engine(), visit.bucketName());
    body.makesDefault();
    body.readNothing();
    Facts facts = wishes.withSums(ObjectReading.EMPTY_MD5, body.verify());
    boolean onlyNew = ObjectWriting.allow(visit, key).equals(Replacing.NOTHING);
    store(visit.engine(), visit.bucket(), key.name(), onlyNew, facts);
    ObjectWriting.tell(visit, facts);
    visit.header("x-amz-checksum-type", PartSums.WHOLE);
    visit.answer(HttpStatus.OK_200);
  }

  /** Copies a marker onto itself or another one, with the metadata of the request. */
  static void copy(S3Visit visit, ObjectKey from, ObjectKey to, boolean replaces)
      throws Refused, IOException {
    if (!from.namesDirectory()) {
      throw S3Error.INVALID_REQUEST.because("a directory is no object that can be copied to");
    }
    Found source = look(visit, from).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
    ObjectCopying.requireConditions(visit.headers(), source.version());
    Facts kept =
        ObjectCopying.kept(visit, source.facts(), ObjectWishes.of(visit.headers()), replaces);
    Facts facts = kept.withSums(ObjectReading.EMPTY_MD5, source.facts().sums());
    store(visit.engine(), visit.bucket(), to.name(), false, facts);
    ObjectCopying.answer(visit, facts);
  }

  /**
   * Creates the directory and marks it. Before it is marked, it is removed with its last object,
   * like its parents: others may remove them meanwhile, and then they are created again.
   *
   * @param onlyNew whether an existing one is refused
   */
  static void store(Engine engine, Name bucket, Name name, boolean onlyNew, Facts facts)
      throws Refused {
    String text = facts.text();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        make(engine, name, onlyNew);
        note(engine, name, text);
        return;
      } catch (Refused refusal) {
        if (refusal.status() != HttpStatus.NOT_FOUND_404) {
          throw refusal;
        }
      }
      if (!engine.isDirectory(bucket)) {
        throw S3Error.NO_SUCH_BUCKET.refusal();
      }
      ObjectWriting.requireNoFileAbove(engine, bucket, name);
    }
    throw S3Error.SLOW_DOWN.because("the directories of the object come and go");
  }

  private static void make(Engine engine, Name name, boolean onlyNew) throws Refused {
    Parents.makeMissing(engine, name);
    try {
      engine.makeDirectory(name);
    } catch (Refused refusal) {
      boolean gone = refusal.status() == HttpStatus.NOT_FOUND_404;
      boolean there =
          refusal.status() == HttpStatus.PRECONDITION_FAILED_412 && engine.isDirectory(name);
      if (!there) {
        throw gone ? refusal : ObjectWriting.inTheWay(refusal);
      }
      if (onlyNew) {
        throw refusal;
      }
    }
  }

  private static void note(Engine engine, Name name, String text) throws Refused {
    Optional<String> noted = Optional.of(text);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> before = engine.directoryNote(name, Facts.NOTE);
      if (before.equals(noted) || BucketNotes.annotate(engine, name, Facts.NOTE, before, noted)) {
        return;
      }
    }
    throw S3Error.SLOW_DOWN.because("others change the same directory");
  }

  /** Looks up a directory, put as an object or not; empty if there is none. */
  static Optional<Found> look(S3Visit visit, ObjectKey key) throws Refused {
    Optional<Attributes> there =
        visit.engine().look(key.name()).filter(found -> found.type() == FileType.DIRECTORY);
    if (there.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> note = visit.engine().directoryNote(key.name(), Facts.NOTE);
    Facts facts = Facts.of(note);
    return Optional.of(
        new Found(
            0,
            there.get().modifiedAt(),
            FileLocality.ONLINE,
            note,
            facts.withSums(ObjectReading.EMPTY_MD5, facts.sums())));
  }

  /** Whether a directory is itself an object, which stays without objects in it. */
  private static boolean isPut(Engine engine, Name directory) throws Refused {
    return engine.directoryNote(directory, Facts.NOTE).isPresent();
  }

  /**
   * Removes the directories above a removed object, up to its bucket, except those that were put.
   * The first one that stays keeps those above it. One that is put after the check stays as well:
   * the engine checks again, and blocks puts meanwhile.
   */
  static void removeEmptied(Engine engine, ObjectKey key) {
    Name above = key.name().parent();
    while (!above.path().equals(key.bucket().path())) {
      try {
        if (isPut(engine, above)) { // backends of an earlier release do not look
          return;
        }
        engine.removeEmpty(above, Optional.of(Facts.NOTE));
      } catch (Refused | BackendFailure | NoTurn stays) {
        return;
      }
      above = above.parent();
    }
  }

  static void read(S3Visit visit, ObjectKey key) throws Refused, IOException {
    Found found = look(visit, key).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
    ObjectReading.describe(visit, typed(found.facts()), 0, found.modified());
    if (Conditions.isKnown(Quoted.conditions(visit.headers()), found.version())) {
      visit.exchange().begin(HttpStatus.NOT_MODIFIED_304);
      return;
    }
    ObjectReading.sums(visit, found.facts());
    visit.header(ObjectReading.STORAGE_CLASS, found.storageClass());
    visit.header(HttpHeader.ACCEPT_RANGES.asString(), "bytes");
    visit.answer(HttpStatus.OK_200);
  }

  private static Facts typed(Facts facts) {
    Map<String, String> headers = new LinkedHashMap<>(facts.headers());
    headers.putIfAbsent(TYPE, DIRECTORY);
    return new Facts(facts.etag(), facts.sums(), headers, facts.metadata(), facts.tags(), "", "");
  }

  /** A directory with objects in it stays, but loses its note. */
  static void remove(S3Visit visit, Name name) throws Refused {
    try {
      visit.engine().removeEmpty(name, Optional.empty());
    } catch (Refused refusal) {
      if (refusal.status() == HttpStatus.NOT_FOUND_404 || !visit.engine().isDirectory(name)) {
        throw refusal;
      }
      Optional<String> note = visit.engine().directoryNote(name, Facts.NOTE);
      if (note.isPresent()) {
        BucketNotes.annotate(visit.engine(), name, Facts.NOTE, note, Optional.empty());
      }
      throw refusal;
    }
  }
}
