package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.Permission;
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
