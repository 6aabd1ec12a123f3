package org.bora.backend.locate;

import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;

/**
 * A part of the name space that lives in one directory tree under one storage class.
 *
 * @param name unique, for configuration and logs
 * @param sfn where clients see its root: absolute, no slash at the end, {@code /testvo}
 * @param tree its files
 * @param keeping what it promises about them
 * @param spaceToken identifier of the area's own (static) space; unique at the site
 * @param spaceDescription the description clients ask for it by
 * @param fileTypes what may become of files at the end of their lives here; not empty
 * @param ownership to whom tokens, pins and reservations belong here
 */
public record StorageArea(
    String name,
    String sfn,
    AreaTree tree,
    Keeping keeping,
    String spaceToken,
    String spaceDescription,
    Set<FileStorageType> fileTypes,
    OwnerRule ownership) {

  public StorageArea {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(tree, "tree");
    Objects.requireNonNull(keeping, "keeping");
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(spaceDescription, "spaceDescription");
    Objects.requireNonNull(ownership, "ownership");
    fileTypes = Set.copyOf(fileTypes);
    if (fileTypes.isEmpty()) {
      throw new IllegalArgumentException("area " + name + " offers no type of files");
    }
    if (!sfn.startsWith("/") || sfn.endsWith("/")) {
      throw new IllegalArgumentException(
          "area " + name + ": sfn '" + sfn + "' must begin with a slash and not end with one");
    }
  }

  /** What SRM calls the promise. */
  public RetentionPolicyInfo retention() {
    return keeping.storageClass().retention();
  }

  /** What files become whose writer does not say: the most lasting that there is. */
  public FileStorageType usualFileType() {
    return Collections.max(fileTypes);
  }

  /** The absolute path of {@code path} as clients name it. */
  public String sfnOf(AreaPath path) {
    return path.isRoot() ? sfn : sfn + "/" + path;
  }
}
