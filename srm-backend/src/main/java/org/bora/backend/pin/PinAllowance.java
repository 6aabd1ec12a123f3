package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.locate.StorageArea;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How much of a buffer one caller may keep by pins. What is on disk is refused as soon as it would
 * be too much; what must come from tape only where the caller has all that a caller may have: by
 * the time it comes the caller has given something back, or the caller's pins have ended. A caller
 * who keeps nothing may keep one file, however large: it could never be read otherwise.
 */
final class PinAllowance {
  private final Staging staging;
  private final PinTable pins = new PinTable();

  PinAllowance(Staging staging) {
    this.staging = staging;
  }

  /** The same files, those that are too much refused; no statement where no file may leave. */
  List<PinEntry.Looked> within(JdbcClient sql, List<PinEntry.Looked> files, Instant now) {
    Map<StorageArea, Long> kept = new HashMap<>();
    // asked once for each area and not for each file: it asks the filesystem
    Map<StorageArea, Long> allowances = new HashMap<>();
    List<PinEntry.Looked> allowed = new ArrayList<>();
    for (PinEntry.Looked file : files) {
      Optional<Staged> staged = file.begun().filter(PinAllowance::mayLeave);
      if (staged.isEmpty()) {
        allowed.add(file);
        continue;
      }
      StorageArea area = staged.get().place().area();
      long has =
          kept.computeIfAbsent(
              area, any -> pins.keptBy(sql, file.asker().caller(), area.name(), now));
      long most = allowances.computeIfAbsent(area, staging::allowance);
      long bytes = staged.get().onDisk() ? staged.get().size() : 0;
      boolean tooMuch = has >= most || (has > 0 && bytes > most - has);
      if (tooMuch && isKept(sql, file, now)) {
        allowed.add(file);
      } else if (tooMuch) {
        allowed.add(file.refused(tooMuch(has, most)));
      } else {
        kept.put(area, has + bytes);
        allowed.add(file);
      }
    }
    return allowed;
  }

  /** Whether the caller has a pin on the file already: another one keeps no more. */
  private boolean isKept(JdbcClient sql, PinEntry.Looked file, Instant now) {
    return pins.ofOwner(sql, file.asker().caller(), List.of(file.seen().key())).stream()
        .anyMatch(pin -> pin.stateAt(now) == PinState.PINNED);
  }

  static ReturnStatus tooMuch(long has, long most) {
    return ReturnStatus.of(
        SrmStatus.EXCEED_ALLOCATION,
        "your pins keep "
            + has
            + " of the "
            + most
            + " bytes of this buffer that one may keep;"
            + " release some");
  }

  /** Notes which buffers the pins of a request keep files in. */
  void note(Dialogue dialogue, List<PinEntry.Looked> files) {
    Map<String, List<Integer>> buffers = new TreeMap<>();
    for (PinEntry.Looked file : files) {
      file.seen()
          .staged()
          .filter(PinAllowance::mayLeave)
          .ifPresent(
              staged ->
                  buffers
                      .computeIfAbsent(staged.place().area().name(), none -> new ArrayList<>())
                      .add(file.waiting().position()));
    }
    buffers.forEach(
        (area, these) -> pins.setBuffer(dialogue, files.getFirst().waiting().token(), area, these));
  }

  private static boolean mayLeave(Staged file) {
    return file.place().area().keeping().storageClass().leavesDisk();
  }
}
