package org.bora.server.gridftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataPortsTest {

  @Test
  void theServerGetsTheRangeAsGlobusReadsIt() {
    assertEquals("50000,50199", DataPorts.parse("50000-50199").variable());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1024-1033", "65526-65535"})
  void tenPortsWithinTheBoundsAreEnough(String text) {
    DataPorts ports = DataPorts.parse(text);
    assertEquals(DataPorts.FEWEST, ports.last() - ports.first() + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1023-1040", "65530-65536", "50000-50008", "50199-50000", "50000", "", "a-b"})
  void anythingElseIsRefusedAndNamed(String text) {
    String told =
        assertThrows(IllegalArgumentException.class, () -> DataPorts.parse(text)).getMessage();
    assertTrue(told.contains(text), told);
  }
}
