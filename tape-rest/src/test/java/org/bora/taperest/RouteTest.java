package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTest {

  private static Route of(String path) {
    return Route.of(path).orElseThrow();
  }

  @Test
  void eachResourceHasItsPath() {
    assertEquals(Route.Kind.DISCOVERY, of("/.well-known/wlcg-tape-rest-api").kind());
    assertEquals(Route.Kind.STAGE, of("/api/v1/stage").kind());
    assertEquals(new Route(Route.Kind.REQUEST, "a-b"), of("/api/v1/stage/a-b"));
    assertEquals(new Route(Route.Kind.CANCEL, "a-b"), of("/api/v1/stage/a-b/cancel"));
    assertEquals(new Route(Route.Kind.RELEASE, "a-b"), of("/api/v1/release/a-b"));
    assertEquals(Route.Kind.ARCHIVE_INFO, of("/api/v1/archiveinfo").kind());
    assertEquals(Route.Kind.DESCRIPTION, of("/api/v1/openapi.json").kind());
  }

  /** gfal2 asks for archiveinfo/, and joins a base that ends with a slash with /stage. */
  @Test
  void slashesThatClientsAddCountAsNone() {
    assertEquals(Route.Kind.ARCHIVE_INFO, of("/api/v1/archiveinfo/").kind());
    assertEquals(Route.Kind.STAGE, of("/api/v1//stage/").kind());
    assertEquals("a", of("/api/v1//stage//a/").id());
    assertEquals(Route.Kind.DISCOVERY, of("//.well-known/wlcg-tape-rest-api/").kind());
  }

  @Test
  void allOfTheTreeBelongsToTheApiAndNothingBesideIt() {
    for (String path : new String[] {"/api/v1", "/api/v1/x", "/api/v1/release/a/cancel"}) {
      assertEquals(Route.Kind.UNKNOWN, of(path).kind(), path);
    }
    for (String path : new String[] {"/api/v10", "/api", "/testvo/api/v1/stage", "/", "*"}) {
      assertEquals(Optional.empty(), Route.of(path), path);
    }
    assertEquals(Optional.empty(), Route.of(null));
  }

  @Test
  void eachResourceHasItsMethods() {
    assertTrue(Route.Kind.REQUEST.allows("GET"));
    assertTrue(Route.Kind.REQUEST.allows("DELETE"));
    for (Route.Kind kind :
        List.of(Route.Kind.DISCOVERY, Route.Kind.DESCRIPTION, Route.Kind.REQUEST)) {
      assertTrue(kind.allows("HEAD"), kind.name());
    }
    assertFalse(Route.Kind.ARCHIVE_INFO.allows("HEAD"));
    assertFalse(Route.Kind.REQUEST.allows("POST"));
    assertFalse(Route.Kind.REQUEST.allows("GET, DELETE"));
    assertFalse(Route.Kind.STAGE.allows("GET"));
    assertFalse(Route.Kind.STAGE.allows(""));
  }
}
