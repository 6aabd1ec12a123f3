package org.bora.backend.stage.buffer;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Recalls as they are, and how much of each buffer one caller may keep by pins. Thread safe. */
public final class BoundedPins implements Staging {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedPins.class);

  private final Staging recalls;
  private final StageSettings stages;
  private final SpaceSettings spaces;

  public BoundedPins(Staging recalls, StageSettings stages, SpaceSettings spaces) {
    this.recalls = Objects.requireNonNull(recalls, "recalls");
    this.stages = Objects.requireNonNull(stages, "stages");
    this.spaces = Objects.requireNonNull(spaces, "spaces");
  }

  @Override
  public Set<UUID> used(JdbcClient sql, Collection<UUID> files, Instant now) {
    return recalls.used(sql, files, now);
  }

  @Override
  public void ask(JdbcClient sql, List<Wish> wishes, Instant now) {
    recalls.ask(sql, wishes, now);
  }

  @Override
  public Map<UUID, Instant> expected(Collection<UUID> files, Instant now) {
    return recalls.expected(files, now);
  }

  /** A part of the area's size, or of its filesystem where it has none. */
  @Override
  public long allowance(StorageArea area) {
    try {
      var size = spaces.of(area.name()).size();
      long whole = size.isPresent() ? size.getAsLong() : area.tree().space().total();
      return stages.of(area.name()).buffer().pinnedBytes(whole);
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.warn("area {}: its size is not known: {}", area.name(), e.getMessage(), e);
      }
      return Long.MAX_VALUE;
    }
  }
}
