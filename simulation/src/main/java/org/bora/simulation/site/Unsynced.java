package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Choices;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.Upload;

/**
 * What a disk may lose when the power fails, because no call has waited for it ({@code AreaTree},
 * Durability): the bytes of an upload that is not sealed, the name of one that is not published,
 * and the removal of a file from a directory that nobody has synced since.
 */
final class Unsynced {
  private static final String RECALLS = AreaPath.HIDDEN_PREFIX + "recall-";

  private final Path root;
  private final Path aside;
  private final Choices choices;
  private final Set<UUID> sealed = new HashSet<>();

  /** Files whose removal nobody has waited for, and where they are kept. */
  private final Map<Path, Path> removed = new TreeMap<>();

  /** What is left of an upload. */
  private final Map<UUID, String> torn = new HashMap<>();

  private int kept;
  private int cuts;

  /**
   * Watches a directory.
   *
   * @param aside another one on the same filesystem, which is made when it is needed
   */
  Unsynced(Path root, Path aside, Choices choices) {
    this.root = root;
    this.aside = aside;
    this.choices = choices;
  }

  private Path path(AreaPath path) {
    return root.resolve(path.toString()).normalize();
  }

  private Path hidden(Upload upload) {
    return path(upload.target()).resolveSibling(upload.hiddenName());
  }

  /** Keeps what a call removes, until it is waited for. */
  void before(String call, Object[] arguments) throws IOException {
    for (Path file : removedBy(call, arguments)) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !removed.containsKey(file)) {
        Files.createDirectories(aside);
        removed.put(file, Files.createLink(aside.resolve("kept-" + ++kept), file));
      }
    }
  }

  /**
   * A call has ended, well or not.
   *
   * @param synced directories that it has waited for
   */
  void after(String call, Object[] arguments, boolean well, Set<Path> synced) throws IOException {
    for (Path file : removedBy(call, arguments)) {
      if (Files.exists(file)) {
        forget(file); // it was not removed, and is to have one name
      }
    }
    if (well && call.equals("sealUpload")) {
      sealed.add(((Upload) arguments[0]).id());
    }
    for (Path file : List.copyOf(removed.keySet())) {
      if (synced.contains(file.getParent())) {
        forget(file);
      }
    }
  }

  private List<Path> removedBy(String call, Object[] arguments) {
    return switch (call) {
      case "discardUpload" -> List.of(hidden((Upload) arguments[0]));
      case "removeFile" -> List.of(path((AreaPath) arguments[0]));
      case "removeEntries" ->
          ((List<?>) arguments[1])
              .stream()
                  .map(entry -> path((AreaPath) arguments[0]).resolve(((Removal) entry).name()))
                  .toList();
      default -> List.of();
    };
  }

  private void forget(Path file) throws IOException {
    Path link = removed.remove(file);
    if (link != null) {
      Files.delete(link);
    }
  }

  /**
   * The power fails, and comes back: no process is alive.
   *
   * @param tears told what a file held, and what it holds
   */
  void powerFails(BiConsumer<String, String> tears) {
    cuts++;
    try {
      for (Path file : List.copyOf(removed.keySet())) {
        boolean back = choices.below(2) == 0;
        // a late transfer may have made it anew
        if (back && Files.isDirectory(file.getParent()) && !Files.exists(file)) {
          Files.move(removed.remove(file), file);
        } else {
          forget(file);
        }
      }
      for (Path file : unpublished()) {
        tear(file, tears);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  private void tear(Path file, BiConsumer<String, String> tears) throws IOException {
    String was = Files.readString(file);
    String name = file.getFileName().toString();
    Optional<UUID> upload =
        name.startsWith(Upload.PREFIX)
            ? Optional.of(UUID.fromString(name.substring(Upload.PREFIX.length())))
            : Optional.empty();
    String now = was;
    switch (choices.below(3)) {
      case 0 -> {
        Files.delete(file);
        now = "";
      }
      case 1 -> {
        if (upload.isEmpty() || !sealed.contains(upload.get())) {
          now = was.substring(0, choices.below(was.length() + 1));
          Files.write(file, now.getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> {}
    }
    if (upload.isPresent() && !now.equals(was)) {
      torn.put(upload.get(), now);
      tears.accept(was, now);
    }
  }

  /** How often the power has failed. */
  int cuts() {
    return cuts;
  }

  /** What is left of an upload; empty where all of it is. */
  Optional<String> leftOf(UUID upload) {
    return Optional.ofNullable(torn.get(upload));
  }
}
