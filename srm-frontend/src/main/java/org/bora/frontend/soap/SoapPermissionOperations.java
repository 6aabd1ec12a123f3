package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.surl;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.word;

import java.util.List;
import java.util.Objects;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.directory.Permission;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlsRequest;
import org.bora.contract.ArrayOfTGroupPermission;
import org.bora.contract.ArrayOfTUserPermission;
import org.bora.contract.SrmCheckPermissionRequest;
import org.bora.contract.SrmCheckPermissionResponse;
import org.bora.contract.SrmGetPermissionRequest;
import org.bora.contract.SrmGetPermissionResponse;
import org.bora.contract.SrmSetPermissionRequest;
import org.bora.contract.SrmSetPermissionResponse;

/** Permission functions (GFD.129 section 3). */
final class SoapPermissionOperations {
  private final Backend backend;

  SoapPermissionOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmSetPermission",
            SrmSetPermissionRequest.class,
            this::setPermission,
            (status, request) -> response(status)),
        new ContractOperation<>(
            "srmGetPermission",
            SrmGetPermissionRequest.class,
            this::getPermission,
            SoapPermissionOperations::getRefused),
        new ContractOperation<>(
            "srmCheckPermission",
            SrmCheckPermissionRequest.class,
            this::checkPermission,
            SoapPermissionOperations::checkRefused));
  }

  private SrmGetPermissionResponse getPermission(Call call, SrmGetPermissionRequest request) {
    PermissionsReply reply =
        backend.call(
            Catalogue.GET_PERMISSION,
            call,
            new SurlsRequest(surls(request.getArrayOfSURLs(), "arrayOfSURLs")));
    SrmGetPermissionResponse wire = new SrmGetPermissionResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfPermissionReturns(Permissions.of(reply.files()));
    return wire;
  }

  private static SrmGetPermissionResponse getRefused(
      ReturnStatus status, SrmGetPermissionRequest request) {
    SrmGetPermissionResponse wire = new SrmGetPermissionResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfPermissionReturns(Permissions.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmCheckPermissionResponse checkPermission(Call call, SrmCheckPermissionRequest request) {
    EffectiveRightsReply reply =
        backend.call(
            Catalogue.CHECK_PERMISSION,
            call,
            new SurlsRequest(surls(request.getArrayOfSURLs(), "arrayOfSURLs")));
    SrmCheckPermissionResponse wire = new SrmCheckPermissionResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfPermissions(Permissions.rights(reply.files()));
    return wire;
  }

  private static SrmCheckPermissionResponse checkRefused(
      ReturnStatus status, SrmCheckPermissionRequest request) {
    SrmCheckPermissionResponse wire = new SrmCheckPermissionResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfPermissions(Permissions.rightsRefused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmSetPermissionResponse setPermission(Call call, SrmSetPermissionRequest request) {
    PermissionType type =
        word(PermissionType.class, request.getPermissionType(), "permissionType")
            .orElseThrow(() -> new MalformedRequest("permissionType is missing"));
    SetPermissionRequest set =
        new SetPermissionRequest(
            surl(request.getSURL(), "SURL"),
            type,
            word(PermissionMode.class, request.getOwnerPermission(), "ownerPermission"),
            word(PermissionMode.class, request.getOtherPermission(), "otherPermission"),
            users(request.getArrayOfUserPermissions()),
            groups(request.getArrayOfGroupPermissions()));
    return response(backend.call(Catalogue.SET_PERMISSION, call, set).status());
  }

  private static SrmSetPermissionResponse response(ReturnStatus status) {
    SrmSetPermissionResponse wire = new SrmSetPermissionResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private static List<Permission> users(ArrayOfTUserPermission array) {
    return array == null
        ? List.of()
        : array.getUserPermissionArray().stream()
            .filter(Objects::nonNull)
            .map(user -> permission(user.getUserID(), user.getMode()))
            .toList();
  }

  private static List<Permission> groups(ArrayOfTGroupPermission array) {
    return array == null
        ? List.of()
        : array.getGroupPermissionArray().stream()
            .filter(Objects::nonNull)
            .map(group -> permission(group.getGroupID(), group.getMode()))
            .toList();
  }

  /** An absent mode means to read (GFD.129 section 3.1.2 g). */
  private static Permission permission(String name, String mode) {
    return new Permission(
        required(name, "userID or groupID"),
        word(PermissionMode.class, mode, "mode").orElse(PermissionMode.R));
  }
}
