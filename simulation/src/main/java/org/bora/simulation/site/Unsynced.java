package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Choices;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.Upload;

/**
 * The changes that a disk may lose in a power failure because no call has waited for them ({@code
 * AreaTree}, Durability). These are the bytes of an upload whose seal has not synced them, the name
 * of an unpublished upload, and name changes in directories that were not synced since ({@link
 * NameJournal}). A call waits until it returns, so its changes are not safe before.
 */
final class Unsynced {
  private static final String RECALLS = AreaPath.HIDDEN_PREFIX + "recall-";

  private final Path root;
  private final Path aside;
  private final Choices choices;
  private final Set<UUID> sealed = new HashSet<>();

  /** Names of uploads that were published without a sync of their bytes. */
  private final Set<Path> bare = new HashSet<>();

  private final NameJournal journal;

  /** What a power failure has left of each upload. */
  private final Map<UUID, String> torn = new HashMap<>();

  private int kept;
  private int cuts;

  /**
   * Watches a directory.
   *
   * @param aside another directory on the same filesystem, which is created when needed
   * @param nanos the time
   */
  Unsynced(Path root, Path aside, Choices choices, LongSupplier nanos) {
    this.root = root;
    this.aside = aside;
    this.choices = choices;
    this.journal = new NameJournal(choices, nanos);
  }

  private Path path(AreaPath path) {
    return root.resolve(path.toString()).normalize();
  }

  private Path hidden(Upload upload) {
    return path(upload.target()).resolveSibling(upload.hiddenName());
  }

  /** A call of the disk, from its start until it returns. */
  final class Call {
    private final String name;
    private final Object[] arguments;
    private final List<NameChange> changes;
    private final boolean isNew;
    private long next;

    private Call(String name, Object[] arguments) throws IOException {
      this.name = name;
      this.arguments = arguments;
      this.changes = changes(name, arguments);
      this.isNew = name.equals("beginUpload") && !Files.exists(hidden((Upload) arguments[0]));
    }

    /** The call has made its changes; whether they are safe is not known yet. */
    void isDone() throws IOException {
      journal.add(changes);
      if (isNew) {
        UUID id = ((Upload) arguments[0]).id();
        sealed.remove(id);
        torn.remove(id);
      } else if (name.equals("publishUpload") && !changes.isEmpty()) {
        isPublished((Upload) arguments[0]);
      }
      next = journal.next();
    }

    /**
     * The call returns, or throws.
     *
     * @param synced files and directories that it has waited for
     */
    void returns(boolean well, Set<Path> synced) throws IOException {
      if (well && name.equals("sealUpload")) {
        Upload upload = (Upload) arguments[0];
        if (synced.contains(hidden(upload))) {
          sealed.add(upload.id());
        }
      }
      journal.synced(synced, next);
    }
  }

  /** Begins a call, and keeps the files that it may change. */
  Call begins(String name, Object[] arguments) throws IOException {
    return new Call(name, arguments);
  }

  private void isPublished(Upload upload) {
    if (sealed.contains(upload.id())) {
      bare.remove(path(upload.target()));
    } else {
      bare.add(path(upload.target()));
    }
  }

  private List<NameChange> changes(String call, Object[] arguments) throws IOException {
    List<NameChange> changes = new ArrayList<>();
    switch (call) {
      case "discardUpload" -> removed(hidden((Upload) arguments[0]), changes);
      case "withdrawUpload" -> removed(path(((Upload) arguments[0]).target()), changes);
      case "removeFile", "removeDirectory" -> removed(path((AreaPath) arguments[0]), changes);
      case "removeEntries" -> {
        for (Object entry : (List<?>) arguments[1]) {
          removed(path((AreaPath) arguments[0]).resolve(((Removal) entry).name()), changes);
        }
      }
      case "publishUpload" -> {
        Upload upload = (Upload) arguments[0];
        if (Files.exists(hidden(upload))) {
          Path to = path(upload.target());
          changes.add(NameChange.Moved.of(hidden(upload), to, keep(to)));
        }
      }
      case "rename" -> { // a rename replaces nothing
        Path from = path((AreaPath) arguments[0]);
        if (Files.exists(from)) {
          Path to = path((AreaPath) arguments[1]);
          changes.add(NameChange.Moved.of(from, to, Optional.empty()));
        }
      }
      case "makeDirectory" -> {
        Path directory = path((AreaPath) arguments[0]);
        if (!Files.exists(directory)) {
          changes.add(new NameChange.Made(directory));
        }
      }
      default -> {}
    }
    return changes;
  }

  private void removed(Path name, List<NameChange> changes) throws IOException {
    if (Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
      changes.add(new NameChange.RemovedDirectory(name));
    } else {
      Optional<Path> keeps = keep(name);
      keeps.ifPresent(link -> changes.add(new NameChange.Removed(name, link)));
    }
  }

  /** Gives a file a second name. */
  private Optional<Path> keep(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Files.createDirectories(aside);
    return Optional.of(Files.createLink(aside.resolve("kept-" + ++kept), file));
  }

  /**
   * The power fails and returns; no process is alive.
   *
   * @param tears receives the old and the new content of a file
   */
  void powerFails(BiConsumer<String, String> tears) {
    cuts++;
    try {
      journal.loses(file -> goes(file, tears));
      for (Path file : unpublished()) {
        tear(file, tears);
      }
      loseEnds();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tears files without notice to the clients: published files must be whole. */
  private void loseEnds() throws IOException {
    for (Path file : bare.stream().filter(Files::isRegularFile).sorted().toList()) {
      byte[] all = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(all, choices.below(all.length + 1)));
    }
    bare.clear();
  }

  private List<Path> unpublished() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(
              file ->
                  file.getFileName().toString().startsWith(Upload.PREFIX)
                      || file.getFileName().toString().startsWith(RECALLS))
          .sorted()
          .toList();
    }
  }

  private static Optional<UUID> upload(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(Upload.PREFIX)
        ? Optional.of(UUID.fromString(name.substring(Upload.PREFIX.length())))
        : Optional.empty();
  }

  private void tear(Path file, BiConsumer<String, String> tears) throws IOException {
    String was = Files.readString(file);
    Optional<UUID> upload = upload(file);
    String now = was;
    switch (choices.below(3)) {
      case 0 -> {
        Files.delete(file);
        now = "";
      }
      case 1 -> {
        if (upload.isEmpty() || !sealed.contains(upload.get())) {
          now = was.substring(0, choices.below(was.length() + 1));
          if (!now.equals(was)) { // writing an unchanged file would mark it as written
            Files.write(file, now.getBytes(StandardCharsets.UTF_8));
          }
        }
      }
      default -> {}
    }
    if (!now.equals(was)) {
      isTorn(upload, was, now, tears);
    }
  }

  /** A file is lost with its directory. */
  private void goes(Path file, BiConsumer<String, String> tears) {
    try {
      isTorn(upload(file), Files.readString(file), "", tears);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void isTorn(
      Optional<UUID> upload, String was, String now, BiConsumer<String, String> tears) {
    if (upload.isPresent()) {
      torn.put(upload.get(), now);
      tears.accept(was, now);
    }
  }

  /** Number of power failures. */
  int cuts() {
    return cuts;
  }

  /** What is left of an upload; empty if it is whole. */
  Optional<String> leftOf(UUID upload) {
    return Optional.ofNullable(torn.get(upload));
  }
}
