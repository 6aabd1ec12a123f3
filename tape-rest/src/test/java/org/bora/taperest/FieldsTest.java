package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
  private static HttpFields key(String key) {
    return HttpFields.build().put("idempotency-key", key);
  }

  @Test
  void aKeyIsTakenAsItIs() throws Refused {
    assertEquals(Optional.empty(), Fields.name(HttpFields.EMPTY));
    assertEquals(Optional.of("\"8e03 978e\""), Fields.name(key("\"8e03 978e\"")));
    assertEquals(255, Fields.name(key("k".repeat(255))).orElseThrow().length());
    assertThrows(Refused.class, () -> Fields.name(key("k".repeat(256))));
    assertThrows(Refused.class, () -> Fields.name(key("é")));
  }

  @Test
  void changesAreAskedForBySeconds() throws Refused {
    assertEquals(Optional.empty(), Fields.since(null));
    assertEquals(Optional.empty(), Fields.since("x=1&sinces=2"));
    assertEquals(Optional.of(Instant.ofEpochSecond(17)), Fields.since("x=1&since=17&y"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"since=", "since=-1", "since=1.5", "since=yesterday", "since=1234567890123"})
  void anythingElseIsRefused(String query) {
    assertEquals(400, assertThrows(Refused.class, () -> Fields.since(query)).status());
  }
}
