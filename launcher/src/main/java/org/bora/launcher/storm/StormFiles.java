package org.bora.launcher.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile;
import org.bora.storm.source.GroupMapFile.GroupLine;
import org.bora.storm.source.PropertyFile;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.UnreadableSource;
import org.bora.storm.source.WebDavFiles;
import org.bora.storm.source.XmlFile;
import org.bora.storm.state.StormSpace;
import org.bora.storm.state.StormState;
import org.bora.storm.translate.StormSite;
import org.bora.storm.translate.StormSite.BoraDatabase;

/**
 * StoRM's files as an administrator names them.
 *
 * @param namespace namespace.xml, where it is given
 * @param properties storm.properties, likewise
 * @param access path-authz.db, likewise
 * @param groups groupmapfile, likewise
 * @param webdav the directory of StoRM WebDAV, likewise
 */
public record StormFiles(
    Optional<Path> namespace,
    Optional<Path> properties,
    Optional<Path> access,
    Optional<Path> groups,
    Optional<Path> webdav) {
  private static final Element NO_NAMESPACE = new Element("namespace", 0, Map.of(), "", List.of());

  public StormFiles {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(groups, "groups");
    Objects.requireNonNull(webdav, "webdav");
  }

  /**
   * Reads all of them.
   *
   * @param database where Bora's own is to be
   * @param stopped when StoRM was stopped
   */
  StormSite read(Optional<StormState> state, BoraDatabase database, Instant stopped)
      throws UnreadableSource, IOException {
    Element root =
        namespace.isPresent() ? XmlFile.read(namespace.get(), "namespace") : NO_NAMESPACE;
    List<Property> keys = properties.isPresent() ? PropertyFile.read(properties.get()) : List.of();
    Optional<AccessList> lines =
        access.isPresent() ? Optional.of(AccessFile.read(access.get())) : Optional.empty();
    List<GroupLine> mapped = groups.isPresent() ? GroupMapFile.read(groups.get()) : List.of();
    Optional<WebDavFiles> areas =
        webdav.isPresent() ? Optional.of(WebDavFiles.read(webdav.get())) : Optional.empty();
    List<StormSpace> spaces = state.map(StormState::spaces).orElse(List.of());
    return new StormSite(
        new StormSite.Names(name(namespace), name(properties), name(access), name(groups)),
        root,
        keys,
        lines,
        mapped,
        areas,
        tokens(spaces),
        spaces.stream().filter(StormSpace::isLiveReservation).map(StormSpace::file).toList(),
        database,
        stopped);
  }

  private static String name(Optional<Path> file) {
    return file.map(Path::getFileName).map(Path::toString).orElse("(not given)");
  }

  private static Map<String, String> tokens(List<StormSpace> spaces) {
    return spaces.stream()
        .filter(StormSpace::isStatic)
        .collect(
            Collectors.toMap(StormSpace::description, StormSpace::token, (first, again) -> first));
  }
}
