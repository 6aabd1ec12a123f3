package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.storage.tape.model.DriveUsage;

/**
 * A drive as its file describes it.
 *
 * @param volume in it, or on its way into it
 * @param position of the head
 * @param idleSince when it was last given back; in use or not, see its lock
 * @param usage since the library was made
 */
record DriveRecord(Optional<String> volume, long position, Instant idleSince, DriveUsage usage) {
  DriveRecord {
    Objects.requireNonNull(volume, "volume");
    Objects.requireNonNull(idleSince, "idleSince");
    Objects.requireNonNull(usage, "usage");
  }

  static DriveRecord read(Path file) throws IOException {
    Map<String, String> state = StateFile.read(file);
    return new DriveRecord(
        Optional.ofNullable(state.get("volume")),
        StateFile.number(state, "position"),
        Instant.parse(state.getOrDefault("idle-since", "1970-01-01T00:00:00Z")),
        StateFile.usage(state));
  }

  void write(Path file) throws IOException {
    Map<String, String> state = new LinkedHashMap<>();
    volume.ifPresent(label -> state.put("volume", label));
    state.put("position", Long.toString(position));
    state.put("idle-since", idleSince.toString());
    StateFile.put(state, usage);
    StateFile.write(file, state);
  }

  boolean holds(String label) {
    return volume.filter(label::equals).isPresent();
  }

  /** Empties the drive by hand: its volume is in the shelf again. */
  DriveRecord ejected() {
    return new DriveRecord(Optional.empty(), 0, idleSince, usage);
  }

  DriveRecord loading(String label) {
    return new DriveRecord(Optional.of(label), 0, idleSince, usage);
  }
}
