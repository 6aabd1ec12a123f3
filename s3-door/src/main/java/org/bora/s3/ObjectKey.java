package org.bora.s3;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.bora.api.put.PartsDirectory;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;

/**
 * The key of an object as file names. A key that is not possible as file names is refused: a key
 * with an empty part, with {@code .} or {@code ..}, or with a part of more than 255 bytes.
 *
 * @param text in S3
 * @param bucket directory of its bucket
 */
record ObjectKey(String text, Name bucket) {
  private static final int MOST_BYTES = 1024;
  private static final int MOST_NAME_BYTES = 255;

  /** What names begin with that belong to the door. */
  static final String HIDDEN = PartsDirectory.PREFIX;

  ObjectKey {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(bucket, "bucket");
  }

  static ObjectKey of(String text, Name bucket) throws Refused {
    ObjectKey key = new ObjectKey(text, bucket);
    if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      throw S3Error.KEY_TOO_LONG
          .because("a key has " + MOST_BYTES + " bytes at most")
          .with("Size", String.valueOf(text.getBytes(StandardCharsets.UTF_8).length))
          .with("MaxSizeAllowed", String.valueOf(MOST_BYTES));
    }
    for (String part : key.parts()) {
      if (part.getBytes(StandardCharsets.UTF_8).length > MOST_NAME_BYTES) {
        throw S3Error.KEY_TOO_LONG.because(
            "a part of a key between slashes has " + MOST_NAME_BYTES + " bytes at most");
      }
      if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf(0) >= 0) {
        throw S3Error.INVALID_ARGUMENT.because(
            "the key names no file: it has an empty part, '.' or '..'");
      }
      if (part.startsWith(HIDDEN)) {
        throw S3Error.INVALID_ARGUMENT.because("names that begin with " + HIDDEN + " are reserved");
      }
    }
    return key;
  }

  private List<String> parts() {
    String plain = namesDirectory() ? text.substring(0, text.length() - 1) : text;
    return List.of(plain.split("/", -1));
  }

  /** Whether it ends with a slash, as the markers of directories do. */
  boolean namesDirectory() {
    return text.endsWith("/");
  }

  /** Its file or directory. */
  Name name() {
    Name name = bucket;
    for (String part : parts()) {
      name = name.child(part);
    }
    return name;
  }
}
