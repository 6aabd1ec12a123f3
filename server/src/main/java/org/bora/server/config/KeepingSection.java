package org.bora.server.config;

import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.settings.Written;

/** The storage class of an area, and its tape settings. */
final class KeepingSection {

  /**
   * The values that were read.
   *
   * @param keeping class and library
   * @param stage how the engines treat its files
   * @param recallPriority more is sooner
   */
  record Kept(Keeping keeping, AreaStageSettings stage, int recallPriority) {
    static final Kept DISK = new Kept(Keeping.DISK, AreaStageSettings.defaults(), 0);
  }

  private KeepingSection() {}

  static Kept of(Section area, AreaSection said) {
    StorageClass kind = said.storageClass();
    Section section = area.section("buffer");
    if (area.isWrong("class")) {
      return Kept.DISK;
    }
    if (section.isPresent() && !kind.leavesDisk()) {
      section.mistake(
          "has no effect with class " + Written.write(kind) + ": its files stay on disk");
    }
    if (!kind.onTape()) {
      for (String only : new String[] {"library", "put-done", "sha256", "recall-priority"}) {
        if (area.has(only)) {
          area.mistake(only + " has no effect with class d1t0: nothing of it goes to tape");
        }
      }
      return Kept.DISK;
    }
    if (said.library().isEmpty()) {
      area.mistake(
          "class "
              + Written.write(kind)
              + " keeps its files on tape: set 'library' to a name in tape.libraries");
      return Kept.DISK;
    }
    return new Kept(
        new Keeping(kind, said.library()),
        new AreaStageSettings(said.buffer(), said.putDone(), said.sha256()),
        said.recallPriority());
  }
}
