package org.bora.storm.translate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.storm.source.AccessFile.AccessLine;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile.GroupLine;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.WebDavFiles;

/**
 * The settings of a site that runs StoRM.
 *
 * @param names of the files
 * @param namespace the outermost element; without children if there is no file
 * @param properties empty if there is no file
 * @param access empty if there is no file
 * @param webdav the files of StoRM WebDAV; empty if it is not in use
 * @param tokens of the areas' own spaces, by description; from StoRM's database
 * @param reservedIn the directories of live reservations; from StoRM's database
 * @param database the future database of Bora
 * @param stopped when StoRM was or will be stopped
 */
public record StormSite(
    Names names,
    Element namespace,
    List<Property> properties,
    Optional<AccessList> access,
    List<GroupLine> groups,
    Optional<WebDavFiles> webdav,
    Map<String, String> tokens,
    List<String> reservedIn,
    BoraDatabase database,
    Instant stopped) {

  /** The files as the administrator named them. */
  public record Names(String namespace, String properties, String access, String groups) {}

  /**
   * The future database of Bora.
   *
   * @param passwordFile absent for no password
   */
  public record BoraDatabase(String url, String user, Optional<String> passwordFile) {}

  public StormSite {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(namespace, "namespace");
    properties = List.copyOf(properties);
    Objects.requireNonNull(access, "access");
    groups = List.copyOf(groups);
    Objects.requireNonNull(webdav, "webdav");
    tokens = Map.copyOf(tokens);
    reservedIn = List.copyOf(reservedIn);
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(stopped, "stopped");
  }

  /** What StoRM does without path-authz.db: everybody may read and list. */
  static AccessList readAndList() {
    AccessLine line =
        new AccessLine(0, "@ALL@ / RL permit", Optional.empty(), List.of(), "RL", true, false);
    return new AccessList(Optional.empty(), List.of(line), List.of());
  }

  /** Bytes of a size of namespace.xml: its units are powers of a thousand. */
  static OptionalLong bytes(String number, String unit) {
    int power = List.of("Byte", "KB", "MB", "GB", "TB").indexOf(unit.isEmpty() ? "TB" : unit);
    try {
      long bytes = Long.parseLong(number);
      for (int i = 0; i < power; i++) {
        bytes = Math.multiplyExact(bytes, 1000L);
      }
      return power < 0 || bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    } catch (ArithmeticException | NumberFormatException notASize) {
      return OptionalLong.empty();
    }
  }
}
