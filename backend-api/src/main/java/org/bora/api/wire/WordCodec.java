package org.bora.api.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Permission;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.Recursion;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;

/** The words that several features share. */
final class WordCodec {

  private WordCodec() {}

  static List<String> texts(List<Surl> surls) {
    return surls.stream().map(Surl::text).toList();
  }

  static List<Surl> surls(List<String> texts) {
    return texts.stream().map(Surl::new).toList();
  }

  static WordsProto.SourceFile toWire(SourceFile file) {
    var message = WordsProto.SourceFile.newBuilder().setSurl(file.surl().text());
    file.recursion().ifPresent(recursion -> message.setRecursion(toWire(recursion)));
    return message.build();
  }

  static SourceFile fromWire(WordsProto.SourceFile message) {
    return new SourceFile(
        new Surl(message.getSurl()),
        message.hasRecursion() ? Optional.of(fromWire(message.getRecursion())) : Optional.empty());
  }

  static WordsProto.Recursion toWire(Recursion recursion) {
    var message = WordsProto.Recursion.newBuilder().setAllLevels(recursion.allLevels());
    recursion.levels().ifPresent(message::setLevels);
    return message.build();
  }

  static Recursion fromWire(WordsProto.Recursion message) {
    return new Recursion(
        message.getAllLevels(),
        message.hasLevels() ? OptionalInt.of(message.getLevels()) : OptionalInt.empty());
  }

  static WordsProto.RetentionPolicyInfo toWire(RetentionPolicyInfo info) {
    var message = WordsProto.RetentionPolicyInfo.newBuilder().setPolicy(toWire(info.policy()));
    info.latency().ifPresent(latency -> message.setLatency(toWire(latency)));
    return message.build();
  }

  static RetentionPolicyInfo fromWire(WordsProto.RetentionPolicyInfo message) {
    return new RetentionPolicyInfo(
        fromWire(message.getPolicy()),
        message.hasLatency() ? Optional.of(fromWire(message.getLatency())) : Optional.empty());
  }

  static WordsProto.Permission toWire(Permission permission) {
    return WordsProto.Permission.newBuilder()
        .setName(permission.name())
        .setMode(toWire(permission.mode()))
        .build();
  }

  static Permission fromWire(WordsProto.Permission message) {
    return new Permission(message.getName(), fromWire(message.getMode()));
  }

