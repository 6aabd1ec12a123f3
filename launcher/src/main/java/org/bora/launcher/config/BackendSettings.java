package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.Objects;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.sweep.SweepSettings;

/**
 * How the work is done.
 *
 * @param database where state lives
 * @param mapping where local accounts come from
 * @param requests lives and limits of requests, modes of files
 * @param directories limits of the directory functions, long listings
 * @param sweep how often, and how late, things are swept
 * @param doors the GridFTP servers that clients are sent to
 */
public record BackendSettings(
    DatabaseSection database,
    MappingSettings mapping,
    RequestSettings requests,
    DirectorySection directories,
    SweepSettings sweep,
    DoorsSettings doors) {

  public BackendSettings {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(mapping, "mapping");
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(directories, "directories");
    Objects.requireNonNull(sweep, "sweep");
    Objects.requireNonNull(doors, "doors");
  }

  static BackendSettings read(Section root, Path base) {
    return new BackendSettings(
        DatabaseSection.read(root.section("database"), base),
        MappingSection.read(root.section("mapping"), base),
        RequestSection.read(root.section("requests")),
        DirectorySection.read(root.section("directories")),
        SweepSection.read(root.section("sweep")),
        DoorsSettings.read(root));
  }
}
