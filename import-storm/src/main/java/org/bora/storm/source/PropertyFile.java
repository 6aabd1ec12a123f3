package org.bora.storm.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads storm.properties: {@code key = value}, comments with # or !, lines continued by \. */
public final class PropertyFile {

  /**
   * A line of it.
   *
   * @param line where it begins
   * @param value may be empty
   */
  public record Property(int line, String key, String value) {}

  private PropertyFile() {}

  /** All properties in the order of the file; a key may come more than once. */
  public static List<Property> read(Path file) throws UnreadableSource {
    List<Property> found = new ArrayList<>();
    String[] lines = TextFile.lines(file);
    for (int at = 0; at < lines.length; at++) {
      int first = at + 1;
      String text = lines[at].strip();
      if (text.isEmpty() || text.startsWith("#") || text.startsWith("!")) {
        continue;
      }
      while (text.endsWith("\\") && at + 1 < lines.length) {
        at++;
        text = text.substring(0, text.length() - 1) + lines[at].strip();
      }
      found.add(property(first, text));
    }
    return found;
  }

  private static Property property(int line, String text) {
    int end = 0;
    while (end < text.length() && "=: \t".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String rest = text.substring(end).strip();
    boolean separated = rest.startsWith("=") || rest.startsWith(":");
    return new Property(line, text.substring(0, end), separated ? rest.substring(1).strip() : rest);
  }
}
