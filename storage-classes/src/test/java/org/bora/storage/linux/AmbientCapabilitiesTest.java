package org.bora.storage.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class AmbientCapabilitiesTest {

  @Test
  void whoHasNoneStartsProgramsAsTheyAre() {
    assertEquals(List.of(), AmbientCapabilities.shed(status("0000000000000000")));
    assertEquals(List.of(), AmbientCapabilities.shed(List.of("Name:\tjava")), "an old kernel");
  }

  @Test
  void whoHasSomeStartsProgramsWithoutThem() {
    // CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER
    List<String> words = AmbientCapabilities.shed(status("000000000000000b"));
    assertEquals(
        List.of("/usr/bin/setpriv", "--ambient-caps=-all", "--inh-caps=-all", "--"), words);
  }

  @Test
  void whatRootHasByItselfIsNotMeant() {
    assertEquals(
        List.of(),
        AmbientCapabilities.shed(
            List.of("CapEff:\t000001ffffffffff", "CapAmb:\t0000000000000000")));
  }

  private static List<String> status(String ambient) {
    return List.of("Name:\tjava", "CapBnd:\t000000000000000b", "CapAmb:\t" + ambient);
  }
}
