package org.bora.simulation.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Choices;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Upload;

/** A directory with an upload, and the changes that its disk may lose. */
final class WatchedArea {
  static final String CONTENT = "0123456789";

  private final Path root;
  private final Path aside;
  private final Unsynced unsynced;
  private final Upload upload;
  private long nanos;

  /** The work of a call on disk. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /** Creates an upload to {@code d/file} that is not sealed. */
  WatchedArea(Path directory, int seed) throws IOException {
    root = Files.createDirectory(directory.resolve("area-" + seed));
    aside = directory.resolve("aside-" + seed);
    unsynced = new Unsynced(root, aside, Choices.seeded(seed), () -> nanos);
    upload = new Upload(AreaPath.parse("d/file"), new UUID(1, seed));
    Files.createDirectory(root.resolve("d"));
    Files.writeString(hidden(), CONTENT);
  }

  Unsynced unsynced() {
    return unsynced;
  }

  Upload upload() {
    return upload;
  }

  Path hidden() {
    return root.resolve("d").resolve(upload.hiddenName());
  }

  /** The root itself if the name is empty. */
  Path path(String name) {
    return root.resolve(name).normalize();
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(path(name), content);
  }

  private Set<Path> paths(Set<String> names) {
    Set<Path> paths = new HashSet<>();
    names.forEach(name -> paths.add(path(name)));
    return paths;
  }

  void passes(long time) {
    nanos += time;
  }

  void call(String name, Work work, Set<String> synced, Object... arguments) throws IOException {
    begins(name, work, arguments).returns(true, paths(synced));
  }

  /** Begins a call that does not return, because its process dies. */
  Unsynced.Call begins(String name, Work work, Object... arguments) throws IOException {
    Unsynced.Call call = unsynced.begins(name, arguments);
    work.run();
    call.isDone();
    return call;
  }

  void seal() throws IOException {
    call("sealUpload", () -> {}, Set.of("d/" + upload.hiddenName()), upload);
  }

  void remove(String name, Path file, Set<String> synced, Object... arguments) throws IOException {
    call(name, () -> Files.delete(file), synced, arguments);
  }

  void publish(Set<String> synced) throws IOException {
    call("publishUpload", this::moveIntoPlace, synced, upload, true);
  }

  void moveIntoPlace() throws IOException {
    Files.move(hidden(), path("d/file"), StandardCopyOption.REPLACE_EXISTING);
  }

  void rename(String from, String to, Set<String> synced) throws IOException {
    call(
        "rename",
        () -> Files.move(path(from), path(to)),
        synced,
        AreaPath.parse(from),
        AreaPath.parse(to));
  }

  void powerFails() {
    unsynced.powerFails((was, now) -> {});
  }

  /** The visible files with their contents. */
  String files() throws IOException {
    TreeMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!Disk.isHidden(file.toString())) {
          files.put(root.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return files.toString();
  }

  /** Number of second names of files. */
  long kept() throws IOException {
    if (!Files.exists(aside)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(aside)) {
      return all.count();
    }
  }
}
