package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Site;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a disk does to a file. */
final class Damage {
  private static final Pattern FILE =
      Pattern.compile("file (\\S+): its bytes on disk are not those that were stored");

  private Damage() {}

  /** Files for which {@code bora tape} has an alarm, in an area without tape. */
  static List<String> alarms(Site site) {
    String told =
        site.bora("tape", "--json", "--home", site.home().toString()).succeeded().output();
    List<String> files = new ArrayList<>();
    for (JsonNode alarm : JsonMapper.shared().readTree(told).get("alarms")) {
      if (alarm.get("key").asString().startsWith("damaged testvo")) {
        Matcher file = FILE.matcher(alarm.get("text").asString());
        while (file.find()) {
          files.add(file.group(1));
        }
      }
    }
    return files;
  }

  /** Size and times stay: the stored checksum still counts. */
  static void flipOneBit(Path file) throws IOException {
    FileTime modified = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, modified);
  }
}