  static WordsProto.Moment toWire(Instant instant) {
    return WordsProto.Moment.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  static Instant fromWire(WordsProto.Moment message) {
    try {
      return Instant.ofEpochSecond(message.getSeconds(), message.getNanos());
    } catch (DateTimeException | ArithmeticException outOfRange) {
      throw new MalformedMessage("a Moment is beyond the range of time", outOfRange);
    }
  }

  static WordsProto.RetentionPolicy toWire(RetentionPolicy value) {
    return switch (value) {
      case REPLICA -> WordsProto.RetentionPolicy.RETENTION_POLICY_REPLICA;
      case OUTPUT -> WordsProto.RetentionPolicy.RETENTION_POLICY_OUTPUT;
      case CUSTODIAL -> WordsProto.RetentionPolicy.RETENTION_POLICY_CUSTODIAL;
    };
  }

  static RetentionPolicy fromWire(WordsProto.RetentionPolicy value) {
    return switch (value) {
      case RETENTION_POLICY_REPLICA -> RetentionPolicy.REPLICA;
      case RETENTION_POLICY_OUTPUT -> RetentionPolicy.OUTPUT;
      case RETENTION_POLICY_CUSTODIAL -> RetentionPolicy.CUSTODIAL;
      case RETENTION_POLICY_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("RetentionPolicy");
    };
  }

  static WordsProto.AccessLatency toWire(AccessLatency value) {
    return switch (value) {
      case ONLINE -> WordsProto.AccessLatency.ACCESS_LATENCY_ONLINE;
      case NEARLINE -> WordsProto.AccessLatency.ACCESS_LATENCY_NEARLINE;
    };
  }

  static AccessLatency fromWire(WordsProto.AccessLatency value) {
    return switch (value) {
      case ACCESS_LATENCY_ONLINE -> AccessLatency.ONLINE;
      case ACCESS_LATENCY_NEARLINE -> AccessLatency.NEARLINE;
      case ACCESS_LATENCY_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("AccessLatency");
    };
  }

  static WordsProto.FileStorageType toWire(FileStorageType value) {
    return switch (value) {
      case VOLATILE -> WordsProto.FileStorageType.FILE_STORAGE_TYPE_VOLATILE;
      case DURABLE -> WordsProto.FileStorageType.FILE_STORAGE_TYPE_DURABLE;
      case PERMANENT -> WordsProto.FileStorageType.FILE_STORAGE_TYPE_PERMANENT;
    };
  }

  static FileStorageType fromWire(WordsProto.FileStorageType value) {
    return switch (value) {
      case FILE_STORAGE_TYPE_VOLATILE -> FileStorageType.VOLATILE;
      case FILE_STORAGE_TYPE_DURABLE -> FileStorageType.DURABLE;
      case FILE_STORAGE_TYPE_PERMANENT -> FileStorageType.PERMANENT;
      case FILE_STORAGE_TYPE_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("FileStorageType");
    };
  }

  static WordsProto.PermissionMode toWire(PermissionMode value) {
    return switch (value) {
      case NONE -> WordsProto.PermissionMode.PERMISSION_MODE_NONE;
      case X -> WordsProto.PermissionMode.PERMISSION_MODE_X;
      case W -> WordsProto.PermissionMode.PERMISSION_MODE_W;
      case WX -> WordsProto.PermissionMode.PERMISSION_MODE_WX;
      case R -> WordsProto.PermissionMode.PERMISSION_MODE_R;
      case RX -> WordsProto.PermissionMode.PERMISSION_MODE_RX;
      case RW -> WordsProto.PermissionMode.PERMISSION_MODE_RW;
      case RWX -> WordsProto.PermissionMode.PERMISSION_MODE_RWX;
    };
  }

  static PermissionMode fromWire(WordsProto.PermissionMode value) {
    return switch (value) {
      case PERMISSION_MODE_NONE -> PermissionMode.NONE;
      case PERMISSION_MODE_X -> PermissionMode.X;
      case PERMISSION_MODE_W -> PermissionMode.W;
      case PERMISSION_MODE_WX -> PermissionMode.WX;
      case PERMISSION_MODE_R -> PermissionMode.R;
      case PERMISSION_MODE_RX -> PermissionMode.RX;
      case PERMISSION_MODE_RW -> PermissionMode.RW;
      case PERMISSION_MODE_RWX -> PermissionMode.RWX;
      case PERMISSION_MODE_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("PermissionMode");
    };
  }

  static WordsProto.OverwriteMode toWire(OverwriteMode value) {
    return switch (value) {
      case NEVER -> WordsProto.OverwriteMode.OVERWRITE_MODE_NEVER;
      case ALWAYS -> WordsProto.OverwriteMode.OVERWRITE_MODE_ALWAYS;
      case WHEN_FILES_ARE_DIFFERENT ->
          WordsProto.OverwriteMode.OVERWRITE_MODE_WHEN_FILES_ARE_DIFFERENT;
    };
  }

  static OverwriteMode fromWire(WordsProto.OverwriteMode value) {
    return switch (value) {
      case OVERWRITE_MODE_NEVER -> OverwriteMode.NEVER;
      case OVERWRITE_MODE_ALWAYS -> OverwriteMode.ALWAYS;
      case OVERWRITE_MODE_WHEN_FILES_ARE_DIFFERENT -> OverwriteMode.WHEN_FILES_ARE_DIFFERENT;
      case OVERWRITE_MODE_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("OverwriteMode");
    };
  }
}
