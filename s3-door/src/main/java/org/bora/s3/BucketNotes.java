package org.bora.s3;

import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The settings of a bucket: notes on its directory, so they follow a rename and disappear with it.
 * A caller who may create objects in the bucket's directory may change them.
 */
final class BucketNotes {
  private static final int ATTEMPTS = 5;

  private BucketNotes() {}

  /** A setting of a bucket that is there, and that the caller may see. */
  static Optional<String> of(S3Visit visit, String note) throws Refused {
    Name directory = visit.buckets().existing(visit.engine(), visit.bucketName());
    return visit.engine().directoryNote(directory, note).filter(text -> !text.isEmpty());
  }

  /**
   * Sets it, or removes it.
   *
   * @param text empty to remove it
   */
  static void set(S3Visit visit, String note, Optional<String> text) throws Refused {
    Name directory = visit.buckets().existing(visit.engine(), visit.bucketName());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> before = visit.engine().directoryNote(directory, note);
      if (annotate(visit.engine(), directory, note, before, text)) {
        return;
      }
    }
    throw S3Error.SLOW_DOWN.because("others change the same setting");
  }

  /** As {@link Engine#annotate}, for what a filesystem may have no room for. */
  static boolean annotate(
      Engine engine, Name name, String note, Optional<String> before, Optional<String> text)
      throws Refused {
    try {
      return engine.annotate(name, note, before, text);
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.NOT_IMPLEMENTED_501
          ? S3Error.INVALID_REQUEST.because(
              "there is no room for this in the filesystem: " + refusal.getMessage())
          : refusal;
    }
  }
}
