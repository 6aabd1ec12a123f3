package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> VERBS =
      List.of("up", "down", "status", "drain", "requests", "revoke", "rebuild", "frontend", "door");

  @Test
  void aMistypedWordIsFound() {
    assertEquals(List.of("status"), Nearest.to("statsu", VERBS));
    assertEquals(List.of("drain"), Nearest.to("drian", VERBS));
    assertEquals(List.of("requests"), Nearest.to("request", VERBS));
    assertEquals(List.of("rebuild"), Nearest.to("ebuild", VERBS));
  }

  @Test
  void aWordThatIsBegunIsFoundAndOnesThatBeginAlikeFollow() {
    assertEquals(List.of("requests", "revoke", "rebuild"), Nearest.to("re", VERBS));
    assertEquals(List.of("frontend"), Nearest.to("frobnicate", VERBS));
  }

  @Test
  void whatIsVeryDifferentIsNotSuggested() {
    assertEquals(List.of(), Nearest.to("xyzzy", VERBS));
    assertEquals(List.of(), Nearest.to("", VERBS));
  }
}
