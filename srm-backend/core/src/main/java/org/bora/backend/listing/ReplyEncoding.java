package org.bora.backend.listing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.Permission;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * The storage format of listing results: every entry comes before its children, each child after
 * its length, so that a page is read without decoding the entries around it. The data are deflated,
 * to 10 to 25 bytes for an entry with a unique name. A tree is at most as deep as a listing
 * descends, so going down it by recursion is safe.
 */
final class ReplyEncoding {
  private ReplyEncoding() {}

  static byte[] encode(LsReply reply) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      write(out, reply.status());
      ListingFields.writeList(out, reply.details(), detail -> write(out, detail));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes a reply.
   *
   * @param offset number of children of each requested name to skip
   * @param count largest number of children of each of them
   */
  static LsReply decode(byte[] stored, int offset, int count) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(stored)))) {
      return LsReply.of(status(in), ListingFields.readList(in, () -> detail(in, offset, count)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutput out, ReturnStatus status) throws IOException {
    ListingFields.writeText(out, status.code().name());
    ListingFields.writeText(out, status.explanation());
  }

  private static ReturnStatus status(DataInput in) throws IOException {
    return ReturnStatus.of(
        ListingFields.readConstant(in, SrmStatus.class), ListingFields.readText(in));
  }

  private static void write(DataOutput out, PathDetail detail) throws IOException {
    ListingFields.writeText(out, detail.path());
    write(out, detail.status());
    ListingFields.writeOptional(out, detail.attributes(), attributes -> write(out, attributes));
    out.writeInt(detail.children().size());
    for (PathDetail child : detail.children()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      write(new DataOutputStream(bytes), child);
      out.writeInt(bytes.size());
      out.write(bytes.toByteArray());
    }
  }

  private static PathDetail detail(DataInputStream in, int offset, int count) throws IOException {
    String path = ListingFields.readText(in);
    ReturnStatus status = status(in);
    Optional<Attributes> attributes = ListingFields.readOptional(in, () -> attributes(in));
    List<PathDetail> children = new ArrayList<>();
    int all = in.readInt();
    for (int at = 0; at < all; at++) {
      int length = in.readInt();
      if (at < offset || children.size() >= count) {
        in.skipNBytes(length);
      } else {
        children.add(detail(in, 0, Integer.MAX_VALUE));
      }
    }
    return new PathDetail(path, status, attributes, children);
  }

  private static void write(DataOutput out, Attributes one) throws IOException {
    ListingFields.writeText(out, one.type().name());
    out.writeLong(one.size());
    ListingFields.writeInstant(out, one.createdAt());
    ListingFields.writeInstant(out, one.modifiedAt());
    write(out, one.owner());
    write(out, one.group());
    ListingFields.writeText(out, one.other().name());
    ListingFields.writeText(out, one.locality().name());
    ListingFields.writeText(out, one.retention().policy().name());
    ListingFields.writeOptional(
        out, one.retention().latency(), latency -> ListingFields.writeText(out, latency.name()));
    ListingFields.writeOptional(out, one.checksum(), text -> ListingFields.writeText(out, text));
    ListingFields.writeOptional(out, one.spaceToken(), text -> ListingFields.writeText(out, text));
    ListingFields.writeText(out, one.storageType().name());
    ListingFields.writeNumber(out, one.lifetimeAssigned());
    ListingFields.writeNumber(out, one.lifetimeLeft());
  }

  private static Attributes attributes(DataInput in) throws IOException {
    return new Attributes(
        ListingFields.readConstant(in, FileType.class),
        in.readLong(),
        ListingFields.readInstant(in),
        ListingFields.readInstant(in),
        permission(in),
        permission(in),
        ListingFields.readConstant(in, PermissionMode.class),
        ListingFields.readConstant(in, FileLocality.class),
        new RetentionPolicyInfo(
            ListingFields.readConstant(in, RetentionPolicy.class),
            ListingFields.readOptional(
                in, () -> ListingFields.readConstant(in, AccessLatency.class))),
        ListingFields.readOptional(in, () -> ListingFields.readText(in)),
        ListingFields.readOptional(in, () -> ListingFields.readText(in)),
        ListingFields.readConstant(in, FileStorageType.class),
        ListingFields.readNumber(in),
        ListingFields.readNumber(in));
  }

  private static void write(DataOutput out, Permission permission) throws IOException {
    ListingFields.writeText(out, permission.name());
    ListingFields.writeText(out, permission.mode().name());
  }

  private static Permission permission(DataInput in) throws IOException {
    return new Permission(
        ListingFields.readText(in), ListingFields.readConstant(in, PermissionMode.class));
  }
}
