package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.space.PurgeRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.diskcopy.DiskCopies;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.NameUse;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup.Found;
import org.bora.backend.space.StoredFile;

/**
 * srmPurgeFromSpace (GFD.129 section 2.13): removes copies, never files. A file that is safely on
 * tape leaves the disk, if its area allows this. If the disk copy is the only one, as always in an
 * area without tape, the answer is SRM_LAST_COPY.
 */
final class PurgeFromSpace {
  private final SpaceServices services;
  private final SpaceFiles files;
  private final DiskCopies copies;
  private final PinTable pins = new PinTable();

  PurgeFromSpace(SpaceServices services, NameUse names) {
    this.services = services;
    this.files = new SpaceFiles(services, names);
    this.copies = new DiskCopies(services.transactions(), services.books());
  }

  SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    Optional<ReturnStatus> wrong = SurlCount.refusal(request.surls());
    if (wrong.isPresent()) {
      return refused(wrong.get());
    }
    Instant now = services.now();
    return switch (services.register().known(call.caller(), request.spaceToken(), now)) {
      case Found.No(ReturnStatus status) -> refused(status);
      case Found.Yes(Space space) -> {
        List<SurlStatus> told =
            request.surls().stream()
                .map(surl -> new SurlStatus(surl, purge(call.caller(), surl, space, now)))
                .toList();
        yield new SurlStatusesReply(
            StatusAggregation.of(told.stream().map(SurlStatus::status).toList()), told);
      }
    };
  }

  private ReturnStatus purge(Caller caller, Surl surl, Space space, Instant now) {
    return switch (files.find(caller, OperationClass.DELETE, surl, space)) {
      case SpaceFiles.Found.No(ReturnStatus status) -> status;
      case SpaceFiles.Found.Yes(Place place, StoredFile file) ->
          isPinned(place, now)
              ? ReturnStatus.of(SrmStatus.FAILURE, "the file is pinned")
              : copies.drop(place.area(), file, now);
    };
  }

  private boolean isPinned(Place place, Instant now) {
    return services
        .transactions()
        .read(sql -> pins.isAnyPinned(sql, List.of(NameKey.of(place)), now));
  }

  private static SurlStatusesReply refused(ReturnStatus status) {
    return new SurlStatusesReply(status, List.of());
  }
}
