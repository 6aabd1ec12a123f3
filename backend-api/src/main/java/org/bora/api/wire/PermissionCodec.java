package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.Permission;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.PermissionDetail;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.wire.proto.PermissionProto;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.Call;
import org.bora.api.word.PermissionType;
import org.bora.api.word.Surl;

/** Permission functions. */
public final class PermissionCodec {

  private PermissionCodec() {}

  public static PermissionProto.SetPermissionRequest toWire(
      Call call, SetPermissionRequest request) {
    var message =
        PermissionProto.SetPermissionRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setSurl(request.surl().text())
            .setType(toWire(request.type()));
    request.owner().ifPresent(mode -> message.setOwner(WordCodec.toWire(mode)));
    request.other().ifPresent(mode -> message.setOther(WordCodec.toWire(mode)));
    request.users().forEach(user -> message.addUsers(WordCodec.toWire(user)));
    request.groups().forEach(group -> message.addGroups(WordCodec.toWire(group)));
    return message.build();
  }

  public static SetPermissionRequest fromWire(PermissionProto.SetPermissionRequest message) {
    return new SetPermissionRequest(
        new Surl(message.getSurl()),
        fromWire(message.getType()),
        message.hasOwner() ? Optional.of(WordCodec.fromWire(message.getOwner())) : Optional.empty(),
        message.hasOther() ? Optional.of(WordCodec.fromWire(message.getOther())) : Optional.empty(),
        permissions(message.getUsersList()),
        permissions(message.getGroupsList()));
  }

  public static PermissionProto.PermissionsReply toWire(PermissionsReply reply) {
    var message =
        PermissionProto.PermissionsReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    return message.build();
  }

  public static PermissionsReply fromWire(PermissionProto.PermissionsReply message) {
    return new PermissionsReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getFilesList().stream().map(PermissionCodec::fromWire).toList());
  }

  public static PermissionProto.EffectiveRightsReply toWire(EffectiveRightsReply reply) {
    var message =
        PermissionProto.EffectiveRightsReply.newBuilder()
            .setStatus(StatusCodec.toWire(reply.status()));
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    return message.build();
  }

  public static EffectiveRightsReply fromWire(PermissionProto.EffectiveRightsReply message) {
    return new EffectiveRightsReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getFilesList().stream().map(PermissionCodec::fromWire).toList());
  }

  private static PermissionProto.PermissionDetail toWire(PermissionDetail detail) {
    var message =
        PermissionProto.PermissionDetail.newBuilder()
            .setSurl(detail.surl().text())
            .setStatus(StatusCodec.toWire(detail.status()));
    detail.permissions().ifPresent(permissions -> message.setPermissions(toWire(permissions)));
    return message.build();
  }

  private static PermissionDetail fromWire(PermissionProto.PermissionDetail message) {
    return new PermissionDetail(
        new Surl(message.getSurl()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasPermissions()
            ? Optional.of(fromWire(message.getPermissions()))
            : Optional.empty());
  }

  private static PermissionProto.FilePermissions toWire(FilePermissions permissions) {
    var message =
        PermissionProto.FilePermissions.newBuilder()
            .setOwner(WordCodec.toWire(permissions.owner()))
            .setOther(WordCodec.toWire(permissions.other()));
    permissions.users().forEach(user -> message.addUsers(WordCodec.toWire(user)));
    permissions.groups().forEach(group -> message.addGroups(WordCodec.toWire(group)));
    return message.build();
  }

  private static FilePermissions fromWire(PermissionProto.FilePermissions message) {
    return new FilePermissions(
        WordCodec.fromWire(message.getOwner()),
        permissions(message.getUsersList()),
        permissions(message.getGroupsList()),
        WordCodec.fromWire(message.getOther()));
  }

  private static PermissionProto.EffectiveRight toWire(EffectiveRight right) {
    var message =
        PermissionProto.EffectiveRight.newBuilder()
            .setSurl(right.surl().text())
            .setStatus(StatusCodec.toWire(right.status()));
    right.mode().ifPresent(mode -> message.setMode(WordCodec.toWire(mode)));
    return message.build();
  }

  private static EffectiveRight fromWire(PermissionProto.EffectiveRight message) {
    return new EffectiveRight(
        new Surl(message.getSurl()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasMode() ? Optional.of(WordCodec.fromWire(message.getMode())) : Optional.empty());
  }

  private static List<Permission> permissions(List<WordsProto.Permission> messages) {
    return messages.stream().map(WordCodec::fromWire).toList();
  }

  private static PermissionProto.PermissionType toWire(PermissionType value) {
    return switch (value) {
      case ADD -> PermissionProto.PermissionType.PERMISSION_TYPE_ADD;
      case REMOVE -> PermissionProto.PermissionType.PERMISSION_TYPE_REMOVE;
      case CHANGE -> PermissionProto.PermissionType.PERMISSION_TYPE_CHANGE;
    };
  }

  private static PermissionType fromWire(PermissionProto.PermissionType value) {
    return switch (value) {
      case PERMISSION_TYPE_ADD -> PermissionType.ADD;
      case PERMISSION_TYPE_REMOVE -> PermissionType.REMOVE;
      case PERMISSION_TYPE_CHANGE -> PermissionType.CHANGE;
      case PERMISSION_TYPE_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("PermissionType");
    };
  }
}
