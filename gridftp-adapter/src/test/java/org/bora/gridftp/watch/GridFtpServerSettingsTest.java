package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.bora.gridftp.watch.GridFtpServerSettings.Sharing;
import org.junit.jupiter.api.Test;

class GridFtpServerSettingsTest {

  private static final GridFtpEndpoint A = new GridFtpEndpoint("a", "a.org", 2811, "");

  @Test
  void aSiteWithoutAServerIsRefused() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class, () -> GridFtpServerSettings.defaults(List.of()));
    assertEquals("no GridFTP server is configured; at least one is needed", refusal.getMessage());
  }

  @Test
  void twoServersOfOneNameAreRefused() {
    GridFtpEndpoint other = new GridFtpEndpoint("a", "b.org", 2811, "");
    assertThrows(
        IllegalArgumentException.class, () -> GridFtpServerSettings.defaults(List.of(A, other)));
  }

  @Test
  void theSharingNamesItsStrategy() {
    assertInstanceOf(RoundRobin.class, balancing(Sharing.ROUND_ROBIN));
    assertInstanceOf(SteadyFirst.class, balancing(Sharing.STEADY_FIRST));
  }

  @Test
  void aPortOutOfRangeAndAnUnrootedPrefixAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new GridFtpEndpoint("a", "a.org", 0, ""));
    assertThrows(
        IllegalArgumentException.class, () -> new GridFtpEndpoint("a", "a.org", 65536, ""));
    assertThrows(
        IllegalArgumentException.class, () -> new GridFtpEndpoint("a", "a.org", 2811, "data"));
    assertThrows(
        IllegalArgumentException.class, () -> new GridFtpEndpoint("a", "a.org", 2811, "/data/"));
  }

  private static Balancing balancing(Sharing sharing) {
    return new GridFtpServerSettings(
            List.of(A), WatchSettings.defaults(), sharing, Duration.ofSeconds(1))
        .balancing(Clock.systemUTC());
  }
}
