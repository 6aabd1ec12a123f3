package org.bora.server.gridftp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ports that a GridFTP server opens for data channels (GFD.20): one for each connection of each
 * transfer, so a firewall must let all of them in.
 *
 * @param first the lowest port
 * @param last the highest port
 */
public record DataPorts(int first, int last) {
  /** A transfer with several streams takes as many ports. */
  public static final int FEWEST = 10;

  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

  public DataPorts {
    if (first < 1024 || last > 65535 || last - first + 1 < FEWEST) {
      throw new IllegalArgumentException(
          first
              + "-"
              + last
              + " is not a range of "
              + FEWEST
              + " or more ports from 1024 to 65535");
    }
  }

  /**
   * Reads {@code 50000-50199}.
   *
   * @throws IllegalArgumentException for anything else, with the reason
   */
  public static DataPorts parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a range such as 50000-50199");
    }
    return new DataPorts(Integer.parseInt(written.group(1)), Integer.parseInt(written.group(2)));
  }

  /** As the Globus libraries read it, in the variable {@code GLOBUS_TCP_PORT_RANGE}. */
  String variable() {
    return first + "," + last;
  }
}
