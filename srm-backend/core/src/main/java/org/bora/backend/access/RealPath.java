package org.bora.backend.access;

import java.util.ArrayList;
import java.util.List;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;

/**
 * Resolves links: a link inside the area leads a GridFTP server through other directories than the
 * name says.
 */
final class RealPath {
  private RealPath() {}

  /** The path of an existing entry without links. */
  static AreaPath of(AreaTree tree, AreaPath path) throws StorageException {
    return AreaPath.parse(tree.physicalPath(path).substring(tree.root().toString().length()));
  }

  /** The directories that must be searched to reach {@code path}, the area's root first. */
  static List<AreaPath> above(AreaPath path) {
    List<AreaPath> above = new ArrayList<>();
    for (int depth = 0; depth < path.names().size(); depth++) {
      above.add(new AreaPath(path.names().subList(0, depth)));
    }
    return above;
  }
}
