package org.bora.devtools.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TotalsTest {

  @Test
  void theSumOfAModuleCountsWhateverItsLevel() {
    for (String level : List.of("INFO", "WARNING", "ERROR")) {
      assertEquals(
          Optional.of(new Totals(5, 3, 2, 0)),
          Totals.read("[" + level + "] Tests run: 10, Failures: 2, Errors: 1, Skipped: 2"));
    }
  }

  @Test
  void whatPassedOnlyWhenRunAgainIsToldApart() {
    assertEquals(
        Optional.of(new Totals(9, 0, 1, 2)),
        Totals.read("[WARNING] Tests run: 10, Failures: 0, Errors: 0, Skipped: 1, Flakes: 2"));
    assertEquals(Optional.of("[WARNING] Flakes:"), Suite.progress("[WARNING] Flakes:"));
  }

  @Test
  void whatATestClassSaysIsNotCountedTwice() {
    assertEquals(
        Optional.empty(),
        Totals.read(
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in X"));
    assertEquals(Optional.empty(), Totals.read("[INFO] Results:"));
  }

  @Test
  void modulesAreAdded() {
    assertEquals(new Totals(6, 3, 3, 4), new Totals(5, 3, 2, 1).plus(new Totals(1, 0, 1, 3)));
  }

  @Test
  void theClosingLineSaysAllThree() {
    assertEquals("5 passed, 3 failed, 2 skipped", new Totals(5, 3, 2, 0).toString());
  }

  @Test
  void oneLineForEachModuleAndTestClassIsShown() {
    assertEquals(
        Optional.of("Bora: launcher 0.1.0-SNAPSHOT [9/10]"),
        Suite.progress("[INFO] Building Bora: launcher 0.1.0-SNAPSHOT [9/10]"));
    assertEquals(
        Optional.of(
            "  Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in X"),
        Suite.progress(
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in X"));
    assertEquals(Optional.empty(), Suite.progress("[INFO] Downloading from central"));
    assertEquals(Optional.of("[ERROR] no"), Suite.progress("[ERROR] no"));
  }
}
