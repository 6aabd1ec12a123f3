package org.bora.api.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.PathDetail;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;

/**
 * Listings. A tree is written in pre-order into a flat list, each entry with the number of its
 * children: parsers of nested messages stop at 100 levels, and neither direction here recurses.
 */
final class ListingCodec {

  private ListingCodec() {}

  static List<DirectoryProto.PathDetail> toWire(List<PathDetail> roots) {
    var messages = new ArrayList<DirectoryProto.PathDetail>(roots.size());
    var pending = new ArrayDeque<PathDetail>();
    roots.reversed().forEach(pending::push);
    while (!pending.isEmpty()) {
      PathDetail entry = pending.pop();
      messages.add(toWire(entry));
      entry.children().reversed().forEach(pending::push);
    }
    return messages;
  }

  static List<PathDetail> fromWire(List<DirectoryProto.PathDetail> messages) {
    // Read backwards: when an entry's turn comes, the subtrees on the stack begin with its
    // children.
    var done = new ArrayDeque<PathDetail>();
    for (DirectoryProto.PathDetail message : messages.reversed()) {
      done.push(fromWire(message, take(done, message.getChildren())));
    }
    return List.copyOf(done);
  }

  private static List<PathDetail> take(Deque<PathDetail> done, int count) {
    if (count < 0 || count > done.size()) {
      throw new MalformedMessage("a listing promises more entries than it has");
    }
    var children = new ArrayList<PathDetail>(count);
    for (int i = 0; i < count; i++) {
      children.add(done.pop());
    }
    return children;
  }

  private static DirectoryProto.PathDetail toWire(PathDetail entry) {
    var message =
        DirectoryProto.PathDetail.newBuilder()
            .setPath(entry.path())
            .setStatus(StatusCodec.toWire(entry.status()))
            .setChildren(entry.children().size());
    entry.attributes().ifPresent(attributes -> message.setAttributes(toWire(attributes)));
    return message.build();
  }

  private static PathDetail fromWire(DirectoryProto.PathDetail message, List<PathDetail> children) {
    return new PathDetail(
        message.getPath(),
        StatusCodec.fromWire(message.getStatus()),
        message.hasAttributes() ? Optional.of(fromWire(message.getAttributes())) : Optional.empty(),
        children);
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
