package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.junit.jupiter.api.Test;

class RequestOwnerTest {
  private static final String PRODUCTION = "/vo/prod/Role=production";
  private static final RequestOwner SHARED =
      new RequestOwner("/CN=A", Optional.of(PRODUCTION), Optional.of("vo"));

  private static Caller caller(String dn, String... fqans) {
    return new Caller(dn, "/CN=CA", Stream.of(fqans).map(Fqan::parse).toList(), "127.0.0.1");
  }

  @Test
  void whoMadeARequestMayUseItWithAnyCredential() {
    assertTrue(SHARED.includes(caller("/CN=A")));
    assertTrue(SHARED.includes(caller("/CN=A", "/other")));
    assertTrue(RequestOwner.alone(caller("/CN=A", PRODUCTION)).includes(caller("/CN=A")));
  }

  @Test
  void theRoleMustBeThePrimaryOneToTheLetter() {
    assertTrue(SHARED.includes(caller("/CN=B", PRODUCTION)));
    assertTrue(SHARED.includes(caller("/CN=B", PRODUCTION + "/Capability=NULL")));
    assertFalse(SHARED.includes(caller("/CN=B", "/vo/prod", PRODUCTION)));
    assertFalse(SHARED.includes(caller("/CN=B", "/vo/Role=production")));
    assertFalse(SHARED.includes(caller("/CN=B")));
    assertFalse(
        RequestOwner.alone(caller("/CN=A", PRODUCTION)).includes(caller("/CN=B", PRODUCTION)));
  }

  @Test
  void aRequestAboutNoAreaBelongsToItsMakerAlone() {
    assertEquals(Optional.empty(), RequestOwner.of(caller("/CN=A", PRODUCTION), List.of()).role());
  }
}
