package org.bora.storage.tape.virtual;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bora.storage.tape.model.DriveUsage;

/**
 * A small file of lines {@code key value} that is replaced as a whole: readers need no lock. Not
 * synced: after a power failure a count may be an older one.
 */
final class StateFile {
  private StateFile() {}

  /** Empty if there is no file. */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> state = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        int blank = line.indexOf(' ');
        if (blank > 0) {
          state.put(line.substring(0, blank), line.substring(blank + 1));
        }
      }
    } catch (NoSuchFileException none) {
      return state;
    }
    return state;
  }

  /** Called by the holder of the lock under which the file is written. */
  static void write(Path file, Map<String, String> state) throws IOException {
    StringBuilder text = new StringBuilder();
    state.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    // Not a channel: an interrupted thread must be able to say where the head is.
    try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static void put(Map<String, String> state, DriveUsage usage) {
    state.put("mounts", Long.toString(usage.mounts()));
    state.put("seeks", Long.toString(usage.seeks()));
    state.put("read-bytes", Long.toString(usage.readBytes()));
    state.put("written-bytes", Long.toString(usage.writtenBytes()));
    state.put("busy-nanoseconds", Long.toString(usage.busy().toNanos()));
  }

  static DriveUsage usage(Map<String, String> state) {
    return new DriveUsage(
        number(state, "mounts"),
        number(state, "seeks"),
        number(state, "read-bytes"),
        number(state, "written-bytes"),
        Duration.ofNanos(number(state, "busy-nanoseconds")));
  }

  static long number(Map<String, String> state, String key) {
    return Long.parseLong(state.getOrDefault(key, "0"));
  }
}
