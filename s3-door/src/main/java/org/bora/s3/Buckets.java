package org.bora.s3;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;

/**
 * Finds the directory of a bucket: a storage area, by its name, or a directory in the place where
 * buckets are created.
 *
 * @param areas directories by the names of their buckets
 * @param place directory whose subdirectories are buckets; empty if buckets cannot be created
 */
public record Buckets(Map<String, Name> areas, Optional<Name> place) {
  private static final Pattern POSSIBLE = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+");

  public Buckets {
    areas = Map.copyOf(areas);
    Objects.requireNonNull(place, "place");
  }

  /** Whether a name may be one of a bucket. */
  public static boolean isPossible(String name) {
    return POSSIBLE.matcher(name).matches()
        && !name.contains("..")
        && !ADDRESS.matcher(name).matches();
  }

  boolean isArea(String bucket) {
    return areas.containsKey(bucket);
  }

  /** Where a bucket is, whether or not it is there. */
  Name directory(String bucket) throws Refused {
    if (isArea(bucket)) {
      return areas.get(bucket);
    }
    if (!isPossible(bucket)) {
      throw S3Error.INVALID_BUCKET_NAME.refusal();
    }
    return place
        .map(parent -> parent.child(bucket))
        .orElseThrow(() -> S3Error.NO_SUCH_BUCKET.refusal());
  }

  /** The directory of a bucket that is there. */
  Name existing(Engine engine, String bucket) throws Refused {
    Name directory = directory(bucket);
    if (!engine.isDirectory(directory)) {
      throw S3Error.NO_SUCH_BUCKET.refusal();
    }
    return directory;
  }
}
