package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Optional;
import org.bora.api.wire.proto.CopyProto;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.wire.proto.PermissionProto;
import org.bora.api.wire.proto.PutProto;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What parses and yet means nothing is refused, never guessed. */
class MalformedMessageTest {

  private static final int OF_A_NEWER_PROTOCOL = 4711;

  @Test
  void aMissingStatusIsRefused() {
    refused(() -> StatusCodec.fromWire(WordsProto.StatusReply.getDefaultInstance()));
  }

  @Test
  void aStatusOfANewerProtocolIsRefused() {
    var status = WordsProto.ReturnStatus.newBuilder().setCodeValue(OF_A_NEWER_PROTOCOL);
    refused(
        () -> StatusCodec.fromWire(WordsProto.StatusReply.newBuilder().setStatus(status).build()));
  }

  @Test
  void aMissingEnumerationIsRefused() {
    refused(
        () -> PermissionCodec.fromWire(PermissionProto.SetPermissionRequest.getDefaultInstance()));
    refused(() -> PutCodec.fromWire(PutProto.PutRequest.getDefaultInstance()));
    refused(
        () ->
            CopyCodec.fromWire(
                new CopyMessage(CopyProto.CopyRequest.getDefaultInstance(), Optional.empty())));
    refused(() -> PermissionCodec.fromWire(rightOf(OF_A_NEWER_PROTOCOL)));
    refused(() -> KnownRequestCodec.fromWire(summaryOf(OF_A_NEWER_PROTOCOL)));
    refused(() -> WordCodec.fromWire(WordsProto.RetentionPolicyInfo.getDefaultInstance()));
    refused(() -> WordCodec.fromWire(WordsProto.Permission.getDefaultInstance()));
    refused(
        () ->
            DirectoryCodec.fromWire(
                DirectoryProto.LsRequest.newBuilder().setFilterValue(OF_A_NEWER_PROTOCOL).build()));
  }

  private static PermissionProto.EffectiveRightsReply rightOf(int mode) {
    return PermissionProto.EffectiveRightsReply.newBuilder()
        .setStatus(success())
        .addFiles(
            PermissionProto.EffectiveRight.newBuilder().setStatus(success()).setModeValue(mode))
        .build();
  }

  private static RequestProto.RequestSummariesReply summaryOf(int type) {
    return RequestProto.RequestSummariesReply.newBuilder()
        .setStatus(success())
        .addRequests(
            RequestProto.RequestSummary.newBuilder().setStatus(success()).setTypeValue(type))
        .build();
  }

  @Test
  void attributesWithoutATypeAreRefused() {
    var entry =
        DirectoryProto.PathDetail.newBuilder()
            .setStatus(success())
            .setAttributes(DirectoryProto.Attributes.getDefaultInstance())
            .build();
    refused(() -> ListingCodec.fromWire(entry));
  }

  @Test
  void aCallWithoutACallerIsRefused() {
    refused(() -> CallCodec.fromWire(WordsProto.Circumstances.getDefaultInstance(), Instant.EPOCH));
  }

  @Test
  void anAttributeOutsideAnyVoIsRefused() {
    var caller =
        WordsProto.Caller.newBuilder()
            .setDn("/CN=a")
            .addFqans(WordsProto.Fqan.newBuilder().setGroup("testvo"));
    refused(
        () ->
            CallCodec.fromWire(
                WordsProto.Circumstances.newBuilder().setCaller(caller).build(), Instant.EPOCH));
  }

  @Test
  void aTimeBeyondAllTimeIsRefused() {
    refused(
        () ->
            WordCodec.fromWire(WordsProto.Moment.newBuilder().setSeconds(Long.MAX_VALUE).build()));
  }

  @Test
  void codesKeepTheirNumbers() {
    SrmStatus[] codes = SrmStatus.values();
    for (int i = 0; i < codes.length; i++) {
      assertEquals(i + 1, StatusCodec.toWire(codes[i]).getNumber(), codes[i].name());
    }
  }

  private static WordsProto.ReturnStatus success() {
    return WordsProto.ReturnStatus.newBuilder()
        .setCode(WordsProto.SrmStatus.SRM_STATUS_SUCCESS)
        .build();
  }

  private static void refused(Executable decoding) {
    String message = assertThrows(MalformedMessage.class, decoding).getMessage();
    assertTrue(!message.contains("org.bora"), message);
  }
}
