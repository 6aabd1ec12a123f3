package org.bora.backend.operation.permission;

import java.util.Optional;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.access.AclChanges;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmSetPermission (GFD.129 3.1) of files and directories, as POSIX access control lists: ADD adds
 * rights, REMOVE removes entries whole, CHANGE sets rights and makes entries where there are none.
 * Anyone whom the request does not name keeps their rights. By the text of the specification an
 * absent owner or other would become READ, but gfal2 omits what its user did not want to change.
 *
 * <p>Besides WRITE in the area, the caller needs what chmod(1) needs: to own the file, through the
 * account of the mapping, or else ADMIN in the area. If all files belong to one account, WRITE is
 * enough.
 */
public final class SetPermission {
  private final Entrance entrance;
  private final NameUse names;
  private final Mapping mapping;
  private final AclChanges changes;
  private final Grantees grantees;

  public SetPermission(
      Entrance entrance, NameUse names, Accounts accounts, Mapping mapping, AclChanges changes) {
    this.entrance = entrance;
    this.names = names;
    this.mapping = mapping;
    this.changes = changes;
    this.grantees = new Grantees(accounts, mapping);
  }

  /** As {@link org.bora.api.Catalogue#SET_PERMISSION}. */
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return new StatusReply(
        switch (entrance.enter(call.caller(), OperationClass.WRITE, request.surl())) {
          case Entry.Refused(ReturnStatus status) -> status;
          case Entry.Above _ -> rootStays();
          case Entry.Inside(Place place) ->
              place.path().isRoot() ? rootStays() : change(call.caller(), place, request);
        });
  }

  private static ReturnStatus rootStays() {
    return ReturnStatus.of(
        SrmStatus.AUTHORIZATION_FAILURE,
        "the permissions of a storage area's root are the administrator's");
  }

  private ReturnStatus change(Caller caller, Place place, SetPermissionRequest request) {
    try {
      Optional<ActivePut> writing = names.putOn(place);
      if (writing.isPresent()) {
        return writing.get().busy();
      }
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!facts.isFile() && !facts.isDirectory()) {
        return GetPermission.neither();
      }
      Optional<ReturnStatus> refusal = refusal(caller, facts, place);
      if (refusal.isPresent()) {
        return refusal.get();
      }
      WantedRights wanted = grantees.resolve(request, facts);
      changes.change(place, acl -> wanted.applied(acl, request.type()), wanted.users().keySet());
      return ReturnStatus.success();
    } catch (Grantees.UnknownName e) {
      return ReturnStatus.of(SrmStatus.INVALID_REQUEST, e.getMessage());
    } catch (StorageException e) {
      return e.reason() == Reason.UNSUPPORTED ? unsupported() : StorageRefusal.of(e);
    }
  }

  /** Not the site's fault, and so not one for its log. */
  private static ReturnStatus unsupported() {
    return ReturnStatus.of(
        SrmStatus.NOT_SUPPORTED,
        "the storage of this area keeps no access control lists: only owner, owning group and"
            + " others can be given rights");
  }

  private Optional<ReturnStatus> refusal(Caller caller, EntryFacts facts, Place place) {
    return switch (mapping.map(caller)) {
      case Mapped.Refused(String reason) -> denied(reason);
      case Mapped.To(Owner owner, String _) ->
          owner.equals(Owner.PROCESS)
                  || owner.uid() == facts.uid()
                  || entrance.isAllowed(caller, OperationClass.ADMIN, place)
              ? Optional.empty()
              : denied("only the owner of a file, or an administrator, changes its permissions");
    };
  }

  private static Optional<ReturnStatus> denied(String reason) {
    return Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
  }
}
