package org.bora.storage.gpfs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.bora.storage.conformance.FileSystemDriverConformance;
import org.bora.storage.posix.CompiledLibrary;
import org.bora.storage.spi.FileSystemDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The gpfs driver in the default directory, with a double of libgpfs. */
@TestInstance(Lifecycle.PER_CLASS)
class GpfsDriverIT extends FileSystemDriverConformance {
  private CompiledLibrary library;

  @BeforeAll
  void compile() throws IOException {
    library = CompiledLibrary.of("gpfs_double.c", Map.of("LIMIT_KIB", 0L));
  }

  @AfterAll
  void remove() throws IOException {
    if (library != null) {
      library.close();
    }
  }

  @Override
  protected FileSystemDriver driver() {
    return new GpfsDriver(List.of(library.library()));
  }

  @Override
  protected int slowness() {
    return 50;
  }
}
