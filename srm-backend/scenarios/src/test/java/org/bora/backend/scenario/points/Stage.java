package org.bora.backend.scenario.points;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.physical;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bora.api.word.Surl;
import org.bora.backend.testing.SmallSite;

/** One directory, in which one scenario takes place, and what clients know of it. */
final class Stage {
  final World world;
  final History history = new History();
  final Uploads uploads = new Uploads(this);
  final Turls turls = new Turls(this);
  final Names names = new Names(this);
  final Pins pins = new Pins(this);
  final Stagings stagings = new Stagings(this);
  final Multiparts multiparts = new Multiparts(this);
  final Shelf shelf = new Shelf(this);
  private final String directory;

  Stage(World world, String directory) {
    this.world = world;
    this.directory = directory;
  }

  Surl surl(String name) {
    return SmallSite.surl(path(name));
  }

  /** Below the root of the area. */
  String path(String name) {
    return name.isEmpty() ? directory : directory + "/" + name;
  }

  Path onDisk(String name) {
    return world.root.resolve(path(name));
  }

  void pass(Duration time) {
    multiparts.date(world.time.instant());
    world.time.pass(time);
  }

  void makeDirectory(String name) {
    try {
      Files.createDirectory(onDisk(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file that is there before anything happens; its content names it. */
  void file(String name) {
    Upload upload = uploads.begin(world.b, name, "old " + name, true, Optional.empty(), 0);
    uploads.done(world.b, upload, false);
  }

  /** Contents of all files that are not hidden, by name. */
  Map<String, String> files() {
    Map<String, String> found = new TreeMap<>();
    for (Path file : all()) {
      if (Files.isRegularFile(file) && !isHidden(file)) {
        found.put(name(file), read(file));
      }
    }
    return found;
  }

  List<String> hidden() {
    return all().stream().filter(Stage::isHidden).map(this::name).toList();
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".bora-");
  }

  private String name(Path file) {
    return onDisk("").relativize(file).toString();
  }

  private List<Path> all() {
    try (Stream<Path> all = Files.walk(onDisk(""))) {
      return all.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether these are all bytes of one upload. */
  boolean isWhole(String content) {
    return uploads.isWhole(content) || turls.isWhole(content);
  }

  /** What a reader sees; empty where there is no file. */
  Optional<String> read(String turl) {
    return Optional.of(physical(turl))
        .filter(Files::exists)
        .map(file -> shelf.isStub(file) ? "a stub" : read(file));
  }

  private String read(Path file) {
    try {
      return shelf.isStub(file) ? shelf.content(file) : Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static org.bora.api.word.Call call(Backend backend) {
    return backend.site.call(ALICE);
  }
}
