package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

/** The GridFTP server that Bora runs opens the ports of {@code gridftp.data-ports} for data. */
class DataPortsIT {
  private static final int FIRST = 28600;
  private static final int LAST = 28799;
  // RFC 959 section 4.1.2: the last two numbers are the port
  private static final Pattern PASSIVE =
      Pattern.compile("227 [^(]*\\((?:\\d+,){4}(\\d+),(\\d+)\\)");

  @Test
  void dataChannelsUseThePortsOfTheRange() throws IOException {
    try (Site site = Site.upWith("data-ports", "--gridftp.data-ports=" + FIRST + "-" + LAST)) {
      String server = "gsiftp://localhost:" + site.portOf("gridftp");
      String file = server + site.home().resolve("data/testvo/by-gridftp");
      String debug = "globus-url-copy -dbg file:///etc/hostname " + file + " 2>&1";
      Shell.Result copied = site.shell().run(Duration.ofMinutes(1), "bash", "-c", debug);
      List<Integer> ports = passive(copied.succeeded().output());
      assertFalse(ports.isEmpty(), copied.output());
      assertTrue(ports.stream().allMatch(port -> port >= FIRST && port <= LAST), ports::toString);
    }
  }

  @Test
  void aRangeThatIsTooSmallIsRefusedAtTheStart() throws IOException {
    Shell.Result refused;
    try (Site site = Site.upWith("few-data-ports")) {
      String home = site.home().toString();
      site.bora("down", "--home", home).succeeded();
      refused = site.bora("up", "--background", "--home", home, "--gridftp.data-ports=28600-28608");
    }
    assertTrue(refused.status() != 0, refused.output());
    assertTrue(
        refused
            .output()
            .contains("28600-28608 is not a range of 10 or more ports from 1024 to 65535"),
        refused.output());
  }

  private static List<Integer> passive(String told) {
    List<Integer> ports = new ArrayList<>();
    Matcher each = PASSIVE.matcher(told);
    while (each.find()) {
      ports.add(Integer.parseInt(each.group(1)) * 256 + Integer.parseInt(each.group(2)));
    }
    return ports;
  }
}
