package org.bora.backend.operation.directory;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.directory.RmRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmRm (GFD.129 4.3): files only. It wins over puts and gets: they end, so that no name stays busy
 * for a file that is gone.
 */
public final class Rm {

  private final Entrance entrance;
  private final NameUse names;
  private final DirectorySettings settings;

  public Rm(Entrance entrance, NameUse names, DirectorySettings settings) {
    this.entrance = entrance;
    this.names = names;
    this.settings = settings;
  }

  public SurlStatusesReply rm(Call call, RmRequest request) {
    List<Surl> surls = request.surls();
    if (surls.isEmpty() || surls.size() > settings.maxSurls()) {
      return new SurlStatusesReply(
          ReturnStatus.of(
              SrmStatus.INVALID_REQUEST,
              surls.size() + " SURLs in one call, 1 to " + settings.maxSurls() + " are possible"),
          List.of());
    }
    List<SurlStatus> files =
        surls.stream().map(surl -> new SurlStatus(surl, remove(call.caller(), surl))).toList();
    return new SurlStatusesReply(
        RequestStatus.of(files.stream().map(SurlStatus::status).toList()), files);
  }

  private ReturnStatus remove(Caller caller, Surl surl) {
    return switch (entrance.enter(caller, OperationClass.DELETE, surl)) {
      case Entry.Refused(ReturnStatus status) -> status;
      case Entry.Above _ -> StorageRefusal.of(Reason.IS_A_DIRECTORY);
      case Entry.Inside(Place place) -> remove(place);
    };
  }

  private ReturnStatus remove(Place place) {
    if (place.path().isRoot()) {
      return StorageRefusal.of(Reason.IS_A_DIRECTORY);
    }
    Optional<UUID> file;
    try {
      AreaTree tree = place.area().tree();
      file = tree.facts(place.path()).id();
      tree.removeFile(place.path());
    } catch (StorageException e) {
      // a name that only an unfinished put knows: to end the put removes the name (4.3.2 e)
      boolean endedPut = e.reason() == Reason.MISSING && names.abandoned(place);
      return endedPut ? ReturnStatus.success() : StorageRefusal.of(e);
    }
    names.removed(place, file);
    return ReturnStatus.success();
  }
}
