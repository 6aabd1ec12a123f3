package org.bora.storm.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.storm.source.KeyReferences.OpenReference;

/**
 * Reads storm.properties as StoRM's library does (Apache Commons Configuration 1.10): the lines of
 * an included file replace its {@code include} line, and the value of another key replaces {@code
 * ${NAME}}. For one file and its includes.
 */
public final class PropertyFile {
  private static final String INCLUDE = "include";

  private final Path directory;
  private final KeyReferences references = new KeyReferences();
  private final List<Placed> lines = new ArrayList<>();

  /**
   * A line of the file.
   *
   * @param file its name; that of an included file is relative to the directory of storm.properties
   * @param line number of its first line
   * @param key empty if the line is not {@code key = value}; StoRM ignores such a line
   * @param written the value as written; may be empty
   * @param value with all references resolved; as written if one cannot be resolved
   * @param open why a reference cannot be resolved, and the remedy; absent if all are resolved
   */
  public record Property(
      String file, int line, String key, String written, String value, Optional<String> open) {

    public Property {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(written, "written");
      Objects.requireNonNull(value, "value");
      Objects.requireNonNull(open, "open");
    }

    /** Whether it names files whose lines come after it. */
    public boolean isInclude() {
      return key.equalsIgnoreCase(INCLUDE);
    }
  }

  /** A line and the name of its file. */
  private record Placed(String file, PropertyLine line) {}

  private PropertyFile(Path directory) {
    this.directory = directory;
  }

  /**
   * All properties in the order in which StoRM reads them; a key may come more than once.
   *
   * @throws UnreadableSource where it, or a file that it includes, cannot be read
   */
  public static List<Property> read(Path file) throws UnreadableSource {
    PropertyFile reading = new PropertyFile(directoryOf(file));
    reading.read(file, file.getFileName().toString(), List.of());
    return reading.lines.stream().map(reading::property).toList();
  }

  private static Path directoryOf(Path file) {
    return Objects.requireNonNull(file.toAbsolutePath().getParent(), "directory");
  }

  private Property property(Placed placed) {
    PropertyLine line = placed.line();
    String value = line.value();
    Optional<String> open = Optional.empty();
    try {
      value = references.resolved(line.value());
    } catch (OpenReference nothing) {
      open = Optional.of(nothing.getMessage());
    }
    return new Property(placed.file(), line.number(), line.key(), line.value(), value, open);
  }

  /**
   * @param within the files that lead to this one
   */
  private void read(Path file, String name, List<Path> within) throws UnreadableSource {
    List<PropertyLine> all = PropertyLine.all(TextFile.lines(file));
    List<Path> path = new ArrayList<>(within);
    path.add(file);
    for (PropertyLine line : all) {
      lines.add(new Placed(name, line));
      if (line.key().equalsIgnoreCase(INCLUDE)) {
        include(line, path);
      } else if (!line.key().isEmpty()) {
        references.add(line.key(), line.value());
      }
    }
  }

  private void include(PropertyLine line, List<Path> path) throws UnreadableSource {
    for (String part : line.value().split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      String place = path.getLast() + ":" + line.number() + ": include = " + part.strip() + ": ";
      Path file = located(part.strip(), path.getLast(), place);
      if (path.stream().anyMatch(above -> isSame(above, file))) {
        throw new UnreadableSource(
            place
                + "the file includes itself ("
                + path.stream().map(Path::toString).collect(Collectors.joining(" -> "))
                + " -> "
                + file
                + "); take one of these lines out");
      }
      Path full = file.toAbsolutePath();
      Path name = full.startsWith(directory) ? directory.relativize(full) : full;
      read(file, name.toString(), path);
    }
  }

  /**
   * StoRM searches the directory of storm.properties, even for includes of an included file; for
   * those, this class also searches that file's directory.
   */
  private Path located(String written, Path from, String place) throws UnreadableSource {
    try {
      String named = references.resolved(written);
      Path first = directory.resolve(named);
      Path second = directoryOf(from).resolve(named);
      if (!Files.exists(first) && !Files.exists(second)) {
        throw new UnreadableSource(
            place + first + " does not exist: put a copy of it there, or take the line out");
      }
      return Files.exists(first) ? first : second;
    } catch (OpenReference nothing) {
      throw new UnreadableSource(place + nothing.getMessage());
    } catch (InvalidPathException noPath) {
      throw new UnreadableSource(place + "is no path: " + noPath.getReason());
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException gone) {
      return false; // the reader tells
    }
  }
}
