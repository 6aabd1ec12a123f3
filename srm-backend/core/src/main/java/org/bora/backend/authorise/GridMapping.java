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
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.GridMapfile.Match;
import org.bora.backend.authorise.PoolAccounts.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps callers by a grid-mapfile, to accounts and to leases of pool accounts. The file is read
 * again when it has changed. A file that has become unreadable or wrong is reported once per
 * change, and the last good one stays in force.
 *
 * <p>Thread safe; at most one thread at a time looks at the file, the others use what is there.
 */
public final class GridMapping implements ExplainedMapping {

  private static final Logger LOG = LoggerFactory.getLogger(GridMapping.class);

  private final Path file;
  private final Duration checkEvery;
  private final boolean attributesFirst;
  private final UsableAccounts usable;
  private final PoolAccounts pools;
  private final Clock clock;
  private volatile Loaded loaded;

  /** Identifies a version of the file; the file key detects a rename over the old file. */
  private record Version(Instant modifiedAt, long size, String key) {}

  private record Loaded(GridMapfile mapfile, Version version, Instant checkedAt) {}

  /**
   * @throws IOException when the file cannot be read
   * @throws IllegalArgumentException when it is not a grid-mapfile; names the line
   */
  public GridMapping(MappingSettings settings, Accounts accounts, Clock clock) throws IOException {
    this.file = settings.gridMapfile();
    this.checkEvery = settings.checkEvery();
    this.attributesFirst = settings.attributesFirst();
    this.usable = new UsableAccounts(accounts, settings.rootAllowed());
    this.pools = new PoolAccounts(settings.poolDirectory(), clock);
    this.clock = clock;
    Version version = version();
    this.loaded = new Loaded(read(), version, clock.instant());
  }

  @Override
  public Mapped map(Caller caller) {
    Optional<Match> match = current().match(caller, attributesFirst);
    Rulings.noteMapping(
        () -> match.map(Match::line).map(this::written).orElse("no line of " + file));
    return mapped(caller, match, (pool, by) -> Optional.of(pools.lease(pool, caller, by)));
  }

  @Override
  public Mapped known(Caller someone) {
    Optional<Match> match = current().match(someone, attributesFirst);
    return mapped(someone, match, (pool, by) -> pools.look(pool, someone, by));
  }

  /** Finds an account of a pool; empty if the caller has none and must not get one. */
  @FunctionalInterface
  private interface Leasing {
    Optional<Lease> of(String pool, Optional<Fqan> by) throws IOException;
  }

  private Mapped mapped(Caller caller, Optional<Match> match, Leasing leasing) {
    if (match.isEmpty()) {
      return new Mapped.Refused("the grid-mapfile does not name " + caller.dn());
    }
    GridMapLine line = match.get().line();
    if (!line.isPool()) {
      return mapped(line, line.account(), caller);
    }
    try {
      Optional<Lease> found = leasing.of(line.accountName(), match.get().by());
      if (found.isEmpty()) {
        return new Mapped.Refused("no account of the pool is leased yet");
      }
      return switch (found.get()) {
        case Lease.Of(String account) -> mapped(line, account, caller);
        case Lease.Exhausted(int accounts) ->
            refused(
                line,
                "all " + accounts + " accounts of the pool are taken",
                "no account is left in the pool for " + caller.dn());
        case Lease.Elsewhere(Path lease) ->
            refused(
                line,
                lease + " is the lease of another pool; remove it to lease anew",
                "the local account of " + caller.dn() + " is one of another pool");
      };
    } catch (IOException e) {
      return refused(
          line,
          "the pool cannot be used: " + e,
          "the pool of accounts for " + caller.dn() + " cannot be used");
    }
  }

  private Mapped mapped(GridMapLine line, String account, Caller caller) {
    Optional<String> obstacle = usable.obstacle(account);
    return obstacle.isEmpty()
        ? usable.mapped(account)
        : refused(line, obstacle.get(), "the local account of " + caller.dn() + " cannot be used");
  }

  private Mapped refused(GridMapLine line, String forTheLog, String forTheCaller) {
    LOG.error("{}: {}", place(line), forTheLog);
    return new Mapped.Refused(forTheCaller);
  }

  private String place(GridMapLine line) {
    return file + ":" + line.number();
  }

  private String written(GridMapLine line) {
    return place(line) + ": \"" + line.pattern() + "\" " + line.account();
  }

  @Override
  public String explain(Caller caller) {
    Optional<Match> match = current().match(caller, attributesFirst);
    if (match.isEmpty()) {
      return "none: no line of " + file + " is for the caller";
    }
    GridMapLine line = match.get().line();
    String written = " (" + written(line) + ")";
    try {
      return (line.isPool() ? leased(line, caller, match.get()) : described(line.account()))
          + written;
    } catch (IOException e) {
      return "none: the pool cannot be used: " + e + written;
    }
  }

  private String leased(GridMapLine line, Caller caller, Match match) throws IOException {
    Optional<Lease> held = pools.look(line.accountName(), caller, match.by());
    if (held.isEmpty()) {
      return "a lease of pool " + line.accountName() + ", not taken yet";
    }
    return switch (held.get()) {
      case Lease.Of(String account) -> described(account);
      case Lease.Elsewhere(Path lease) -> "none: " + lease + " is the lease of another pool";
      case Lease.Exhausted _ -> "none: the pool is exhausted";
    };
  }

  private String described(String account) {
    return usable.obstacle(account).map(why -> "none: " + why).orElse(account);
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
        LOG.info("{} read again: {} lines", file, mapfile.size());
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
