package org.bora.backend.operation.get;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FileTerms;
import org.bora.backend.turl.FileTurls;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * Tells a door where the bytes of files are, if the caller may read them. Nothing is recorded: an
 * open file stays readable whatever happens to its name, so the door needs no pin. The door checks
 * the file after it has opened it, because the bytes may leave the disk in between.
 */
final class OpenFiles {
  private final Entrance entrance;
  private final TokenSource tokens;

  OpenFiles(Entrance entrance, TokenSource tokens) {
    this.entrance = entrance;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#OPEN}. */
  GetReply open(Call call, SurlsRequest request) {
    if (request.surls().isEmpty()) {
      ReturnStatus none = ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file");
      return reply(none, List.of());
    }
    List<GetFileStatus> files =
        request.surls().stream().map(surl -> open(call.caller(), surl)).toList();
    return reply(RequestStatus.of(files.stream().map(GetFileStatus::status).toList()), files);
  }

  private static GetReply reply(ReturnStatus status, List<GetFileStatus> files) {
    return new GetReply(status, Optional.empty(), files, OptionalInt.empty(), OptionalInt.empty());
  }

  private GetFileStatus open(Caller caller, Surl surl) {
    return switch (entrance.enter(caller, OperationClass.READ, surl)) {
      case Entry.Refused(ReturnStatus status) -> refused(surl, status);
      case Entry.Above _ -> refused(surl, invalid("it is a directory"));
      case Entry.Inside(Place place) -> {
        try {
          yield at(surl, place, place.area().tree().facts(place.path()));
        } catch (StorageException e) {
          yield refused(surl, StorageRefusal.of(e));
        }
      }
    };
  }

  private GetFileStatus at(Surl surl, Place place, EntryFacts facts) throws StorageException {
    if (!facts.isFile()) {
      return refused(surl, invalid(facts.isDirectory() ? "it is a directory" : "it is not a file"));
    }
    if (facts.label().flatMap(FileTerms::of).filter(of -> of.isOver(tokens.now())).isPresent()) {
      return refused(
          surl,
          ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the lifetime of the file is over"));
    }
    if (!facts.residency().onDisk()) {
      return refused(
          surl, ReturnStatus.of(SrmStatus.FILE_UNAVAILABLE, "the file is on tape, not on disk"));
    }
    String turl = FileTurls.turl(place.area().tree().physicalPath(place.path()));
    return told(surl, ReturnStatus.success(), OptionalLong.of(facts.size()), Optional.of(turl));
  }

  private static ReturnStatus invalid(String reason) {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, reason);
  }

  private static GetFileStatus refused(Surl surl, ReturnStatus status) {
    return told(surl, status, OptionalLong.empty(), Optional.empty());
  }

  private static GetFileStatus told(
      Surl surl, ReturnStatus status, OptionalLong size, Optional<String> turl) {
    return new GetFileStatus(surl, status, size, OptionalInt.empty(), OptionalInt.empty(), turl);
  }
}
