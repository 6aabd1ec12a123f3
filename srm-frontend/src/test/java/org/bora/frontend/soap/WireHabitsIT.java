package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What clients do beyond, or against, the contract. */
class WireHabitsIT {

  @Test
  void pingTellsVersionAndBackend() throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      Endpoint.Reply reply = endpoint.call("srmPing", "");

      assertEquals(200, reply.code());
      assertTrue(reply.body().contains("<versionInfo>v2.2</versionInfo>"), reply.body());
      assertTrue(reply.body().contains("<key>backend_type</key><value>Bora</value>"), reply.body());
    }
  }
}
