package org.bora.storm.translate;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.bora.storm.source.Element;

/** The directory of a filesystem. */
final class AreaRoot {
  private AreaRoot() {}

  /** Without slashes at its end; empty if it is invalid for an area. */
  static Optional<String> of(Element filesystem) {
    try {
      return filesystem
          .valueOf("root")
          .map(text -> Path.of(text).normalize())
          .filter(path -> path.isAbsolute() && path.getNameCount() > 0)
          .map(Path::toString);
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }
}
