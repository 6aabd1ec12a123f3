package org.bora.backend.operation.space;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.LifetimesReply;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameUse;
import org.bora.backend.space.Labels;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup.Found;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;

/**
 * srmExtendFileLifeTimeInSpace (GFD.129 section 2.12). No file gets a lifetime beyond that of its
 * space, and none becomes shorter. PERMANENT files live for ever, and the answer says so.
 */
final class ExtendFileLifeTimeInSpace {
  private static final int BATCH = 500;

  private final SpaceServices services;
  private final SpaceFiles files;
  private final FileLifeSettings lives;
  private final StoredFiles stored = new StoredFiles();
  private final Labels labels = new Labels();

  ExtendFileLifeTimeInSpace(SpaceServices services, NameUse names, FileLifeSettings lives) {
    this.services = services;
    this.files = new SpaceFiles(services, names);
    this.lives = lives;
  }

  LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    Optional<String> wrong =
        request.surls().size() > SurlCount.MOST
            ? Optional.of("more than " + SurlCount.MOST + " SURLs in one call")
            : Lifetimes.wrong("new lifetime", request.lifetime());
    if (wrong.isPresent()) {
      return refused(ReturnStatus.of(SrmStatus.INVALID_REQUEST, wrong.get()));
    }
    Instant now = services.now();
    return switch (services.register().find(call.caller(), request.spaceToken(), now)) {
      case Found.No(ReturnStatus status) -> refused(status);
      case Found.Yes(Space space) -> {
        Instant ends = ends(space, request.lifetime(), now);
        yield request.surls().isEmpty()
            ? all(space, ends, now)
            : some(call.caller(), request.surls(), space, ends, now);
      }
    };
  }

  private Instant ends(Space space, OptionalInt wanted, Instant now) {
    Instant granted = now.plusSeconds(lives.grant(wanted.orElse(0)));
    return space.ends().filter(granted::isAfter).orElse(granted);
  }

  private LifetimesReply some(
      Caller caller, List<Surl> surls, Space space, Instant ends, Instant now) {
    List<LifetimeStatus> told = new ArrayList<>();
    for (Surl surl : surls) {
      told.add(
          switch (files.find(caller, OperationClass.WRITE, surl, space)) {
            case SpaceFiles.Found.No(ReturnStatus status) ->
                new LifetimeStatus(surl, status, OptionalInt.empty(), OptionalInt.empty());
            case SpaceFiles.Found.Yes(Place place, StoredFile file) -> {
              boolean lives = !extend(place.area(), space, List.of(file), ends, now).isEmpty();
              yield new LifetimeStatus(
                  surl,
                  lives ? ReturnStatus.success() : gone(),
                  lives ? OptionalInt.of(left(file, ends, now)) : OptionalInt.empty(),
                  OptionalInt.empty());
            }
          });
    }
    return new LifetimesReply(
        StatusAggregation.of(told.stream().map(LifetimeStatus::status).toList()), told);
  }

  /** Every file of the space: the client did not name them, so they are not told one by one. */
  private LifetimesReply all(Space space, Instant ends, Instant now) {
    if (space.isStatic()) {
      return refused(
          ReturnStatus.of(
              SrmStatus.INVALID_REQUEST, "in the storage area's own space files must be named"));
    }
    UUID last = new UUID(0, 0);
    for (List<StoredFile> some = services.reservations().files(space, last, BATCH);
        !some.isEmpty();
        some = services.reservations().files(space, last, BATCH)) {
      last = some.getLast().id();
      extend(services.area(space), space, some, ends, now);
    }
    return new LifetimesReply(ReturnStatus.success(), List.of());
  }

  /**
   * Looks again, with the rows locked, which the sweep locks too before it removes a volatile file
   * at its end.
   *
   * @return the files that live
   */
  private List<StoredFile> extend(
      StorageArea area, Space space, List<StoredFile> some, Instant ends, Instant now) {
    if (some.stream().allMatch(file -> file.ends().isEmpty())) {
      return some;
    }
    int seconds = Lifetimes.secondsLeft(now, ends);
    List<UUID> ids = some.stream().map(StoredFile::id).toList();
    List<StoredFile> living =
        services
            .transactions()
            .run(
                sql -> {
                  List<StoredFile> locked =
                      stored.lock(sql, ids).stream().filter(this::lives).toList();
                  services
                      .books()
                      .extend(sql, locked.stream().map(StoredFile::id).toList(), ends, seconds);
                  return locked;
                });
    living.stream()
        .filter(file -> file.ends().filter(ends::isAfter).isPresent())
        .forEach(file -> labels.write(area, file.ending(ends, seconds), space.token()));
    return living;
  }

  private boolean lives(StoredFile file) {
    return file.storageType() != FileStorageType.VOLATILE
        || file.ends().filter(end -> !services.now().isBefore(end)).isEmpty();
  }

  private static ReturnStatus gone() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "the file was removed, or its lifetime is over");
  }

  private static int left(StoredFile file, Instant ends, Instant now) {
    return file.ends()
        .map(end -> (int) Duration.between(now, end.isAfter(ends) ? end : ends).toSeconds())
        .orElse(-1);
  }

  private static LifetimesReply refused(ReturnStatus status) {
    return new LifetimesReply(status, List.of());
  }
}
