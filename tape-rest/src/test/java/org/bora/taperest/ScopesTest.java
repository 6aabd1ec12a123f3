package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which scopes a call needs. */
class ScopesTest {

  private static Optional<Grant> with(Action action) {
    return Optional.of(new Grant(List.of(new Scope(action, "/testvo", false))));
  }

  @ParameterizedTest
  @CsvSource({
    "STAGE, POST, STAGE", "CANCEL, POST, STAGE", "RELEASE, POST, STAGE", "REQUEST, DELETE, STAGE",
    "REQUEST, GET, STAGE", "REQUEST, GET, POLL", "ARCHIVE_INFO, POST, READ", "DISCOVERY, GET, READ"
  })
  void aScopeAllowsItsCalls(Route.Kind kind, String method, Action action) {
    assertDoesNotThrow(() -> Scopes.require(with(action), kind, method));
  }

  @ParameterizedTest
  @CsvSource({
    "STAGE, POST, POLL",
    "STAGE, POST, READ",
    "STAGE, POST, MODIFY",
    "CANCEL, POST, POLL",
    "RELEASE, POST, POLL",
    "REQUEST, DELETE, POLL",
    "REQUEST, GET, READ"
  })
  void andNoOthers(Route.Kind kind, String method, Action action) {
    var refused = assertThrows(Refused.class, () -> Scopes.require(with(action), kind, method));
    assertEquals(403, refused.status());
  }

  @Test
  void aCertificateNeedsNoScope() {
    assertDoesNotThrow(() -> Scopes.require(Optional.empty(), Route.Kind.STAGE, "POST"));
  }
}
