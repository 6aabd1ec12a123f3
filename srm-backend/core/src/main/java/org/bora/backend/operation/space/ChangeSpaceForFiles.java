package org.bora.backend.operation.space;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.space.SpaceRequestTable.Change;
import org.bora.backend.operation.space.SpaceRequestTable.Known;
import org.bora.backend.operation.space.SpaceRequestTable.Told;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;
import org.bora.backend.space.Labels;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceLookup.Found;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmChangeSpaceForFiles (GFD.129 section 2.10) and its status: files, or all files below a
 * directory, are counted in another space of their area. The bytes stay in place, so both spaces
 * have the same class. Work that takes longer than a second continues in the sweep, with
 * SRM_REQUEST_INPROGRESS until then. If a directory does not fit as a whole, some files stay in
 * their old space.
 */
public final class ChangeSpaceForFiles {
  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  private static final Duration WHILE_SWEEPING = Duration.ofSeconds(30);
  private static final int BATCH = 200;
  private static final int REQUESTS = 10;

  private final SpaceServices services;
  private final NameUse names;
  private final KnownRequests known;
  private final Labels labels = new Labels();
  private final RequestTable requests = new RequestTable();

  ChangeSpaceForFiles(SpaceServices services, NameUse names) {
    this.services = services;
    this.names = names;
    this.known = new KnownRequests(services);
  }

  ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    Optional<ReturnStatus> wrong = SurlCount.refusal(request.surls());
    if (wrong.isPresent()) {
      return refused(wrong.get());
    }
    Instant now = services.now();
    return switch (services.register().find(call.caller(), request.spaceToken(), now)) {
      case Found.No(ReturnStatus status) -> refused(status);
      case Found.Yes(Space space) -> change(call.caller(), request.surls(), space, now);
    };
  }

  private ChangeSpaceReply change(Caller caller, List<Surl> surls, Space space, Instant now) {
    List<Change> changes = new ArrayList<>();
    for (Surl surl : surls) {
      NameKey key = NameKey.of(surl, services.entrance().locator().locate(surl));
      changes.add(new Change(changes.size(), surl, key, judge(caller, surl, space)));
    }
    StorageArea area = services.area(space);
    RequestHead head = known.begin(caller, RequestKind.CHANGE_SPACE, area, "", now);
    Told told = new Told(space.id(), ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS), 0, 0, -1);
    services
        .transactions()
        .run(
            sql -> {
              // there already where an attempt that seemed to fail was committed
              if (requests.insert(sql, head)) {
                services.requests().insert(sql, head.token(), told);
                services.requests().insertChanges(sql, head.token(), changes);
              }
              return head;
            });
    work(head, space, changes, now.plus(AT_ONCE));
    return told(head);
  }

  /** The answer that is known before any move; SRM_REQUEST_INPROGRESS if the file may be moved. */
  private ReturnStatus judge(Caller caller, Surl surl, Space space) {
    return switch (services.entrance().enter(caller, OperationClass.WRITE, surl)) {
      case Entry.Refused(ReturnStatus status) -> status;
      case Entry.Above _ -> ReturnStatus.of(SrmStatus.INVALID_PATH, "it is above all areas");
      case Entry.Inside(Place place) ->
          place.area().name().equals(space.area())
              ? look(caller, place)
              : ReturnStatus.of(
                  SrmStatus.FAILURE, "the space is one of another storage area than the file");
    };
  }

  private ReturnStatus look(Caller caller, Place place) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (facts.isDirectory() ? names.isWrittenBelow(place) : names.putOn(place).isPresent()) {
        return ReturnStatus.of(SrmStatus.FILE_BUSY, "a file is being written there");
      }
      if (facts.isDirectory()
          && !services.entrance().isAllowedWithin(caller, OperationClass.WRITE, place)) {
        return ReturnStatus.of(
            SrmStatus.AUTHORIZATION_FAILURE, "not everything below the directory may be changed");
      }
      return ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS);
    } catch (StorageException e) {
      boolean busy =
          e.reason() == StorageException.Reason.MISSING && names.putOn(place).isPresent();
      return busy
          ? ReturnStatus.of(SrmStatus.FILE_BUSY, "the file is being written")
          : StorageRefusal.of(e);
    }
  }

  private void work(RequestHead head, Space space, List<Change> changes, Instant until) {
    for (Change change : changes) {
      if (change.status().code() != SrmStatus.REQUEST_INPROGRESS) {
        continue;
      }
      Optional<ReturnStatus> end = moved(change.surl(), space, until);
      if (end.isEmpty()) {
        return;
      }
      services
          .transactions()
          .run(
              sql -> {
                services.requests().end(sql, head.token(), change.position(), end.get());
                return head;
              });
    }
  }

  /** The result of one entry; empty if the time is over first. */
  private Optional<ReturnStatus> moved(Surl surl, Space space, Instant until) {
    if (!(services.entrance().locator().locate(surl) instanceof Place place)) {
      return Optional.of(ReturnStatus.of(SrmStatus.INVALID_PATH, "the storage area is gone"));
    }
    while (services.now().isBefore(until)) {
      List<StoredFile> some =
          services
              .transactions()
              .read(
                  sql ->
                      services
                          .books()
                          .belowNotIn(sql, place.area().name(), place.path(), space.id(), BATCH));
      if (some.isEmpty()) {
        return Optional.of(ReturnStatus.success());
      }
      try {
        move(place.area(), some, space);
      } catch (Shortage shortage) {
        long bytes = some.stream().mapToLong(StoredFile::bytesOnDisk).sum();
        if (some.size() == 1 || !moveSingly(place.area(), some, space)) {
          return Optional.of(SpaceBooks.full(place.area(), space.id(), bytes));
        }
      }
    }
    return Optional.empty();
  }

  private void move(StorageArea area, List<StoredFile> some, Space space) {
    List<UUID> ids = some.stream().map(StoredFile::id).toList();
    services
        .transactions()
        .run(sql -> services.books().change(sql, ids, space.id()))
        .forEach(file -> labels.write(area, file, space.token()));
  }

  /** Moves as many as fit; false where not all did. */
  private boolean moveSingly(StorageArea area, List<StoredFile> some, Space space) {
    try {
      some.forEach(file -> move(area, List.of(file), space));
      return true;
    } catch (Shortage shortage) {
      return false;
    }
  }

  /** Goes on with what calls left unfinished. Returns how many requests were worked on. */
  public int sweep(Instant now) {
    int worked = 0;
    for (var token :
        services.transactions().read(sql -> services.requests().unfinished(sql, REQUESTS))) {
      Optional<Known> request =
          services.transactions().read(sql -> services.requests().find(sql, token));
      Optional<Space> space = request.flatMap(one -> services.register().byId(one.told().space()));
      if (request.isPresent() && !request.get().head().suspended() && space.isPresent()) {
        List<Change> changes =
            services.transactions().read(sql -> services.requests().changes(sql, token));
        work(request.get().head(), space.get(), changes, now.plus(WHILE_SWEEPING));
        worked++;
      }
    }
    return worked;
  }

  /** srmStatusOfChangeSpaceForFilesRequest. */
  ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return switch (known.find(call.caller(), token, RequestKind.CHANGE_SPACE)) {
      case KnownRequests.Found.No(ReturnStatus status) -> refused(status);
      case KnownRequests.Found.Yes(Known found) -> told(found.head());
    };
  }

  private ChangeSpaceReply told(RequestHead head) {
    List<SurlStatus> files =
        SpaceRequestTable.told(
            services.transactions().read(sql -> services.requests().changes(sql, head.token())));
    return new ChangeSpaceReply(
        StatusAggregation.of(files.stream().map(SurlStatus::status).toList()),
        Optional.of(head.token().toString()),
        OptionalInt.empty(),
        files);
  }

  private static ChangeSpaceReply refused(ReturnStatus status) {
    return new ChangeSpaceReply(status, Optional.empty(), OptionalInt.empty(), List.of());
  }
}
