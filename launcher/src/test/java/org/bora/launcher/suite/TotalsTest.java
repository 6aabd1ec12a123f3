package org.bora.launcher.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TotalsTest {

  @Test
  void aReportIsReadWhateverTheOrderOfItsNumbers() {
    assertEquals(
        new Totals(5, 3, 2),
        Totals.read(
            "<?xml?><testsuite name=\"a\" skipped=\"2\" tests=\"10\" errors=\"1\" failures=\"2\"><x/>"));
  }

  @Test
  void somethingElseCountsNothing() {
    assertEquals(new Totals(0, 0, 0), Totals.read("<html/>"));
  }

  @Test
  void theClosingLineSaysAllThree() {
    assertEquals("5 passed, 3 failed, 2 skipped", new Totals(5, 3, 2).toString());
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
