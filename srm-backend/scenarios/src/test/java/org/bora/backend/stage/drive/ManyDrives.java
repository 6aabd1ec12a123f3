package org.bora.backend.stage.drive;

import java.util.List;
import java.util.Map;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeWork;

/** A tape system that has drives and no tapes: whatever it is handed it says nothing of. */
public record ManyDrives(int drives) implements TapeDriver {

  @Override
  public String kind() {
    return "none";
  }

  @Override
  public void check() {}

  @Override
  public void migrate(TapeWork work) {}

  @Override
  public void recall(TapeWork work) {}

  @Override
  public void remove(TapeWork work) {}

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) {
    return Map.of();
  }

  @Override
  public void close() {}
}
