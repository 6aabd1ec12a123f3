package org.bora.backend.locate;

import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;

/**
 * A part of the namespace with its own directory tree and storage class.
 *
 * @param name unique, for configuration and logs
 * @param sfn path of its root for clients: absolute, without a slash at the end, {@code /testvo}
 * @param tree its files
 * @param keeping its promise about files
 * @param spaceToken identifier of the area's own (static) space; unique at the site
 * @param spaceDescription description by which clients find this space
 * @param fileTypes file storage types allowed here; not empty
 * @param ownership who owns tokens, pins and reservations here
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
