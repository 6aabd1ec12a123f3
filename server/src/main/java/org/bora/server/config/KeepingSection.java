package org.bora.server.config;

import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;

/** What an area says of disk and tape: its class, and what goes with it. */
final class KeepingSection {

  /**
   * What is read.
   *
   * @param keeping class and library
   * @param stage how the engines treat its files
   * @param recallPriority more is sooner
   */
  record Kept(Keeping keeping, AreaStageSettings stage, int recallPriority) {
    static final Kept DISK = new Kept(Keeping.DISK, AreaStageSettings.defaults(), 0);
  }

  /** The section {@code buffer} of an area. */
  record Buffer(
      @Key(preset = "90", least = "1", most = "100") int high,
      @Key(preset = "80", least = "0", most = "100") int low,
      @Key(preset = "least-recently-used") ReleaseOrder order,
      @Key(preset = "50", least = "1", most = "100") int pinsPerCaller)
      implements Making<BufferSettings> {

    @Override
    public BufferSettings settings() {
      return new BufferSettings(high, low, order, pinsPerCaller);
    }
  }

  private KeepingSection() {}

  static Kept of(Section area, AreaSection said) {
    StorageClass kind = said.storageClass();
    Section section = area.section("buffer");
    BufferSettings buffer =
        section.build(said.buffer()::settings).orElse(AreaStageSettings.defaults().buffer());
    if (area.isWrong("class")) {
      return Kept.DISK;
    }
    if (section.isPresent() && !kind.leavesDisk()) {
      section.mistake(
          "has no meaning with class " + Values.write(kind) + ": its files stay on disk");
    }
    if (!kind.onTape()) {
      for (String only : new String[] {"library", "put-done", "sha256", "recall-priority"}) {
        if (area.has(only)) {
          area.mistake(only + " has no meaning with class d1t0: nothing of it goes to tape");
        }
      }
      return Kept.DISK;
    }
    if (said.library().isEmpty()) {
      area.mistake(
          "class "
              + Values.write(kind)
              + " keeps its files on tape: set 'library' to a name in tape.libraries");
      return Kept.DISK;
    }
    return new Kept(
        new Keeping(kind, said.library()),
        new AreaStageSettings(buffer, said.putDone(), said.sha256()),
        said.recallPriority());
  }
}
