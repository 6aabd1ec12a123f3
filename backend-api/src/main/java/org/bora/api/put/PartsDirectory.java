package org.bora.api.put;

import java.util.regex.Pattern;

/**
 * Names of the directories in which a door gathers the parts of a file ({@link MadeOf}). While its
 * upload goes on there is a file in it, or one is being written; one in which there is nothing was
 * left by a door that died.
 */
public final class PartsDirectory {
  /** What the names begin with; clients of the door cannot make such names. */
  public static final String PREFIX = ".s3-upload-";

  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

  private PartsDirectory() {}

  /** Whether it is the name of such a directory; others can make names that look alike. */
  public static boolean isName(String name) {
    return name.startsWith(PREFIX) && isId(name.substring(PREFIX.length()));
  }

  /** Whether it is what such a name ends with. */
  public static boolean isId(String id) {
    return ID.matcher(id).matches();
  }
}
