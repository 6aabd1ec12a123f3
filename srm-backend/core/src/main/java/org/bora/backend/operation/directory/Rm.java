package org.bora.backend.operation.directory;

import java.util.List;
import java.util.stream.IntStream;
import org.bora.api.directory.RmRequest;
import org.bora.api.word.Call;
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
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmRm (GFD.129 4.3): removes files only. It overrides puts and gets: they end, so that no name
 * stays busy for a removed file.
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
    RemovalBatches removals = new RemovalBatches(names, new SeenVersion(request.only()));
    for (Surl surl : surls) {
      switch (entrance.enter(call.caller(), OperationClass.DELETE, surl)) {
        case Entry.Refused(ReturnStatus status) -> removals.refused(status);
        case Entry.Above _ -> removals.refused(StorageRefusal.of(Reason.IS_A_DIRECTORY));
        case Entry.Inside(Place place) -> removals.add(place);
      }
    }
    List<ReturnStatus> statuses = removals.statuses();
    List<SurlStatus> files =
        IntStream.range(0, surls.size())
            .mapToObj(at -> new SurlStatus(surls.get(at), statuses.get(at)))
            .toList();
    return new SurlStatusesReply(RequestStatus.of(statuses), files);
  }
}
