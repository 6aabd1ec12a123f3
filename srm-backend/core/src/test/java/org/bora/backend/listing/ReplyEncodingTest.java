package org.bora.backend.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.Permission;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.Fqan;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.Test;

/** What is stored of a listing comes back as it was. */
class ReplyEncodingTest {
  private static final Instant THEN = Instant.parse("2026-11-20T12:00:00.123456789Z");

  private static Attributes attributes(boolean rich, long size) {
    return new Attributes(
        rich ? FileType.FILE : FileType.DIRECTORY,
        size,
        THEN,
        THEN.minusSeconds(1L << 40),
        new Permission("Mäx", PermissionMode.RW),
        new Permission("", PermissionMode.R),
        PermissionMode.NONE,
        FileLocality.ONLINE,
        new RetentionPolicyInfo(
            RetentionPolicy.CUSTODIAL,
            rich ? Optional.of(AccessLatency.NEARLINE) : Optional.empty()),
        rich ? Optional.of("00dc0073") : Optional.empty(),
        rich ? Optional.of("token") : Optional.empty(),
        FileStorageType.VOLATILE,
        rich ? OptionalInt.of(-1) : OptionalInt.empty(),
        rich ? OptionalInt.of(7) : OptionalInt.empty());
  }

  private static PathDetail file(String path, long size) {
    return new PathDetail(
        path, ReturnStatus.success(), Optional.of(attributes(true, size)), List.of());
  }

  @Test
  void aTreeComesBackWithEveryField() {
    PathDetail tree =
        new PathDetail(
            "/vo",
            ReturnStatus.of(SrmStatus.FAILURE, "\u0000 \uD83D\uDE00"),
            Optional.of(attributes(false, 0)),
            List.of(
                new PathDetail(
                    "/vo/d",
                    ReturnStatus.success(),
                    Optional.of(attributes(false, 0)),
                    List.of(file("/vo/d/f", Long.MAX_VALUE))),
                file("/vo/" + "long/".repeat(20_000), 1)));
    LsReply reply =
        LsReply.of(
            ReturnStatus.of(SrmStatus.TOO_MANY_RESULTS, "cut"),
            List.of(
                tree,
                new PathDetail(
                    "nowhere",
                    ReturnStatus.of(SrmStatus.INVALID_PATH),
                    Optional.empty(),
                    List.of())));
    assertEquals(reply, ReplyEncoding.decode(ReplyEncoding.encode(reply), 0, Integer.MAX_VALUE));
  }

  @Test
  void aPageIsReadOfTheFirstLevelOnly() {
    PathDetail below =
        new PathDetail(
            "/vo/d",
            ReturnStatus.success(),
            Optional.empty(),
            List.of(file("/vo/d/1", 1), file("/vo/d/2", 2)));
    PathDetail first =
        new PathDetail(
            "/vo",
            ReturnStatus.success(),
            Optional.empty(),
            List.of(file("/vo/a", 1), below, file("/vo/z", 3)));
    byte[] stored = ReplyEncoding.encode(LsReply.of(ReturnStatus.success(), List.of(first, below)));
    LsReply page = ReplyEncoding.decode(stored, 1, 1);
    assertEquals(List.of(below), page.details().getFirst().children());
    assertEquals(List.of(file("/vo/d/2", 2)), page.details().getLast().children());
    assertEquals(List.of(), ReplyEncoding.decode(stored, 3, 1).details().getFirst().children());
  }

  @Test
  void aWideDirectoryIsSmall() {
    List<PathDetail> children =
        IntStream.range(0, 10_000)
            .mapToObj(i -> file("/vo/run-" + i * 7919L % 10_000 + ".root", i * 31L))
            .toList();
    PathDetail wide =
        new PathDetail("/vo", ReturnStatus.success(), Optional.of(attributes(false, 0)), children);
    int size = ReplyEncoding.encode(LsReply.of(ReturnStatus.success(), List.of(wide))).length;
    assertTrue(size < 10_000 * 25, size + " bytes");
  }

  @Test
  void anEnquiryComesBackWithItsCaller() {
    Enquiry enquiry =
        new Enquiry(
            new Caller(
                "/CN=ä", "/CN=CA", List.of(Fqan.parse("/vo/g/Role=r"), Fqan.parse("/vo")), "::1"),
            new LsRequest(
                List.of(new Surl("srm://h/vo/x"), new Surl("")),
                true,
                false,
                OptionalInt.of(3),
                OptionalInt.empty(),
                OptionalInt.of(0),
                Optional.of(FileStorageType.DURABLE)));
    assertEquals(enquiry, EnquiryEncoding.decode(EnquiryEncoding.encode(enquiry)));
  }
}
