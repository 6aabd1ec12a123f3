package org.bora.launcher.command.init;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an administrator says about a new site.
 *
 * @param disk areas on disk
 * @param tape areas on tape
 * @param trial whether files go to tape and leave the disk at once, to see it work
 * @param doors hosts of the site's own GridFTP servers; if empty, Bora runs one
 */
record FirstSite(
    String host,
    String vo,
    List<FirstArea> disk,
    List<FirstArea> tape,
    boolean trial,
    List<String> doors,
    FirstDatabase database) {

  /** The database of the new site. */
  record FirstDatabase(String url, String user, String passwordFile) {}

  FirstSite {
    disk = List.copyOf(disk);
    tape = List.copyOf(tape);
    doors = List.copyOf(doors);
  }

  private Stream<FirstArea> areas() {
    return Stream.concat(disk.stream(), tape.stream());
  }

  /**
   * The directory that the GridFTP server may access: the smallest one that contains the parents of
   * all roots. Empty if that is the whole machine.
   */
  Optional<Path> served() {
    return common(areas().map(FirstArea::root).map(Path::getParent))
        .or(() -> common(areas().map(FirstArea::root)));
  }

  private static Optional<Path> common(Stream<Path> paths) {
    return paths.reduce(FirstSite::common).filter(path -> path.getNameCount() > 0);
  }

  private static Path common(Path one, Path other) {
    Path both = one;
    while (!other.startsWith(both)) {
      both = both.getParent();
    }
    return both;
  }
}
