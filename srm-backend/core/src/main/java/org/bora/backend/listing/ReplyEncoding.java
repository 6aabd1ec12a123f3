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
 * How what a listing found is stored: every entry before its children, each child after its length,
 * so that a page is read without making the entries before and after it; deflated, which leaves 10
 * to 25 bytes of an entry with a name of its own. A tree is at most as deep as a listing descends,
 * so going down it by recursion is safe.
 */
final class ReplyEncoding {
  private ReplyEncoding() {}

  static byte[] encode(LsReply reply) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      write(out, reply.status());
      Fields.writeList(out, reply.details(), detail -> write(out, detail));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads it back.
   *
   * @param offset children of the names asked for to leave out
   * @param count children of each of them to read at most
   */
  static LsReply decode(byte[] stored, int offset, int count) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(stored)))) {
      return LsReply.of(status(in), Fields.readList(in, () -> detail(in, offset, count)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutput out, ReturnStatus status) throws IOException {
    Fields.writeText(out, status.code().name());
    Fields.writeText(out, status.explanation());
  }

  private static ReturnStatus status(DataInput in) throws IOException {
    return ReturnStatus.of(Fields.readConstant(in, SrmStatus.class), Fields.readText(in));
  }

  private static void write(DataOutput out, PathDetail detail) throws IOException {
    Fields.writeText(out, detail.path());
    write(out, detail.status());
    Fields.writeOptional(out, detail.attributes(), attributes -> write(out, attributes));
    out.writeInt(detail.children().size());
    for (PathDetail child : detail.children()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      write(new DataOutputStream(bytes), child);
      out.writeInt(bytes.size());
      out.write(bytes.toByteArray());
    }
  }

  private static PathDetail detail(DataInputStream in, int offset, int count) throws IOException {
    String path = Fields.readText(in);
    ReturnStatus status = status(in);
    Optional<Attributes> attributes = Fields.readOptional(in, () -> attributes(in));
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
    Fields.writeText(out, one.type().name());
    out.writeLong(one.size());
    Fields.writeInstant(out, one.createdAt());
    Fields.writeInstant(out, one.modifiedAt());
    write(out, one.owner());
    write(out, one.group());
    Fields.writeText(out, one.other().name());
    Fields.writeText(out, one.locality().name());
    Fields.writeText(out, one.retention().policy().name());
    Fields.writeOptional(
        out, one.retention().latency(), latency -> Fields.writeText(out, latency.name()));
    Fields.writeOptional(out, one.checksum(), text -> Fields.writeText(out, text));
    Fields.writeOptional(out, one.spaceToken(), text -> Fields.writeText(out, text));
    Fields.writeText(out, one.storageType().name());
    Fields.writeNumber(out, one.lifetimeAssigned());
    Fields.writeNumber(out, one.lifetimeLeft());
  }

  private static Attributes attributes(DataInput in) throws IOException {
    return new Attributes(
        Fields.readConstant(in, FileType.class),
        in.readLong(),
        Fields.readInstant(in),
        Fields.readInstant(in),
        permission(in),
        permission(in),
        Fields.readConstant(in, PermissionMode.class),
        Fields.readConstant(in, FileLocality.class),
        new RetentionPolicyInfo(
            Fields.readConstant(in, RetentionPolicy.class),
            Fields.readOptional(in, () -> Fields.readConstant(in, AccessLatency.class))),
        Fields.readOptional(in, () -> Fields.readText(in)),
        Fields.readOptional(in, () -> Fields.readText(in)),
        Fields.readConstant(in, FileStorageType.class),
        Fields.readNumber(in),
        Fields.readNumber(in));
  }

  private static void write(DataOutput out, Permission permission) throws IOException {
    Fields.writeText(out, permission.name());
    Fields.writeText(out, permission.mode().name());
  }

  private static Permission permission(DataInput in) throws IOException {
    return new Permission(Fields.readText(in), Fields.readConstant(in, PermissionMode.class));
  }
}
