package org.bora.backend.space;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.locate.StorageArea;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The own space of every area, from the configuration. Files without a reservation count in it, and
 * reservations take their bytes from it. Thread safe.
 */
public final class OwnSpaces {
  private final SpaceTable spaces = new SpaceTable();
  private final ShareTable shares = new ShareTable();
  private final SpaceSettings settings;

  public OwnSpaces(SpaceSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /**
   * Makes the area's own space, or makes it as the configuration says now; its bytes follow. In the
   * caller's transaction. Idempotent; several backends may do so at once.
   */
  public void open(JdbcClient sql, StorageArea area, Instant now) {
    Space wanted = of(area, now);
    spaces.insert(sql, unsized(wanted));
    Space found = spaces.lock(sql, wanted.id()).orElseThrow();
    shares.insert(sql, wanted.id(), settings.shares());
    Map<ShareKey, Sums> all = shares.lock(sql, wanted.id());
    long free = all.values().stream().mapToLong(Sums::free).sum();
    if (found.total() != wanted.total()) {
      shares.add(sql, Counters.evened(all, free + wanted.total() - found.total()));
    }
    spaces.update(sql, wanted);
  }

  /** What the configuration says of it; no statement. */
  Space of(StorageArea area, Instant now) {
    long size = settings.of(area.name()).size().orElse(0);
    return new Space(
        SpaceBooks.ownSpace(area),
        area.spaceToken(),
        area.name(),
        Optional.empty(),
        area.spaceDescription(),
        area.retention(),
        size > 0,
        size,
        size,
        now,
        Optional.empty(),
        Optional.empty());
  }

  /** Without its bytes, which come with the shares. */
  private static Space unsized(Space space) {
    return new Space(
        space.id(),
        space.token(),
        space.area(),
        space.owner(),
        space.description(),
        space.retention(),
        false,
        0,
        0,
        space.created(),
        space.ends(),
        space.released());
  }
}
