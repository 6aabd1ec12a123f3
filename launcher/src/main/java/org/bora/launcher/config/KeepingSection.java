package org.bora.launcher.config;

import java.util.Optional;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
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
  record Read(Keeping keeping, AreaStageSettings stage, int recallPriority) {
    static final Read DISK = new Read(Keeping.DISK, AreaStageSettings.defaults(), 0);
  }

  private KeepingSection() {}

  /**
   * The keys {@code class}, {@code library}, {@code buffer}, {@code put-done}, {@code sha256},
   * {@code recall-priority}.
   */
  static Read area(Section area) {
    StorageClass kind = area.value("class", Values.oneOf(StorageClass.class), "d1t0");
    Optional<String> library = area.optional("library", Values.text("a name of tape.libraries"));
    AreaStageSettings preset = AreaStageSettings.defaults();
    Section section = area.section("buffer");
    BufferSettings buffer = buffer(section, preset.buffer());
    PutDoneAnswer putDone =
        area.value("put-done", Values.oneOf(PutDoneAnswer.class), Values.write(preset.putDone()));
    boolean sha256 = area.value("sha256", Values.flag(), "" + preset.sha256());
    int priority = area.value("recall-priority", Values.number(-100, 100), "0");
    if (area.isWrong("class")) {
      return Read.DISK;
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
      return Read.DISK;
    }
    if (library.isEmpty()) {
      area.mistake(
          "class "
              + Values.write(kind)
              + " keeps its files on tape: say where by 'library', a name of tape.libraries");
      return Read.DISK;
    }
    return new Read(
        new Keeping(kind, library), new AreaStageSettings(buffer, putDone, sha256), priority);
  }

  private static BufferSettings buffer(Section section, BufferSettings preset) {
    int high = section.value("high", Values.number(1, 100), "" + preset.highPercent());
    int low = section.value("low", Values.number(0, 100), "" + preset.lowPercent());
    ReleaseOrder order =
        section.value("order", Values.oneOf(ReleaseOrder.class), Values.write(preset.order()));
    int pinned =
        section.value("pins-per-caller", Values.number(1, 100), "" + preset.pinnedPercent());
    section.finish();
    return section.build(() -> new BufferSettings(high, low, order, pinned)).orElse(preset);
  }
}
