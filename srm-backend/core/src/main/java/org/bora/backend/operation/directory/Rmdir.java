package org.bora.backend.operation.directory;

import java.time.Clock;
import java.util.Optional;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmRmdir (GFD.129 4.2). A file that is being written keeps its directory; remains of an ended put
 * do not.
 */
public final class Rmdir {

  private final Entrance entrance;
  private final NameUse names;
  private final DirectorySettings settings;
  private final Clock clock;

  public Rmdir(Entrance entrance, NameUse names, DirectorySettings settings, Clock clock) {
    this.entrance = entrance;
    this.names = names;
    this.settings = settings;
    this.clock = clock;
  }

  public StatusReply rmdir(Call call, RmdirRequest request) {
    return new StatusReply(
        switch (entrance.enterDirectory(call.caller(), OperationClass.DELETE, request.surl())) {
          case Entry.Refused(ReturnStatus status) -> status;
          case Entry.Above _ -> notRemovable();
          case Entry.Inside(Place place) ->
              place.path().isRoot() ? notRemovable() : remove(call, place, request);
        });
  }

  private static ReturnStatus notRemovable() {
    return ReturnStatus.of(
        SrmStatus.AUTHORIZATION_FAILURE, "the root of a storage area cannot be removed");
  }

  private ReturnStatus remove(Call call, Place place, RmdirRequest request) {
    try {
      if (!place.area().tree().facts(place.path()).isDirectory()) {
        return StorageRefusal.of(Reason.NOT_A_DIRECTORY);
      }
      if (entrance.holdsAreas(place)) {
        return notEmpty("another storage area hangs below it");
      }
      Optional<BusyName> written = names.writtenBelow(place);
      if (written.isPresent()) {
        names.endAbandoned(place);
        written = names.writtenBelow(place);
      }
      if (written.isPresent()) {
        return HiddenRemains.busy(written.get());
      }
      Optional<String> unless = request.recursive() ? Optional.empty() : request.unless();
      HiddenRemains remains = new HiddenRemains(place.area(), names, clock, unless);
      if (!request.recursive()) {
        return remains.removeDirectory(place.path()).orElseGet(ReturnStatus::success);
      }
      CallerPatience patience = new CallerPatience(clock, call.deadline(), settings.replyMargin());
      Optional<ReturnStatus> forbidden =
          new RemovalCheck(entrance, call.caller(), patience).refusal(place);
      if (forbidden.isPresent()) {
        return forbidden.get();
      }
      ReturnStatus removed =
          new TreeRemoval(place.area(), names, remains, patience).remove(place.path());
      if (removed.code() == SrmStatus.SUCCESS) {
        names.emptied(place);
      }
      return removed;
    } catch (StorageException e) {
      return StorageRefusal.of(e);
    }
  }

  private static ReturnStatus notEmpty(String why) {
    return ReturnStatus.of(SrmStatus.NON_EMPTY_DIRECTORY, "the directory is not empty: " + why);
  }
}
