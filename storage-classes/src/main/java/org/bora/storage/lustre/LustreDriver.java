package org.bora.storage.lustre;

import java.nio.file.Path;
import java.util.List;
import org.bora.storage.linux.LustreLibrary;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TreeSettings;

/** Lustre: the quota of projects, striping of new files, and files released by its HSM. */
public final class LustreDriver implements FileSystemDriver {
  private final List<String> libraries;

  public LustreDriver() {
    this(LustreLibrary.NAMES);
  }

  /** With the library at one of these places. */
  public LustreDriver(List<String> libraries) {
    this.libraries = List.copyOf(libraries);
  }

  @Override
  public String name() {
    return "lustre";
  }

  @Override
  public AreaTree open(Path root, TreeSettings settings) throws StorageException {
    LustreLibrary library = LustreLibrary.open(libraries);
    return new PosixDriver()
        .open(root, settings, physical -> new LustreAbilities(library, settings, physical));
  }
}
