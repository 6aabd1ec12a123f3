package org.bora.backend.pin;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.locate.StorageArea;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Pins that keep the disk copies of files that were just put (CopyPinLifetime of srmPrepareToPut).
 * They count like any pin for the limit of a caller in a buffer, which is checked when the put is
 * prepared, and again when the size is known. Thread safe.
 */
public final class CopyPins {
  private final Staging staging;
  private final PinTable pins = new PinTable();

  public CopyPins(Staging staging) {
    this.staging = Objects.requireNonNull(staging, "staging");
  }

  /** The files of one caller, one after the other, in one transaction. */
  public Turn turn(JdbcClient sql, String caller, Instant now) {
    return new Turn(sql, caller, now);
  }

  /** What a caller keeps, including the files admitted so far. Not thread safe. */
  public final class Turn {
    private final JdbcClient sql;
    private final String caller;
    private final Instant now;
    private final Map<StorageArea, Long> kept = new HashMap<>();

    private Turn(JdbcClient sql, String caller, Instant now) {
      this.sql = sql;
      this.caller = caller;
      this.now = now;
    }

    /** Why a file of so many bytes cannot be pinned; empty where it can, and it counts then. */
    public Optional<ReturnStatus> refusal(StorageArea area, long bytes) {
      long has =
          kept.computeIfAbsent(area, any -> pins.keptBy(sql, caller, area.name(), now).bytes());
      long most = staging.allowance(area);
      if (has >= most || bytes > most - has) {
        return Optional.of(PinAllowance.tooMuch(has, most));
      }
      kept.put(area, has + bytes);
      return Optional.empty();
    }
  }
}
