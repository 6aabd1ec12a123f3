package org.bora.storage.spi;

import java.util.Objects;
import java.util.UUID;

/**
 * A file that is being written beside its target, under a hidden name that only its identifier
 * determines ({@code .bora-put-ID} in the target's directory: same fileset, stripe, quota and
 * default ACL). Readers of the target see the old content, or none, until it is published.
 *
 * @param target where it will appear
 * @param id unique for ever; also kept in an extended attribute of the file, so that a publication
 *     that was interrupted can be recognised
 */
public record Upload(AreaPath target, UUID id) {

  /** Hidden names of uploads begin so. */
  public static final String PREFIX = AreaPath.HIDDEN_PREFIX + "put-";

  /**
   * The bit in the mode of a hidden file whose writer holds it ({@link OpenFile#hold}): the sticky
   * bit, which has no other meaning on a file.
   */
  public static final int HELD = 01000;

  public Upload {
    Objects.requireNonNull(id, "id");
    if (target.isRoot()) {
      throw new IllegalArgumentException("the root of an area is not a file");
    }
  }

  /** The name of the hidden sibling. */
  public String hiddenName() {
    return hiddenName(id);
  }

  /** The name of the hidden file of an upload, in whatever directory it is. */
  public static String hiddenName(UUID id) {
    return PREFIX + id;
  }
}
