package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory that is protected by rules is protected while a COPY of it is being filled. */
class NameBesideTest {
  private static final String ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
  private static final RuleBook RULES =
      WrittenRules.of(
          "/exp",
          "allow all to fqan /exp/Role=production on /exp/raw/**",
          "deny read, write, create, delete to anyone on /exp/raw/**",
          "allow all to fqan /exp/Role=production",
          "allow all to vo exp");

  @ParameterizedTest
  @ValueSource(strings = {".copying-", ".replaced-"})
  void whatIsDeniedAtTheNameIsDeniedBesideIt(String kind) {
    for (String path : List.of("raw" + kind + ID, "raw" + kind + ID + "/f")) {
      assertInstanceOf(Denied.class, decide(member(), OperationClass.READ, path), path);
      assertInstanceOf(Denied.class, decide(member(), OperationClass.DELETE, path), path);
      assertFalse(RULES.isAllowedWithin(member(), OperationClass.CREATE, place(path)), path);
    }
  }

  @Test
  void theCallerWhoMayWriteThereFillsTheCopy() {
    String path = "raw.copying-" + ID;
    assertInstanceOf(Allowed.class, decide(production(), OperationClass.CREATE, path));
    assertInstanceOf(Allowed.class, decide(production(), OperationClass.READ, path + "/f"));
    assertTrue(RULES.isAllowedWithin(production(), OperationClass.DELETE, place(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw.copying-",
        "raw.copying-0f8fad5b",
        "raw.copied-" + ID,
        ".copying-" + ID,
        "other.copying-" + ID
      })
  void otherNamesHaveTheirOwnRules(String path) {
    assertInstanceOf(Allowed.class, decide(member(), OperationClass.READ, path));
  }

  @Test
  void eachNameOfAPathIsLookedAt() {
    AreaPath path = AreaPath.parse("a.replaced-" + ID + "/b/c.copying-" + ID);
    assertEquals(Optional.of(AreaPath.parse("a/b/c")), NameBeside.original(path));
    assertEquals(Optional.empty(), NameBeside.original(AreaPath.parse("a/b/c")));
  }

  private static Decision decide(Caller caller, OperationClass use, String path) {
    return RULES.decide(caller, use, place(path));
  }

  private static Place place(String path) {
    return new Place(AreaTrees.area("/exp"), AreaPath.parse(path));
  }

  private static Caller member() {
    return caller("/exp");
  }

  private static Caller production() {
    return caller("/exp/Role=production");
  }

  private static Caller caller(String fqan) {
    return new Caller("/CN=m", "/CN=CA", List.of(Fqan.parse(fqan)), "10.1.2.3");
  }
}
