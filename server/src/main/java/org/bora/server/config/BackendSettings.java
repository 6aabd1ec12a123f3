package org.bora.server.config;

import java.util.List;
import java.util.Objects;
import org.bora.backend.accesskey.AccessKeySettings;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.sweep.SweepSettings;

/**
 * The settings of a backend.
 *
 * @param database where state is kept
 * @param storage limits on what a hanging filesystem may occupy
 * @param mapping how callers are mapped to local accounts
 * @param requests lifetimes and limits of requests, and modes of files
 * @param directories limits of the directory functions, long listings
 * @param spaceShares number of rows that hold the counters of a space
 * @param sweep how often the sweep runs, and its grace periods
 * @param doors the GridFTP servers that clients are sent to
 * @param copies settings of srmCopy
 * @param tape tape libraries, migration and recall
 * @param accessKeys limits of access keys
 */
public record BackendSettings(
    DatabaseSection database,
    BulkheadSettings storage,
    MappingSettings mapping,
    RequestSettings requests,
    DirectorySection directories,
    int spaceShares,
    SweepSettings sweep,
    GridFtpSettings doors,
    CopyLimits copies,
    TapeSettings tape,
    AccessKeySettings accessKeys) {

  public BackendSettings {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(storage, "storage");
    Objects.requireNonNull(mapping, "mapping");
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(directories, "directories");
    Objects.requireNonNull(sweep, "sweep");
    Objects.requireNonNull(doors, "doors");
    Objects.requireNonNull(copies, "copies");
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(accessKeys, "accessKeys");
  }

  /** The same with what of {@code next} can change while Bora runs. */
  BackendSettings taking(BackendSettings next) {
    MappingSettings accounts =
        new MappingSettings(
            mapping.gridMapfile(),
            next.mapping.checkEvery(),
            next.mapping.staticAccount(),
            next.mapping.poolDirectory(),
            next.mapping.attributesFirst(),
            next.mapping.rootAllowed());
    DirectorySection limits = next.directories.withMode(directories.functions().directoryMode());
    return new BackendSettings(
        database,
        storage,
        accounts,
        next.requests,
        limits,
        spaceShares,
        sweep,
        doors,
        copies,
        tape,
        accessKeys);
  }

  static BackendSettings read(Section root, List<AreaSettings> areas) {
    RequestSettings requests = root.section("requests").bind(RequestSettings.class);
    return new BackendSettings(
        DatabaseSection.read(root.section("database")),
        root.section("storage").bind(BulkheadSettings.class),
        root.section("mapping").bind(MappingSettings.class),
        requests,
        root.section("directories").bind(DirectorySection.class),
        root.section("space").bind(SpaceSettings.class).shares(),
        root.section("sweep").bind(SweepSettings.class),
        GridFtpSettings.read(root),
        root.section("copy")
            .bind(CopyLimits.class)
            .with(
                new CopyLimits.RequestTerms(requests.pins().lifetimes(), requests.pins().limits())),
        TapeSettings.read(root, areas),
        root.section("access-keys").bind(AccessKeySettings.class));
  }
}
