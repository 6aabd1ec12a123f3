package org.bora.devtools.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run makes of single lines of Maven. */
class SuiteTest {

  @ParameterizedTest
  @CsvSource({
    "true, [ERROR] There was a timeout or other error in the fork",
    "true, [ERROR] ExecutionException The forked VM terminated without properly saying goodbye.",
    "false, [ERROR] The test says that an error in a fork is one",
    "false, [INFO] There was no error in the fork",
  })
  void aProcessOfTestsThatBreaksOffIsSeen(boolean crash, String line) {
    assertEquals(crash, Suite.isCrash(line));
  }
}
