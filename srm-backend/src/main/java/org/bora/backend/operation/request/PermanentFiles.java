package org.bora.backend.operation.request;

import java.util.List;
import java.util.OptionalInt;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.FileLives;
import org.bora.storage.spi.StorageException;

/** The lives of files that are kept for ever, all of them. */
public final class PermanentFiles implements FileLives {
  private final Entrance entrance;

  public PermanentFiles(Entrance entrance) {
    this.entrance = entrance;
  }

  @Override
  public List<LifetimeStatus> extend(Caller caller, List<Surl> surls, int seconds) {
    return surls.stream().map(surl -> extend(caller, surl)).toList();
  }

  private LifetimeStatus extend(Caller caller, Surl surl) {
    return switch (entrance.enter(caller, OperationClass.WRITE, surl)) {
      case Entry.Refused(ReturnStatus status) -> refused(surl, status);
      case Entry.Above _ -> refused(surl, noFile());
      case Entry.Inside(Place place) -> extend(surl, place);
    };
  }

  private static LifetimeStatus extend(Surl surl, Place place) {
    try {
      return place.area().tree().facts(place.path()).isFile()
          ? new LifetimeStatus(
              surl, ReturnStatus.success(), OptionalInt.of(-1), OptionalInt.empty())
          : refused(surl, noFile());
    } catch (StorageException e) {
      return refused(surl, StorageRefusal.of(e));
    }
  }

  private static ReturnStatus noFile() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is not a file");
  }

  private static LifetimeStatus refused(Surl surl, ReturnStatus why) {
    return new LifetimeStatus(surl, why, OptionalInt.empty(), OptionalInt.empty());
  }
}
