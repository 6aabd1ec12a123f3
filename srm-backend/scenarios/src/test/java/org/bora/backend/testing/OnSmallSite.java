package org.bora.backend.testing;

import java.nio.file.Path;
import org.bora.backend.database.DatabaseSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of one {@link SmallSite} in its plain form, on a schema and a directory of their own, in a
 * time that stands still. A subclass says what database: {@code @ExtendWith(MariaDb.class)}.
 */
public abstract class OnSmallSite {
  protected SmallSite site;

  /** Where the files of the area are. */
  protected Path root;

  /** For a second site on the same books. */
  protected DatabaseSettings settings;

  @BeforeEach
  void opensASite(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, root, new SteppedTime(SmallSite.START));
  }

  @AfterEach
  void closesIt() {
    site.close();
    site.tree.close();
  }
}
