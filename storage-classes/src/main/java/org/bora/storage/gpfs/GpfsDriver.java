package org.bora.storage.gpfs;

import java.nio.file.Path;
import java.util.List;
import org.bora.storage.linux.GpfsLibrary;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;

/**
 * IBM Storage Scale (GPFS): the quota of filesets, preallocation, storage pools for new files, and
 * the attribute OFFLINE of files that the site's own tape policy has taken away.
 */
public final class GpfsDriver implements FileSystemDriver {
  private final List<String> libraries;

  public GpfsDriver() {
    this(GpfsLibrary.NAMES);
  }

  /** With the library at one of these places. */
  public GpfsDriver(List<String> libraries) {
    this.libraries = List.copyOf(libraries);
  }

  @Override
  public String name() {
    return "gpfs";
  }

  @Override
  public AreaTree open(Path root, TreeSettings settings) throws StorageException {
    if (settings.striping().count() != 0 || settings.striping().sizeBytes() != 0) {
      throw new StorageException(
          Reason.UNSUPPORTED, "GPFS stripes by its blocks; of striping it takes the pool alone");
    }
    if (settings.hsm()) {
      throw new StorageException(
          Reason.UNSUPPORTED, "driver gpfs uses stubs of Bora's: leave hsm out");
    }
    GpfsLibrary library = GpfsLibrary.open(libraries);
    return new PosixDriver()
        .open(
            root,
            settings,
            physical -> new GpfsAbilities(library, settings.striping().pool(), physical));
  }
}
