package org.bora.backend.operation.directory;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The areas of a {@link DirectoryFixture}, anew for each test. */
abstract class OnAreas {
  /** Where they lie. */
  @TempDir Path dir;

  DirectoryFixture fixture;
  private final DirectorySettings settings;

  OnAreas(DirectorySettings settings) {
    this.settings = settings;
  }

  @BeforeEach
  void opensTheAreas() throws IOException {
    fixture = new DirectoryFixture(dir, settings);
  }

  @AfterEach
  void closesTheAreas() {
    fixture.close();
  }
}
