package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.space.SpaceRequestTable.Known;
import org.bora.backend.operation.space.SpaceRequestTable.Told;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.Reservations.Granted;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup.Found;
import org.bora.storage.spi.StorageException;

/**
 * srmUpdateSpace (GFD.129 section 2.5), answered at once, and its status. A space never becomes
 * smaller than what is in use: SRM_EXCEED_ALLOCATION.
 */
final class UpdateSpace {
  private final SpaceServices services;
  private final KnownRequests known;
  private final RequestTable requests = new RequestTable();

  UpdateSpace(SpaceServices services) {
    this.services = services;
    this.known = new KnownRequests(services);
  }

  UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    Instant now = services.now();
    return switch (services.register().find(call.caller(), request.spaceToken(), now)) {
      case Found.No(ReturnStatus status) -> refused(status);
      case Found.Yes(Space space) -> {
        if (space.isStatic()) {
          yield refused(
              SrmStatus.NOT_SUPPORTED, "the space is the storage area's own: it stays as it is");
        }
        Optional<String> wrong = wrong(request, space);
        yield wrong.isPresent()
            ? refused(SrmStatus.INVALID_REQUEST, wrong.get())
            : update(call, request, space, now);
      }
    };
  }

  private static Optional<String> wrong(UpdateSpaceRequest request, Space space) {
    if (request.total().isEmpty()
        && request.guaranteed().isEmpty()
        && request.lifetime().isEmpty()) {
      return Optional.of("neither a size nor a lifetime is given");
    }
    long total = total(request, space);
    long guaranteed = request.guaranteed().orElse(Math.min(space.guaranteed(), total));
    if (total < 1 || guaranteed < 0 || guaranteed > total) {
      return Optional.of(
          "%d bytes in all and %d guaranteed are asked for".formatted(total, guaranteed));
    }
    return ReserveSpace.wrongLifetime(request.lifetime());
  }

  /** A guarantee beyond the total that there is asks for as much in all. */
  private static long total(UpdateSpaceRequest request, Space space) {
    return request.total().orElse(Math.max(space.total(), request.guaranteed().orElse(0)));
  }

  private UpdateSpaceReply update(Call call, UpdateSpaceRequest request, Space space, Instant now) {
    StorageArea area = services.area(space);
    ReservationSettings settings = services.books().settings().of(area.name()).reservations();
    long asked = total(request, space);
    long most = Math.max(space.total(), settings.maxSize().orElse(Long.MAX_VALUE));
    if (request.guaranteed().orElse(0) > most) {
      return refused(ReserveSpace.larger(most));
    }
    long total = Math.min(asked, most);
    Space wanted =
        space
            .sized(total, Math.min(total, request.guaranteed().orElse(space.guaranteed())))
            .ending(
                request.lifetime().isPresent()
                    ? Optional.of(now.plus(ReserveSpace.lifetime(settings, request.lifetime())))
                    : space.ends());
    RequestHead head =
        known.begin(call.caller(), RequestKind.UPDATE_SPACE, area, space.description(), now);
    try {
      Granted granted =
          services
              .reservations()
              .update(
                  area,
                  wanted,
                  now,
                  (sql, fresh) -> {
                    // there already where an attempt that seemed to fail was committed
                    if (requests.insert(sql, head)) {
                      services.requests().insert(sql, head.token(), told(asked, fresh, now));
                    }
                  });
      return switch (granted) {
        case Granted.Yes(Space fresh) -> reply(head, told(asked, fresh, now));
        case Granted.TooMuch(String rule) -> refused(ReserveSpace.tooMuch(rule));
        case Granted.NothingLeft _ -> refused(ReserveSpace.noRoom(wanted.guaranteed()));
        case Granted.InUse(long bytes) ->
            refused(SrmStatus.EXCEED_ALLOCATION, bytes + " bytes of the space are in use");
        case Granted.Gone _ -> refused(SrmStatus.INVALID_REQUEST, "the space was released");
      };
    } catch (StorageException e) {
      return refused(StorageRefusal.of(e));
    }
  }

  private static Told told(long asked, Space space, Instant now) {
    ReturnStatus status =
        space.total() < asked
            ? ReturnStatus.of(
                SrmStatus.LOWER_SPACE_GRANTED, "there is room for " + space.total() + " bytes")
            : ReturnStatus.success();
    return new Told(space.id(), status, space.total(), space.guaranteed(), space.secondsLeft(now));
  }

  /** srmStatusOfUpdateSpaceRequest: the same answer again. */
  UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return switch (known.find(call.caller(), token, RequestKind.UPDATE_SPACE)) {
      case KnownRequests.Found.No(ReturnStatus status) -> refused(status);
      case KnownRequests.Found.Yes(Known found) -> reply(found.head(), found.told());
    };
  }

  private static UpdateSpaceReply reply(RequestHead head, Told told) {
    return new UpdateSpaceReply(
        told.status(),
        Optional.of(head.token().toString()),
        OptionalLong.of(told.total()),
        OptionalLong.of(told.guaranteed()),
        OptionalInt.of(told.lifetimeSeconds()));
  }

  private static UpdateSpaceReply refused(SrmStatus code, String reason) {
    return refused(ReturnStatus.of(code, reason));
  }

  private static UpdateSpaceReply refused(ReturnStatus status) {
    return new UpdateSpaceReply(
        status, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty());
  }
}
