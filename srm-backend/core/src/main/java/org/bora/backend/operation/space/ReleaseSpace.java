package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutPosition;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup.Found;
import org.bora.backend.space.StoredFile;

/**
 * srmReleaseSpace (GFD.129 section 2.4). Files that are PERMANENT or DURABLE move to the area's own
 * space, VOLATILE ones are removed, unused bytes return to the area. Without force, files that are
 * being written or read prevent the release. The space no longer exists when the call returns; the
 * sweep moves what could not be moved at once.
 */
final class ReleaseSpace {
  private static final int BATCH = 500;

  private final SpaceServices services;
  private final EndedSpaces ended;
  private final PutEnding ending;
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();

  ReleaseSpace(SpaceServices services, EndedSpaces ended) {
    this.services = services;
    this.ended = ended;
    this.ending =
        new PutEnding(
            services.transactions(), puts, services.entrance().locator(), services.books());
  }

  StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    Instant now = services.now();
    return new StatusReply(
        switch (services.register().known(call.caller(), request.spaceToken(), now)) {
          case Found.No(ReturnStatus status) -> status;
          case Found.Yes(Space space) -> release(space, request.force(), now);
        });
  }

  private ReturnStatus release(Space space, boolean force, Instant now) {
    if (space.isStatic()) {
      return ReturnStatus.of(
          SrmStatus.NOT_SUPPORTED, "the storage area's own space cannot be released");
    }
    if (!force && isWritten(space)) {
      return ReturnStatus.of(SrmStatus.FAILURE, "files of the space are being written");
    }
    if (!force && isRead(space, now)) {
      return ReturnStatus.of(SrmStatus.FAILURE, "files of the space are pinned");
    }
    services.reservations().release(space, now);
    if (force) {
      endPuts(space, now);
    }
    ended.bringHome(space, now);
    return ReturnStatus.success();
  }

  /** From part to part, for one whose storage does not answer stays as it is. */
  private void endPuts(Space space, Instant now) {
    PutPosition after = PutPosition.START;
    List<AcceptedPut> part;
    do {
      PutPosition behind = after;
      part = services.transactions().read(sql -> puts.activeIn(sql, space.id(), behind, BATCH));
      ending.end(part, PutState.Event.ABORT, now);
      after = part.isEmpty() ? after : part.getLast().at();
    } while (part.size() == BATCH);
  }

  private boolean isWritten(Space space) {
    return services.transactions().read(sql -> services.requests().isWritten(sql, space.id()));
  }

  private boolean isRead(Space space, Instant now) {
    StorageArea area = services.area(space);
    UUID last = new UUID(0, 0);
    while (true) {
      List<StoredFile> files = services.reservations().files(space, last, BATCH);
      if (files.isEmpty()) {
        return false;
      }
      List<NameKey> keys = new ArrayList<>();
      files.forEach(file -> keys.add(NameKey.of(new Place(area, file.path()))));
      if (services.transactions().read(sql -> pins.isAnyPinned(sql, keys, now))) {
        return true;
      }
      last = files.getLast().id();
    }
  }
}
