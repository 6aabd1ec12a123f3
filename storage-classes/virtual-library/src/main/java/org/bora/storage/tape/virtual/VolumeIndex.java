package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Extent;

/**
 * What is on one volume, by its index: a line {@code + position size adler32 id} for what was
 * written, {@code - position} for what is not needed any more, {@code generation N} before all. The
 * index saves walking the volume; it never decides what is lost or overwritten, see {@link
 * #beforeAppending} and {@link #relabelIfUseless}.
 *
 * <p>All methods but the constructor are called by the holder of the volume's lock. They read the
 * lines that came since the last time: other processes write as well.
 */
final class VolumeIndex {
  private final String label;
  private final Path volume;
  private final IndexFile index;
  private final TreeMap<Long, TapeObject> objects = new TreeMap<>();
  private long generation;

  VolumeIndex(Layout layout, String label) {
    this.label = label;
    volume = layout.volume(label);
    index = new IndexFile(layout.index(label));
  }

  String label() {
    return label;
  }

  /** Takes note of what other processes have written; makes an index again that was lost. */
  synchronized void refresh() throws IOException {
    try {
      if (!index.goesOn(firstLine(generation))) {
        forget();
      }
      index.readOn().forEach(this::take);
    } catch (NoSuchFileException | IllegalArgumentException lostOrDamaged) {
      forget();
    }
    if (generation == 0 && Files.exists(volume)) {
      rescan();
    }
  }

  /** Generation of the label; 0 for a volume that was never used. */
  synchronized long generation() {
    return generation;
  }

  /** Where the next object goes. */
  synchronized long end() {
    return objects.isEmpty()
        ? Extent.FIRST_POSITION
        : objects.lastEntry().getValue().extent().end();
  }

  /** The objects that are needed. */
  synchronized List<TapeObject> live() {
    return objects.values().stream().filter(object -> !object.deleted()).toList();
  }

  /** Whether something is on it, and none of it is needed. */
  synchronized boolean isUseless() {
    return !objects.isEmpty() && objects.values().stream().allMatch(TapeObject::deleted);
  }

  /** The last copy on this volume of each of these files that has one. */
  synchronized Map<UUID, TapeObject> find(Set<UUID> ids) {
    Map<UUID, TapeObject> found = new HashMap<>();
    for (TapeObject object : objects.values()) {
      if (!object.deleted() && ids.contains(object.name().id())) {
        found.put(object.name().id(), object);
      }
    }
    return found;
  }

  /**
   * Reads the volume after the last object in the index: a complete object of a process that died
   * before it updated the index is kept, and anything else is cut off. The caller has the volume in
   * a drive. A volume without a label gets one.
   */
  synchronized void beforeAppending(VolumeFile file, Instant now) throws IOException {
    OptionalLong labelled = file.generation();
    if (labelled.isEmpty() || labelled.getAsLong() != generation) {
      refuseIfUnreadable(file, labelled);
      if (labelled.isEmpty()) {
        file.label(1, now);
        syncDirectory();
      }
      rescan();
    }
    if (file.channel().size() > end()) {
      List<TapeObject> unknown = file.scan(end(), generation);
      for (TapeObject object : unknown) {
        added(object);
      }
      file.cutBehind(end());
    }
  }

  /**
   * Labels the volume again if nothing on it is needed, which is looked for on the volume itself.
   * The caller has it in a drive.
   */
  synchronized void relabelIfUseless(VolumeFile file, Instant now) throws IOException {
    if (!isUseless()) {
      return;
    }
    rescan();
    if (isUseless()) {
      file.label(generation + 1, now);
      rescan();
    }
  }

  synchronized void added(TapeObject object) throws IOException {
    index.append(line(object));
    objects.put(object.name().position(), object);
  }

  synchronized void removed(TapeObject object) throws IOException {
    index.append("- " + object.name().position() + "\n");
    objects.put(object.name().position(), object.asDeleted());
  }

  /** Walks the volume and writes the index anew. */
  synchronized void rescan() throws IOException {
    forget();
    StringBuilder text = new StringBuilder();
    try (VolumeFile file = VolumeFile.toRead(label, volume)) {
      OptionalLong labelled = file.generation();
      if (labelled.isEmpty()) {
        return;
      }
      generation = labelled.getAsLong();
      text.append(firstLine(generation));
      for (TapeObject object : file.scan(Extent.FIRST_POSITION, generation)) {
        objects.put(object.name().position(), object);
        text.append(line(object));
        if (object.deleted()) {
          text.append("- ").append(object.name().position()).append('\n');
        }
      }
    }
    index.replace(text.toString());
  }

  /** A new file survives a power failure only if its directory was synced. */
  private void syncDirectory() throws IOException {
    try (FileChannel directory = FileChannel.open(volume.getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  private void refuseIfUnreadable(VolumeFile file, OptionalLong labelled) throws IOException {
    if (labelled.isEmpty() && file.channel().size() > 0) {
      throw TapeFault.ofAll(
          Kind.VOLUME_UNAVAILABLE,
          "volume " + label + " has data but no readable label: disable it, and save its data");
    }
  }

  private static String firstLine(long generation) {
    return "generation " + generation + "\n";
  }

  private void forget() {
    objects.clear();
    index.forget();
    generation = 0;
  }

  /** An unreadable line is skipped, because its object is found on the volume. */
  private void take(String line) {
    String[] words = line.split(" ", -1);
    if (words.length == 2 && words[0].equals("generation")) {
      generation = Long.parseLong(words[1]);
    } else if (words.length == 2 && words[0].equals("-")) {
      objects.computeIfPresent(Long.parseLong(words[1]), (position, object) -> object.asDeleted());
    } else if (words.length == 5 && words[0].equals("+")) {
      long position = Long.parseLong(words[1]);
      UUID id = UUID.fromString(words[4]);
      ObjectName name = new ObjectName(id, label, generation, position);
      objects.put(position, new TapeObject(name, Long.parseLong(words[2]), words[3], false));
    }
  }

  private static String line(TapeObject object) {
    ObjectName name = object.name();
    return String.join(
            " ",
            "+",
            Long.toString(name.position()),
            Long.toString(object.size()),
            object.adler32(),
            name.id().toString())
        + "\n";
  }
}
