package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.junit.jupiter.api.Test;

/** What a token allows with the name that a replaced file has meanwhile. */
class AsideTest {

  private static Call call(Optional<Grant> grant) {
    return new Call(
        new Caller("/CN=Alice", "https://iam", List.of(), "::1", grant), Instant.MAX, "trace");
  }

  @Test
  void theNameAsideHasTheRightsOfTheReplacedOne() {
    Scope modify = new Scope(Action.MODIFY, "/vo/b", false);
    Scope read = new Scope(Action.READ, "/vo", true);
    Scope other = new Scope(Action.MODIFY, "/vo/a", false);
    Call wider =
        Aside.allowing(
            call(Optional.of(new Grant(List.of(modify, read, other), Optional.of("macaroon")))),
            "/vo/b",
            "/vo/b.replaced-1");
    assertEquals(
        new Grant(
            List.of(
                modify,
                read,
                other,
                new Scope(Action.MODIFY, "/vo/b.replaced-1", false),
                new Scope(Action.READ, "/vo/b.replaced-1", false)),
            Optional.of("macaroon")),
        wider.caller().grant().orElseThrow());
  }

  @Test
  void callersWithoutATokenStayAsTheyAre() {
    Call plain = call(Optional.empty());
    assertEquals(plain, Aside.allowing(plain, "/vo/b", "/vo/b.replaced-1"));
  }
}
