package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** The volumes of a library. */
final class Shelf {
  private final Layout layout;
  private final Faults faults;
  private final long volumeBytes;
  private final Map<String, VolumeIndex> indexes = new TreeMap<>();

  Shelf(VirtualLibrarySettings settings, Layout layout, Faults faults) {
    this.layout = layout;
    this.faults = faults;
    volumeBytes = settings.volumeBytes();
    Layout.labels(settings.volumes())
        .forEach(label -> indexes.put(label, new VolumeIndex(layout, label)));
  }

  /** Something done while no other process changes index or marks of a volume. */
  @FunctionalInterface
  interface Change<T> {
    T on(VolumeIndex index) throws IOException;
  }

  <T> T locked(String label, Change<T> change) throws IOException, InterruptedException {
    VolumeIndex index = indexes.get(label);
    if (index == null) {
      throw TapeFault.ofAll(
          Kind.VOLUME_UNAVAILABLE,
          "volume " + label + " is beyond the number of volumes in the settings of the library");
    }
    HeldLock lock = HeldLock.take(layout.volumeLock(label));
    try (lock) {
      index.refresh();
      return change.on(index);
    }
  }

  List<String> labels() {
    return List.copyOf(indexes.keySet());
  }

  /** The volume, to be read. */
  VolumeFile open(String label) throws IOException {
    checkUsable(label);
    return VolumeFile.toRead(label, layout.volume(label));
  }

  VolumeFile openToWrite(String label) throws IOException {
    checkUsable(label);
    return VolumeFile.toWrite(label, layout.volume(label));
  }

  /**
   * Looks whether the volume may be used.
   *
   * @throws TapeFault unless the volume can be used
   */
  void checkUsable(String label) throws IOException {
    if (!Files.exists(layout.marker())) {
      throw TapeFault.ofAll(
          Kind.RETRY, layout.directory() + " holds no tape library: is it mounted?");
    }
    if (faults.isLost(label)) {
      throw TapeFault.ofAll(Kind.LOST, "volume " + label + " is lost");
    }
    if (faults.isDisabled(label)) {
      throw TapeFault.ofAll(
          Kind.VOLUME_UNAVAILABLE,
          "volume " + label + " is disabled: remove faults/disabled-" + label + " to enable it");
    }
  }

  boolean isUsable(String label) {
    return !faults.isLost(label) && !faults.isDisabled(label);
  }

  /** Whether reading might be possible: the volume is usable and has a file. */
  boolean isReadable(String label) {
    return isUsable(label) && Files.exists(layout.volume(label));
  }

  /**
   * Volumes that have room for something, the one to be preferred first.
   *
   * @param first bytes that must fit
   * @param all bytes that should fit, so that what belongs together lies together
   * @param mounted labels of volumes that are in drives
   */
  List<String> withRoom(long first, long all, List<String> mounted)
      throws IOException, InterruptedException {
    List<Room> rooms = new ArrayList<>();
    for (String label : indexes.keySet()) {
      if (isUsable(label)) {
        Room room = locked(label, index -> room(index, mounted.contains(label)));
        if (room.bytes() >= first) {
          rooms.add(room);
        }
      }
    }
    // One that is begun is filled before another is begun; what is in a drive needs no robot.
    return rooms.stream()
        .sorted(
            Comparator.comparing((Room room) -> room.bytes() < all)
                .thenComparing(room -> !room.mounted())
                .thenComparing(Room::state)
                .thenComparing(Room::label))
        .map(Room::label)
        .toList();
  }

  /** Copies of files that are on usable volumes; one of each file that has any. */
  Map<UUID, TapeObject> find(Set<UUID> ids) throws IOException, InterruptedException {
    Map<UUID, TapeObject> found = new HashMap<>();
    for (String label : indexes.keySet()) {
      if (isReadable(label)) {
        found.putAll(locked(label, index -> index.find(ids)));
      }
    }
    return found;
  }

  long room(VolumeIndex index) {
    long end = index.isUseless() ? Extent.FIRST_POSITION : index.end();
    return volumeBytes - end;
  }

  private Room room(VolumeIndex index, boolean mounted) {
    State state = State.BEGUN;
    if (index.isUseless()) {
      state = State.USELESS;
    } else if (index.end() == Extent.FIRST_POSITION) {
      state = State.BLANK;
    }
    return new Room(index.label(), room(index), mounted, state);
  }

  /** In the order in which they are written on. */
  private enum State {
    BEGUN,
    BLANK,
    USELESS
  }

  private record Room(String label, long bytes, boolean mounted, State state) {}
}
