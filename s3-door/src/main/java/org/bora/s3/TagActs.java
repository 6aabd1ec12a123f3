package org.bora.s3;

import java.io.IOException;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpStatus;

/** Operations on tags of buckets and of existing objects. */
final class TagActs {
  /** Name of the note on the directory of a bucket. */
  static final String NOTE = "s3.tags";

  private static final int ATTEMPTS = 5;

  private TagActs() {}

  static void ofBucket(S3Visit visit) throws Refused, IOException {
    Optional<String> tags = BucketNotes.of(visit, NOTE);
    visit.answer(Tags.noted(tags.orElseThrow(S3Error.NO_SUCH_TAG_SET::refusal)).document());
  }

  static void putOfBucket(S3Visit visit) throws Refused, IOException {
    visit.bodies().read(visit, body -> set(visit, Tags.ofBody(body, Tags.MOST_OF_BUCKET)));
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  static void set(S3Visit visit, Tags tags) throws Refused {
    BucketNotes.set(visit, NOTE, Optional.of(tags.text()).filter(text -> !text.isEmpty()));
  }

  static void deleteOfBucket(S3Visit visit) throws Refused {
    BucketNotes.set(visit, NOTE, Optional.empty());
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  static void ofObject(S3Visit visit) throws Refused, IOException {
    Found found = Found.look(visit, visit.key()).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
    visit.answer(Tags.noted(found.facts().tags()).document());
  }

  static void putOfObject(S3Visit visit) throws Refused, IOException {
    visit.bodies().read(visit, body -> change(visit, Tags.ofBody(body, Tags.MOST_OF_OBJECT)));
    visit.answer(HttpStatus.OK_200);
  }

  static void deleteOfObject(S3Visit visit) throws Refused, IOException {
    change(visit, Tags.NONE);
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  /** Nothing else of the note changes; an object that was replaced meanwhile keeps its own. */
  private static void change(S3Visit visit, Tags tags) throws Refused, StorageException {
    ObjectKey key = visit.key();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Found found = Found.look(visit, key).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
      String text = found.facts().withTags(tags).text();
      Optional<String> after = Optional.of(text).filter(some -> !some.isEmpty());
      if (BucketNotes.annotate(visit.engine(), key.name(), Facts.NOTE, found.note(), after)) {
        return;
      }
    }
    throw S3Error.SLOW_DOWN.because("the object changes all the time");
  }
}
