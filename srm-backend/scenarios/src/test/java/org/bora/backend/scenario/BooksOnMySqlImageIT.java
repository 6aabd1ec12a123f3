package org.bora.backend.scenario;

import org.bora.backend.testing.MySqlImage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is kept in the database, on a MySQL that a site may have: of an image. */
@ExtendWith(MySqlImage.class)
class BooksOnMySqlImageIT {

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
