package org.bora.storm.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.storm.source.PropertyFile.Property;

/**
 * The settings of StoRM WebDAV in its directory, usually /etc/storm/webdav.
 *
 * @param areas {@code sa.d/*.properties}, one for each storage area, by their names
 * @param application the keys of {@code config/application*.yml}, with dots between the parts
 * @param environment variables of {@code storm-webdav.conf}, a copy of systemd's file
 */
public record WebDavFiles(
    List<AreaFile> areas, List<Property> application, List<Property> environment) {
  private static final String AREAS = "sa.d";
  private static final String CONFIGURATION = "config";
  private static final String ENVIRONMENT = "storm-webdav.conf";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^:{}]+)(?::([^{}]*))?}");

  public WebDavFiles {
    areas = List.copyOf(areas);
    application = List.copyOf(application);
    environment = List.copyOf(environment);
  }

  /**
   * The file of one storage area.
   *
   * @param file its name, relative to the directory
   * @param properties in their order; the last one of a repeated key applies
   */
  public record AreaFile(String file, List<Property> properties) {
    public AreaFile {
      Objects.requireNonNull(file, "file");
      properties = List.copyOf(properties);
    }
  }

  /**
   * Reads all files.
   *
   * @throws UnreadableSource if there is no storage area, or if a file cannot be read
   */
  public static WebDavFiles read(Path directory) throws UnreadableSource {
    List<AreaFile> areas = new ArrayList<>();
    for (Path file : files(directory.resolve(AREAS), ".*\\.properties")) {
      String name = AREAS + "/" + file.getFileName();
      areas.add(new AreaFile(name, properties(file, name)));
    }
    if (areas.isEmpty()) {
      throw new UnreadableSource(
          directory.resolve(AREAS)
              + ": has no *.properties; name StoRM WebDAV's directory, usually /etc/storm/webdav,"
              + " or a copy of it");
    }
    Path conf = directory.resolve(ENVIRONMENT);
    List<Property> environment =
        Files.exists(conf) ? EnvironmentFile.read(conf, ENVIRONMENT) : List.of();
    Map<String, String> values = new HashMap<>();
    environment.forEach(one -> values.put(one.key(), one.value()));
    List<Property> application = new ArrayList<>();
    for (Path file : files(directory.resolve(CONFIGURATION), "application.*\\.ya?ml")) {
      YamlFile.read(file, CONFIGURATION + "/" + file.getFileName()).stream()
          .map(one -> resolved(one, values))
          .forEach(application::add);
    }
    return new WebDavFiles(areas, application, environment);
  }

  /** Empty if there is no such directory. */
  private static List<Path> files(Path directory, String names) throws UnreadableSource {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(file -> file.getFileName().toString().matches(names)).sorted().toList();
    } catch (IOException failure) {
      throw new UnreadableSource(directory + ": cannot be read: " + failure.getMessage());
    }
  }

  private static List<Property> properties(Path file, String name) throws UnreadableSource {
    return PropertyLine.all(TextFile.lines(file)).stream()
        .map(
            line ->
                new Property(
                    name,
                    line.number(),
                    line.key(),
                    line.value(),
                    line.value(),
                    line.value().contains("${")
                        ? Optional.of("write the value instead of ${...}")
                        : Optional.empty()))
        .toList();
  }

  /** {@code ${NAME:DEFAULT}} stands for a variable, as Spring reads it. */
  private static Property resolved(Property property, Map<String, String> values) {
    Matcher names = PLACEHOLDER.matcher(property.written());
    StringBuilder text = new StringBuilder();
    while (names.find()) {
      String value = values.getOrDefault(names.group(1), names.group(2));
      names.appendReplacement(text, Matcher.quoteReplacement(value == null ? "${" : value));
    }
    names.appendTail(text);
    boolean open = text.indexOf("${") >= 0;
    return new Property(
        property.file(),
        property.line(),
        property.key(),
        property.written(),
        open ? property.written() : text.toString(),
        open
            ? Optional.of("no line of " + ENVIRONMENT + " says what stands there: write the value")
            : Optional.empty());
  }
}
