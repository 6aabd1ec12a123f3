package org.bora.storm.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a groupmapfile of LCMAPS: {@code "/atlas/Role=production" atlasprd}. */
public final class GroupMapFile {
  private static final Pattern LINE = Pattern.compile("(?:\"([^\"]+)\"|(\\S+))\\s+(\\S+).*");

  /**
   * A line of the file.
   *
   * @param attribute an FQAN, or a pattern with stars; a certificate subject has an = before its
   *     second slash
   * @param group local, without the dot of a pool
   */
  public record GroupLine(int line, String attribute, String group) {}

  private GroupMapFile() {}

  /** All lines in the order of the file. */
  public static List<GroupLine> read(Path file) throws UnreadableSource {
    List<GroupLine> found = new ArrayList<>();
    String[] lines = TextFile.lines(file);
    for (int at = 0; at < lines.length; at++) {
      String text = lines[at].strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      Matcher parts = LINE.matcher(text);
      String attribute = "";
      if (parts.matches()) {
        attribute = parts.group(1) == null ? parts.group(2) : parts.group(1);
      }
      if (!attribute.matches("/[^/*].*")) {
        throw new UnreadableSource(
            file + ":" + (at + 1) + ": is not \"/VO/...\" GROUP; remove or correct the line");
      }
      found.add(new GroupLine(at + 1, attribute, parts.group(3).replaceFirst("^\\.", "")));
    }
    return found;
  }
}
