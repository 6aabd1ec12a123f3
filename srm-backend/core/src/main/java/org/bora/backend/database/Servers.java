package org.bora.backend.database;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The servers of a database whose URL names several: {@code jdbc:mysql://one:3306,two:3306/schema},
 * the nodes of a cluster. The driver's own failover is not used: it makes a connection to the
 * second server read-only, and tries the first server for each new connection, dead or not.
 */
final class Servers {
  private static final Pattern URL = Pattern.compile("(jdbc:mysql://)([^/?]*)(.*)");

  private Servers() {}

  /** A URL for each server, in the order in which they are named. */
  static List<String> urls(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "url '" + ShownUrl.of(url) + "' must begin with jdbc:mysql:// (MariaDB too)");
    }
    if (parts.group(2).matches(".*[()=].*")) {
      throw new IllegalArgumentException(
          "url '"
              + ShownUrl.of(url)
              + "' names its servers in the driver's long form; write them as"
              + " jdbc:mysql://one:3306,two:3306/schema, and what they need behind '?'");
    }
    List<String> urls = new ArrayList<>();
    for (String server : parts.group(2).split(",", -1)) {
      if (server.isBlank() && parts.group(2).contains(",")) {
        throw new IllegalArgumentException(
            "url '" + ShownUrl.of(url) + "' has a comma without a server");
      }
      urls.add(parts.group(1) + server.strip() + parts.group(3));
    }
    return List.copyOf(urls);
  }
}
