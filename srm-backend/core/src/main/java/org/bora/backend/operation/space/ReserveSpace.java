package org.bora.backend.operation.space;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.space.SpaceRequestTable.Known;
import org.bora.backend.operation.space.SpaceRequestTable.Told;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.Reservations.Granted;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceOwner;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;

/**
 * srmReserveSpace (GFD.129 section 2.1), answered at once, and its status. The space comes from the
 * first configured area that has the wanted class and free space, and where the caller may reserve;
 * an area that can give all of it is preferred. Granted space really exists: a total that is not
 * available is reduced, with SRM_LOWER_SPACE_GRANTED. The guaranteed size is never reduced: if it
 * is not available, nothing is reserved (GFD.129 section 2.1.3).
 */
final class ReserveSpace {
  private final SpaceServices services;
  private final KnownRequests known;
  private final RequestTable requests = new RequestTable();

  ReserveSpace(SpaceServices services) {
    this.services = services;
    this.known = new KnownRequests(services);
  }

  ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    Optional<String> wrong = wrong(request);
    if (wrong.isPresent()) {
      return refused(SrmStatus.INVALID_REQUEST, wrong.get());
    }
    List<StorageArea> fitting =
        services.entrance().locator().areas().stream()
            .filter(area -> isOffered(area, request.retention().orElseThrow()))
            .toList();
    if (fitting.isEmpty()) {
      return refused(
          SrmStatus.NOT_SUPPORTED,
          "no area with this retention policy and latency can be reserved");
    }
    List<StorageArea> open =
        fitting.stream().filter(area -> mayReserve(call.caller(), area)).toList();
    if (open.isEmpty()) {
      return denied(call.caller(), fitting.getFirst());
    }
    return reserve(call.caller(), request, open);
  }

  /** The answer of an area's rules. */
  private ReserveSpaceReply denied(Caller caller, StorageArea area) {
    return refused(
        services
            .entrance()
            .refusal(caller, OperationClass.RESERVE, new Place(area, AreaPath.ROOT))
            .orElse(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE)));
  }

  private static Optional<String> wrong(ReserveSpaceRequest request) {
    if (request.retention().isEmpty()) {
      return Optional.of("no retention policy is given");
    }
    if (request.guaranteed().isEmpty()) {
      return Optional.of("no size of guaranteed space is given");
    }
    long guaranteed = request.guaranteed().getAsLong();
    long total = request.total().orElse(guaranteed);
    if (guaranteed < 0 || total < 1) {
      return Optional.of(
          "%d bytes in all and %d guaranteed are asked for".formatted(total, guaranteed));
    }
    if (total < guaranteed) {
      return Optional.of(
          "%d bytes in all are less than the %d guaranteed".formatted(total, guaranteed));
    }
    return wrongLifetime(request.lifetime());
  }

  static Optional<String> wrongLifetime(OptionalInt seconds) {
    return seconds.isPresent() && seconds.getAsInt() < 1 && seconds.getAsInt() != -1
        ? Optional.of(
            "the lifetime is %d, allowed are 1 s and more, and -1 for ever"
                .formatted(seconds.getAsInt()))
        : Optional.empty();
  }

  private boolean isOffered(StorageArea area, RetentionPolicyInfo wanted) {
    RetentionPolicyInfo kept = area.retention();
    // a buffer is shared by all recalls: what is reserved there could not be used for any
    // to
    return settings(area).allowed()
        && !area.keeping().storageClass().leavesDisk()
        && kept.policy() == wanted.policy()
        && (wanted.latency().isEmpty() || wanted.latency().equals(kept.latency()));
  }

  private ReservationSettings settings(StorageArea area) {
    return services.books().settings().of(area.name()).reservations();
  }

  private boolean mayReserve(Caller caller, StorageArea area) {
    return services.entrance().isAllowed(caller, OperationClass.RESERVE, area);
  }

  private ReserveSpaceReply reserve(
      Caller caller, ReserveSpaceRequest request, List<StorageArea> areas) {
    ReturnStatus why = ReturnStatus.of(SrmStatus.NO_FREE_SPACE, "no area has room");
    long guaranteed = request.guaranteed().orElseThrow();
    for (StorageArea area : byRoom(areas, request)) {
      OptionalLong most = settings(area).maxSize();
      if (most.isPresent() && guaranteed > most.getAsLong()) {
        why = larger(most.getAsLong());
        continue;
      }
      Instant now = services.now();
      Space wanted = wanted(caller, request, area, now);
      RequestHead head =
          known.begin(caller, RequestKind.RESERVE_SPACE, area, request.description(), now);
      try {
        Granted granted =
            services
                .reservations()
                .reserve(
                    area,
                    wanted,
                    new Reservations.Terms(caller.vo(), guaranteed),
                    now,
                    (sql, space) -> {
                      requests.insert(sql, head);
                      services.requests().insert(sql, head.token(), told(request, space));
                    });
        switch (granted) {
          case Granted.Yes(Space space) -> {
            return reply(head, told(request, space), space.retention(), space.token());
          }
          case Granted.TooMuch(String rule) -> why = tooMuch(rule);
          case Granted.NothingLeft _ -> why = noRoom(guaranteed);
          case Granted.InUse _, Granted.Gone _ -> {}
        }
      } catch (StorageException e) {
        why = StorageRefusal.of(e);
      }
    }
    return refused(why);
  }

  static ReturnStatus tooMuch(String rule) {
    return ReturnStatus.of(SrmStatus.NO_USER_SPACE, rule);
  }

  static ReturnStatus larger(long most) {
    return ReturnStatus.of(
        SrmStatus.NO_USER_SPACE, "one reservation may have " + most + " bytes in the area");
  }

  static ReturnStatus noRoom(long guaranteed) {
    return ReturnStatus.of(
        SrmStatus.NO_FREE_SPACE,
        "the storage area has no room for the guaranteed " + guaranteed + " bytes");
  }

  /** Areas that have room for all of it first; otherwise their order stays. */
  private List<StorageArea> byRoom(List<StorageArea> areas, ReserveSpaceRequest request) {
    long total = total(request);
    if (areas.size() == 1) {
      return areas;
    }
    return areas.stream().sorted(Comparator.comparing(area -> room(area) < total)).toList();
  }

  private long room(StorageArea area) {
    try {
      long left =
          area.tree().space().available()
              - services.transactions().read(sql -> services.books().spokenFor(sql, area));
      UUID own = SpaceBooks.ownSpace(area);
      long most = settings(area).maxSize().orElse(Long.MAX_VALUE);
      long free =
          services.books().isBounded(own)
              ? services.transactions().read(sql -> services.books().sums(sql, own)).free()
              : Long.MAX_VALUE;
      return Math.min(left, Math.min(most, free));
    } catch (StorageException e) {
      return 0;
    }
  }

  private static long total(ReserveSpaceRequest request) {
    return request.total().orElse(request.guaranteed().orElseThrow());
  }

  private Space wanted(Caller caller, ReserveSpaceRequest request, StorageArea area, Instant now) {
    ReservationSettings settings = settings(area);
    UUID id = services.tokens().token(now).id();
    long total = Math.min(total(request), settings.maxSize().orElse(Long.MAX_VALUE));
    return new Space(
        id,
        id.toString(),
        area.name(),
        Optional.of(SpaceOwner.of(caller, area)),
        request.description(),
        area.retention(),
        true,
        total,
        Math.min(total, request.guaranteed().orElseThrow()),
        now,
        Optional.of(now.plus(lifetime(settings, request.lifetime()))),
        Optional.empty());
  }

  /** The granted lifetime: an infinite or too long one becomes the maximum. */
  static Duration lifetime(ReservationSettings settings, OptionalInt wanted) {
    if (wanted.isEmpty()) {
      return settings.defaultLifetime();
    }
    Duration asked = Duration.ofSeconds(wanted.getAsInt());
    boolean tooLong = wanted.getAsInt() < 0 || asked.compareTo(settings.maxLifetime()) > 0;
    return tooLong ? settings.maxLifetime() : asked;
  }

  private static Told told(ReserveSpaceRequest request, Space space) {
    ReturnStatus status =
        space.total() < total(request)
            ? ReturnStatus.of(
                SrmStatus.LOWER_SPACE_GRANTED, "there is room for " + space.total() + " bytes")
            : ReturnStatus.success();
    return new Told(space.id(), status, space.total(), space.guaranteed(), space.lifetimeSeconds());
  }

  /** srmStatusOfReserveSpaceRequest: the same answer again. */
  ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return switch (known.find(call.caller(), token, RequestKind.RESERVE_SPACE)) {
      case KnownRequests.Found.No(ReturnStatus status) -> refused(status);
      case KnownRequests.Found.Yes(Known found) -> {
        String space = found.told().space().toString();
        Optional<RetentionPolicyInfo> retention = services.register().retentionOf(space);
        yield reply(found.head(), found.told(), retention, space);
      }
    };
  }

  private static ReserveSpaceReply reply(
      RequestHead head, Told told, RetentionPolicyInfo retention, String space) {
    return reply(head, told, Optional.of(retention), space);
  }

  private static ReserveSpaceReply reply(
      RequestHead head, Told told, Optional<RetentionPolicyInfo> retention, String space) {
    return new ReserveSpaceReply(
        told.status(),
        Optional.of(head.token().toString()),
        OptionalInt.empty(),
        retention,
        OptionalLong.of(told.total()),
        OptionalLong.of(told.guaranteed()),
        OptionalInt.of(told.lifetimeSeconds()),
        Optional.of(space));
  }

  private static ReserveSpaceReply refused(SrmStatus code, String reason) {
    return refused(ReturnStatus.of(code, reason));
  }

  private static ReserveSpaceReply refused(ReturnStatus status) {
    return new ReserveSpaceReply(
        status,
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }
}
