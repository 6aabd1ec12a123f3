package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import org.junit.jupiter.api.Test;

class FileScopesTest {
  private static final Scope POLL = new Scope(Action.POLL, "/a", false);
  private static final Scope READ = new Scope(Action.READ, "/b", false);

  @Test
  void toPollIsNotToLook() throws Refused {
    Optional<Grant> both = Optional.of(new Grant(List.of(POLL, READ)));
    assertEquals(Optional.of(new Grant(List.of(READ))), FileScopes.of(both));
  }

  @Test
  void aTokenThatOnlyPollsIsToldSo() {
    Refused refused =
        assertThrows(
            Refused.class, () -> FileScopes.of(Optional.of(new Grant(List.of(POLL, POLL)))));
    assertEquals(HttpStatus.FORBIDDEN_403, refused.status());
    assertTrue(
        refused.getMessage().startsWith("the token has storage.poll:/a storage.poll:/a, which"),
        refused.getMessage());
  }

  @Test
  void otherScopesCertificatesAndMacaroonsStayAsTheyAre() throws Refused {
    for (Optional<Grant> grant :
        List.of(
            Optional.<Grant>empty(),
            Optional.of(new Grant(List.of(READ))),
            Optional.of(new Grant(List.of())),
            Optional.of(new Grant(List.of(POLL), Optional.of("activity:POLL"))))) {
      assertEquals(grant, FileScopes.of(grant));
    }
  }
}
