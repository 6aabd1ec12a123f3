package org.bora.api.put;

import java.util.regex.Pattern;

/**
 * Names of the directories in which a door collects the parts of a file ({@link MadeOf}), and of
 * their content: the record of the upload, and the parts. During an upload its directory contains a
 * file, or one is being written; an empty directory was left by a door that died.
 */
public final class PartsDirectory {
  /** What the names begin with; clients of the door cannot make such names. */
  public static final String PREFIX = ".s3-upload-";

  /**
   * The file that describes the future object: the multipart upload exists as long as this file.
   */
  public static final String RECORD = "object";

  /** What the names of parts begin with; a number and an attempt follow. */
  public static final String PART = "part-";

  private static final Pattern PART_NAME = Pattern.compile(PART + "[0-9]{5}-[0-9a-f]{8}");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

  private PartsDirectory() {}

  /** Whether it is the name of such a directory; others can make names that look alike. */
  public static boolean isName(String name) {
    return name.startsWith(PREFIX) && isId(name.substring(PREFIX.length()));
  }

  /** Whether a door gives this name to a file in such a directory. */
  public static boolean isOfUpload(String file) {
    return file.equals(RECORD) || PART_NAME.matcher(file).matches();
  }

  /** Whether it is what such a name ends with. */
  public static boolean isId(String id) {
    return ID.matcher(id).matches();
  }
}
