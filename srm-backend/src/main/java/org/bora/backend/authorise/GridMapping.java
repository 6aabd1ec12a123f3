package org.bora.backend.authorise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.storage.spi.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps callers by a grid-mapfile, which is read again when it has changed. A file that has become
 * unreadable or wrong is reported once per change, and the last good one stays in force.
 *
 * <p>Thread safe; at most one thread at a time looks at the file, the others use what is there.
 */
public final class GridMapping implements Mapping {

  private static final Logger LOG = LoggerFactory.getLogger(GridMapping.class);

  private final Path file;
  private final Duration checkEvery;
  private final Accounts accounts;
  private final Clock clock;
  private volatile Loaded loaded;

  /** What tells one version of the file from another; the key covers a rename over the old one. */
  private record Version(Instant modifiedAt, long size, String key) {}

  private record Loaded(GridMapfile mapfile, Version version, Instant checkedAt) {}

  /**
   * @throws IOException when the file cannot be read
   * @throws IllegalArgumentException when it is not a grid-mapfile; names the line
   */
  public GridMapping(MappingSettings settings, Accounts accounts, Clock clock) throws IOException {
    this.file = settings.gridMapfile();
    this.checkEvery = settings.checkEvery();
    this.accounts = accounts;
    this.clock = clock;
    Version version = version();
    this.loaded = new Loaded(read(), version, clock.instant());
  }

  @Override
  public Mapped map(Caller caller) {
    Optional<String> account = current().account(caller.dn());
    if (account.isEmpty()) {
      return new Mapped.Refused("the grid-mapfile does not name " + caller.dn());
    }
    Optional<Owner> owner = accounts.find(account.get());
    if (owner.isEmpty()) {
      LOG.error("{} names account {}, which does not exist", file, account.get());
      return new Mapped.Refused("the local account of " + caller.dn() + " does not exist");
    }
    return new Mapped.To(owner.get(), account.get());
  }

  private GridMapfile current() {
    Loaded seen = loaded;
    if (clock.instant().isBefore(seen.checkedAt().plus(checkEvery))) {
      return seen.mapfile();
    }
    return check(seen);
  }

  private synchronized GridMapfile check(Loaded seen) {
    if (!loaded.equals(seen)) {
      return loaded.mapfile(); // another thread was faster
    }
    Version version = seen.version();
    GridMapfile mapfile = seen.mapfile();
    try {
      version = version();
      if (!version.equals(seen.version())) {
        mapfile = read();
        LOG.info("{} read again: {} subjects", file, mapfile.size());
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.error("{} cannot be used, the last good one stays in force: {}", file, e.toString());
    }
    loaded = new Loaded(mapfile, version, clock.instant());
    return mapfile;
  }

  private Version version() throws IOException {
    BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
    return new Version(
        facts.lastModifiedTime().toInstant(), facts.size(), String.valueOf(facts.fileKey()));
  }

  private GridMapfile read() throws IOException {
    return GridMapfile.parse(Files.readAllLines(file));
  }
}
