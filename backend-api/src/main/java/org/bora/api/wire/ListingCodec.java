package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsEntry;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;

/** Entries of listings. */
final class ListingCodec {

  private ListingCodec() {}

  static DirectoryProto.PathDetail toWire(LsEntry entry) {
    var message =
        DirectoryProto.PathDetail.newBuilder()
            .setPath(entry.path())
            .setStatus(StatusCodec.toWire(entry.status()))
            .setChildren(entry.children());
    entry.attributes().ifPresent(attributes -> message.setAttributes(toWire(attributes)));
    return message.build();
  }

  static LsEntry fromWire(DirectoryProto.PathDetail message) {
    if (message.getChildren() < 0) {
      throw new MalformedMessage("an entry with " + message.getChildren() + " children");
    }
    return new LsEntry(
        message.getPath(),
        StatusCodec.fromWire(message.getStatus()),
        message.hasAttributes() ? Optional.of(fromWire(message.getAttributes())) : Optional.empty(),
        message.getChildren());
  }

  private static DirectoryProto.Attributes toWire(Attributes attributes) {
    var message =
        DirectoryProto.Attributes.newBuilder()
            .setType(toWire(attributes.type()))
            .setSize(attributes.size())
            .setCreatedAt(WordCodec.toWire(attributes.createdAt()))
            .setModifiedAt(WordCodec.toWire(attributes.modifiedAt()))
            .setOwner(WordCodec.toWire(attributes.owner()))
            .setGroup(WordCodec.toWire(attributes.group()))
            .setOther(WordCodec.toWire(attributes.other()))
            .setLocality(toWire(attributes.locality()))
            .setRetention(WordCodec.toWire(attributes.retention()));
    attributes.checksum().ifPresent(message::setChecksum);
    attributes.spaceToken().ifPresent(message::setSpaceToken);
    message.setStorageType(WordCodec.toWire(attributes.storageType()));
    attributes.lifetimeAssigned().ifPresent(message::setLifetimeAssigned);
    attributes.lifetimeLeft().ifPresent(message::setLifetimeLeft);
    return message.build();
  }

  private static Attributes fromWire(DirectoryProto.Attributes message) {
    return new Attributes(
        fromWire(message.getType()),
        message.getSize(),
        WordCodec.fromWire(message.getCreatedAt()),
        WordCodec.fromWire(message.getModifiedAt()),
        WordCodec.fromWire(message.getOwner()),
        WordCodec.fromWire(message.getGroup()),
        WordCodec.fromWire(message.getOther()),
        fromWire(message.getLocality()),
        WordCodec.fromWire(message.getRetention()),
        message.hasChecksum() ? Optional.of(message.getChecksum()) : Optional.empty(),
        message.hasSpaceToken() ? Optional.of(message.getSpaceToken()) : Optional.empty(),
        WordCodec.fromWire(message.getStorageType()),
        message.hasLifetimeAssigned()
            ? OptionalInt.of(message.getLifetimeAssigned())
            : OptionalInt.empty(),
        message.hasLifetimeLeft()
            ? OptionalInt.of(message.getLifetimeLeft())
            : OptionalInt.empty());
  }

  private static DirectoryProto.FileType toWire(FileType value) {
    return switch (value) {
      case FILE -> DirectoryProto.FileType.FILE_TYPE_FILE;
      case DIRECTORY -> DirectoryProto.FileType.FILE_TYPE_DIRECTORY;
      case LINK -> DirectoryProto.FileType.FILE_TYPE_LINK;
    };
  }

  private static FileType fromWire(DirectoryProto.FileType value) {
    return switch (value) {
      case FILE_TYPE_FILE -> FileType.FILE;
      case FILE_TYPE_DIRECTORY -> FileType.DIRECTORY;
      case FILE_TYPE_LINK -> FileType.LINK;
      case FILE_TYPE_UNSPECIFIED, UNRECOGNIZED -> throw MalformedMessage.unknown("FileType");
    };
  }

  private static DirectoryProto.FileLocality toWire(FileLocality value) {
    return switch (value) {
      case ONLINE -> DirectoryProto.FileLocality.FILE_LOCALITY_ONLINE;
      case NEARLINE -> DirectoryProto.FileLocality.FILE_LOCALITY_NEARLINE;
      case ONLINE_AND_NEARLINE -> DirectoryProto.FileLocality.FILE_LOCALITY_ONLINE_AND_NEARLINE;
      case LOST -> DirectoryProto.FileLocality.FILE_LOCALITY_LOST;
      case NONE -> DirectoryProto.FileLocality.FILE_LOCALITY_NONE;
      case UNAVAILABLE -> DirectoryProto.FileLocality.FILE_LOCALITY_UNAVAILABLE;
    };
  }

  private static FileLocality fromWire(DirectoryProto.FileLocality value) {
    return switch (value) {
      case FILE_LOCALITY_ONLINE -> FileLocality.ONLINE;
      case FILE_LOCALITY_NEARLINE -> FileLocality.NEARLINE;
      case FILE_LOCALITY_ONLINE_AND_NEARLINE -> FileLocality.ONLINE_AND_NEARLINE;
      case FILE_LOCALITY_LOST -> FileLocality.LOST;
      case FILE_LOCALITY_NONE -> FileLocality.NONE;
      case FILE_LOCALITY_UNAVAILABLE -> FileLocality.UNAVAILABLE;
      case FILE_LOCALITY_UNSPECIFIED, UNRECOGNIZED ->
          throw MalformedMessage.unknown("FileLocality");
    };
  }
}
