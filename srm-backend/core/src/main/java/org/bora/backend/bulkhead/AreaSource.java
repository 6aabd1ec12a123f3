package org.bora.backend.bulkhead;

import java.nio.file.Path;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;

/** Gives the file tree of an area; asked before each call. Thread safe. */
public interface AreaSource extends AutoCloseable {

  /** The root of the area, also while it is withheld. */
  Path root();

  /**
   * The files of the area.
   *
   * @throws StorageException WITHHELD while this backend must not use the area
   */
  AreaTree tree() throws StorageException;

  @Override
  void close();

  /** An area that is never withheld; closing the source closes it. */
  static AreaSource always(AreaTree tree) {
    return new AreaSource() {
      @Override
      public Path root() {
        return tree.root();
      }

      @Override
      public AreaTree tree() {
        return tree;
      }

      @Override
      public void close() {
        tree.close();
      }
    };
  }
}
