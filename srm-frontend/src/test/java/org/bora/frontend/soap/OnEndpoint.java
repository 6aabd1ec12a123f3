package org.bora.frontend.soap;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One endpoint for all tests of a class. */
abstract class OnEndpoint {
  static Endpoint endpoint;

  @BeforeAll
  static void start() throws Exception {
    endpoint = new Endpoint();
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }
}
