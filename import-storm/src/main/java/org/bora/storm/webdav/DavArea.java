package org.bora.storm.webdav;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.WebDavFiles.AreaFile;

/** A storage area of a file in {@code sa.d}, with known keys only. */
final class DavArea {
  static final String NAME = "name";
  static final String ROOT = "rootPath";
  static final String POINTS = "accessPoints";
  static final String VOS = "vos";
  static final String ORGS = "orgs";
  static final String AUTHENTICATED = "authenticatedReadEnabled";
  static final String ANONYMOUS = "anonymousReadEnabled";
  static final String VO_MAP = "voMapEnabled";
  static final String VO_MAP_WRITES = "voMapGrantsWritePermission";
  static final String ORGS_READ = "orgsGrantReadPermission";
  static final String ORGS_WRITE = "orgsGrantWritePermission";
  static final String SCOPES = "wlcgScopeAuthzEnabled";
  static final String POLICIES = "fineGrainedAuthzEnabled";
  static final String TAPE = "tapeEnabled";
  static final String FILESYSTEM = "filesystemType";

  private static final Set<String> FLAGS =
      Set.of(
          AUTHENTICATED,
          ANONYMOUS,
          VO_MAP,
          VO_MAP_WRITES,
          ORGS_READ,
          ORGS_WRITE,
          SCOPES,
          POLICIES,
          TAPE);
  private static final Set<String> TEXTS = Set.of(NAME, ROOT, POINTS, VOS, ORGS, FILESYSTEM);

  /** In StoRM WebDAV's own pages, but read by no release. */
  private static final String NOT_READ = "voMapGrantsWriteAccess";

  private final String file;
  private final Map<String, Property> keys;

  private DavArea(String file, Map<String, Property> keys) {
    this.file = Objects.requireNonNull(file, "file");
    this.keys = keys;
  }

  /**
   * Empty where clients cannot reach it, or a key that it needs is missing; the findings say so.
   */
  static Optional<DavArea> read(AreaFile area, Findings findings) {
    Map<String, Property> keys = new LinkedHashMap<>();
    for (Property property : area.properties()) {
      Spot place = new Spot(property.file(), property.line(), property.key());
      if (property.key().equals(NOT_READ)) {
        findings.dropped(
            place,
            property.written(),
            "StoRM WebDAV does not read this key; the one that it reads is " + VO_MAP_WRITES);
      } else if (!FLAGS.contains(property.key()) && !TEXTS.contains(property.key())) {
        findings.unknown(place, property.written(), "StoRM WebDAV has no such key: correct it");
      } else if (property.open().isPresent()) {
        findings.unknown(place, property.written(), property.open().get());
      } else if (FLAGS.contains(property.key()) && !property.value().matches("true|false|")) {
        findings.unknown(place, property.written(), "true or false is expected; false counts");
      } else {
        Property other = keys.put(property.key(), property);
        if (other != null) {
          findings.dropped(
              new Spot(other.file(), other.line(), other.key()),
              other.written(),
              "the same key is in line " + property.line() + ", which counts");
        }
      }
    }
    DavArea found = new DavArea(area.file(), keys);
    return found.isUsable(findings) ? Optional.of(found) : Optional.empty();
  }

  private boolean isUsable(Findings findings) {
    if (text(NAME).isEmpty()) {
      findings.unknown(place(NAME), "", "an area needs a name: it is left out");
      return false;
    }
    if (root().isEmpty()) {
      findings.unknown(
          place(ROOT), text(ROOT), "an absolute directory below / is expected: it is left out");
      return false;
    }
    if (points().isEmpty()) {
      findings.unknown(
          place(POINTS),
          text(POINTS),
          "a path below / is expected, for an area of Bora cannot be the top: it is left out");
      return false;
    }
    return true;
  }

  String file() {
    return file;
  }

  String name() {
    return text(NAME);
  }

  /** Where a key stands; the file where it does not. */
  Spot place(String key) {
    return new Spot(file, Optional.ofNullable(keys.get(key)).map(Property::line).orElse(0), key);
  }

  boolean says(String key) {
    return keys.containsKey(key);
  }

  /** As written; empty if missing. */
  String text(String key) {
    return Optional.ofNullable(keys.get(key)).map(one -> one.value().strip()).orElse("");
  }

  /** What the code of StoRM WebDAV takes, with its own defaults. */
  boolean flag(String key) {
    boolean preset = Set.of(VO_MAP, ORGS_READ, ORGS_WRITE).contains(key);
    return says(key) ? text(key).equals("true") : preset;
  }

  List<String> list(String key) {
    List<String> found = new ArrayList<>();
    for (String one : text(key).split(",", -1)) {
      if (!one.isBlank() && !found.contains(one.strip())) {
        found.add(one.strip());
      }
    }
    return found;
  }

  /** Empty if it is invalid for an area. */
  Optional<Path> root() {
    try {
      return Optional.of(Path.of(text(ROOT)).normalize())
          .filter(path -> path.isAbsolute() && path.getNameCount() > 0);
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  /** Those that an area of Bora can have. */
  List<String> points() {
    List<String> points = new ArrayList<>();
    for (String written : list(POINTS)) {
      List<String> names = AccessFile.names(written);
      String point = "/" + String.join("/", names);
      if (!names.isEmpty()
          && !names.contains("..")
          && !names.contains(".")
          && !points.contains(point)) {
        points.add(point);
      }
    }
    return points;
  }
}
