package org.bora.backend.stage.buffer;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.bora.backend.duty.Round;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Recalls, together with the limit of one caller's pins in each buffer. Thread safe; no call waits
 * for a filesystem, because limits are checked while rows are locked.
 */
public final class BoundedPins implements Staging {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedPins.class);

  private final Staging recalls;
  private final StageSettings stages;
  private final SpaceSettings spaces;
  private final List<Round> looks;
  private final Map<String, Long> totals = new ConcurrentHashMap<>();

  /**
   * Looks at the filesystems once.
   *
   * @param areas which there are
   * @param executor runs a thread for each look, which may hang
   */
  public BoundedPins(
      Staging recalls,
      StageSettings stages,
      SpaceSettings spaces,
      List<StorageArea> areas,
      Executor executor) {
    this.recalls = Objects.requireNonNull(recalls, "recalls");
    this.stages = Objects.requireNonNull(stages, "stages");
    this.spaces = Objects.requireNonNull(spaces, "spaces");
    this.looks =
        areas.stream()
            .filter(area -> area.keeping().storageClass().leavesDisk())
            .filter(area -> spaces.of(area.name()).size().isEmpty())
            .map(area -> new Round("size of area " + area.name(), () -> look(area), executor))
            .toList();
    look();
  }

  /**
   * Reads the sizes of the filesystems of areas without a size, each on its own thread. To be
   * called about once a minute.
   */
  public void look() {
    looks.forEach(Round::begin);
  }

  private void look(StorageArea area) {
    try {
      totals.put(area.name(), area.tree().space().total());
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.warn("area {}: its size is not known: {}", area.name(), e.getMessage(), e);
      }
    }
  }

  @Override
  public Set<UUID> used(JdbcClient sql, Collection<UUID> files, Instant now) {
    return recalls.used(sql, files, now);
  }

  @Override
  public Set<UUID> ask(JdbcClient sql, List<Wish> wishes, Instant now) {
    return recalls.ask(sql, wishes, now);
  }

  @Override
  public Map<UUID, Instant> expected(Collection<UUID> files, Instant now) {
    return recalls.expected(files, now);
  }

  /**
   * A fraction of the area's size, or of its filesystem if it has none; no limit while the size of
   * the filesystem is not known.
   */
  @Override
  public long allowance(StorageArea area) {
    OptionalLong size = spaces.of(area.name()).size();
    Optional<Long> whole =
        size.isPresent()
            ? Optional.of(size.getAsLong())
            : Optional.ofNullable(totals.get(area.name()));
    return whole
        .map(bytes -> stages.of(area.name()).buffer().pinnedBytes(bytes))
        .orElse(Long.MAX_VALUE);
  }
}
