package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.storage.spi.AreaPath;

/** Whatever happens to the files of a put, in whatever order. */
class PutStatusPropertyTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final RequestToken TOKEN = new RequestToken(new UUID(1, 2));
  private static final ReturnStatus BUSY = ReturnStatus.of(SrmStatus.FILE_BUSY, "busy");

  @Property
  void theStatusOfAPutIsThatOfItsFirstReplyUnlessAllOfItIsAborted(
      @ForAll @Size(min = 1, max = 4) List<Boolean> accepted,
      @ForAll @Size(max = 12) List<PutState.Event> events) {
    List<PutRow> files = begin(accepted);
    ReturnStatus first = status(files);
    for (int step = 0; step < events.size(); step++) {
      int file = step % files.size();
      PutState.Event event = events.get(step);
      if (files.get(file) instanceof AcceptedPut row) {
        row.state().next(event).ifPresent(next -> files.set(file, moved(row, next)));
      }
      boolean aborted =
          accepted.contains(true)
              && files.stream()
                  .filter(AcceptedPut.class::isInstance)
                  .allMatch(one -> one.state() == PutState.ABORTED);
      assertEquals(aborted ? SrmStatus.ABORTED : first.code(), status(files).code());
    }
  }

  private static ReturnStatus status(List<PutRow> files) {
    return PutProgress.status(
        files.stream().map(PutRow::outcome).toList(),
        files.stream().filter(AcceptedPut.class::isInstance).map(PutRow::state).toList());
  }

  private static AcceptedPut moved(AcceptedPut row, PutState next) {
    return next == PutState.FAILED ? row.failed(BUSY) : row.moved(next, "", row.size());
  }

  private static List<PutRow> begin(List<Boolean> accepted) {
    List<PutRow> files = new ArrayList<>();
    for (boolean yes : accepted) {
      Surl surl = new Surl("f" + files.size());
      NameKey key = NameKey.of(surl, new Nowhere(BUSY));
      files.add(yes ? writing(files.size(), surl, key) : refused(files.size(), surl, key));
    }
    return files;
  }

  private static PutRow refused(int position, Surl surl, NameKey key) {
    return new RefusedPut(TOKEN, position, surl, key, Optional.empty(), BUSY);
  }

  private static PutRow writing(int position, Surl surl, NameKey key) {
    PutRow.Writing writing =
        new PutRow.Writing(
            new UUID(3, position),
            OverwriteMode.NEVER,
            START,
            START.plusSeconds(600),
            "gsiftp://se/f",
            new PutRow.Terms(Optional.empty(), FileLife.PERMANENT, Duration.ZERO, false));
    return new AcceptedPut(
        TOKEN,
        position,
        surl,
        key,
        new PutRow.Target("vo", AreaPath.parse(surl.text())),
        PutState.SPACE_AVAILABLE,
        Optional.empty(),
        "",
        OptionalLong.empty(),
        writing);
  }
}
