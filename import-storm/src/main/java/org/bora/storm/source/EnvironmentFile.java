package org.bora.storm.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storm.source.PropertyFile.Property;

/**
 * Reads the environment of a service: {@code Environment="NAME=VALUE"} of systemd, or {@code
 * NAME="VALUE"} of /etc/sysconfig. Other lines are ignored.
 */
final class EnvironmentFile {
  private static final String SYSTEMD = "Environment=";
  private static final Pattern ASSIGNMENTS =
      Pattern.compile("\"([A-Za-z_]\\w*)=([^\"]*)\"|'([A-Za-z_]\\w*)=([^']*)'|(\\w+)=(\\S*)");
  private static final Pattern SHELL = Pattern.compile("(?:export\\s+)?([A-Z_][A-Z0-9_]*)=(.*)");

  private EnvironmentFile() {}

  /**
   * The variables in their order.
   *
   * @param name of the file for messages
   */
  static List<Property> read(Path file, String name) throws UnreadableSource {
    List<Property> found = new ArrayList<>();
    String[] lines = TextFile.lines(file);
    for (int at = 0; at < lines.length; at++) {
      String line = lines[at].strip();
      if (line.startsWith(SYSTEMD)) {
        Matcher one = ASSIGNMENTS.matcher(line.substring(SYSTEMD.length()));
        while (one.find()) {
          int group = one.group(1) != null ? 1 : one.group(3) != null ? 3 : 5;
          found.add(property(name, at + 1, one.group(group), one.group(group + 1)));
        }
      } else {
        Matcher one = SHELL.matcher(line);
        if (one.matches()) {
          found.add(property(name, at + 1, one.group(1), unquoted(one.group(2).strip())));
        }
      }
    }
    return found;
  }

  private static Property property(String file, int line, String key, String value) {
    return new Property(file, line, key, value, value, Optional.empty());
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() >= 2
            && (text.startsWith("\"") || text.startsWith("'"))
            && text.charAt(0) == text.charAt(text.length() - 1);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
