package org.bora.storage.lustre;

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

/** The lustre driver in the default directory, with a double of liblustreapi. */
@TestInstance(Lifecycle.PER_CLASS)
class LustreDriverIT extends FileSystemDriverConformance {
  private CompiledLibrary library;

  @BeforeAll
  void compile() throws IOException {
    library = CompiledLibrary.of("lustreapi_double.c", Map.of("LIMIT_KIB", 0L));
  }

  @AfterAll
  void remove() throws IOException {
    if (library != null) {
      library.close();
    }
  }

  @Override
  protected FileSystemDriver driver() {
    return new LustreDriver(List.of(library.library()));
  }

  @Override
  protected int slowness() {
    return 50;
  }
}
