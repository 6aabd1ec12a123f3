package org.bora.backend.scenario;

import org.bora.backend.testing.DatabaseKind;
import org.bora.backend.testing.OnBothDatabases;
import org.junit.jupiter.api.Nested;

/** What is kept in the database, on databases that a site may have: of images. */
@OnBothDatabases(DatabaseKind.IMAGE)
class BooksOnBothDatabaseImagesIT {

  @Nested
  class Requests extends RequestSuite {}

  @Nested
  class Puts extends PutSuite {}

  @Nested
  class Spaces extends SpaceSuite {}

  @Nested
  class Races extends RaceSuite {}

  @Nested
  class Recalls extends RecallDeathSuite {}
}
