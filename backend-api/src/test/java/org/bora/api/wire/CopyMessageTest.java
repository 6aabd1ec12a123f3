package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.wire.proto.CopyProto;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.junit.jupiter.api.Test;

/** The credential of a copy travels and is never seen. */
class CopyMessageTest {

  private static final Call CALL = new Samples(new Random(7)).of(Call.class);

  @Test
  void theCredentialArrivesWithItsKeyAndItsChain() throws IOException {
    for (DelegatedCredential credential : SampleCredentials.ALL) {
      CopyMessage sent = CopyCodec.toWire(CALL, copy(credential));
      CopyMessage arrived = CopyMessage.parseFrom(CopyMessage.METHOD.streamRequest(sent));
      assertEquals(Optional.of(credential), arrived.credential());
      assertEquals(sent.request(), arrived.request());
    }
  }

  @Test
  void noTextFormShowsTheKey() throws IOException {
    for (DelegatedCredential credential : SampleCredentials.ALL) {
      CopyRequest request = copy(credential);
      CopyMessage sent = CopyCodec.toWire(CALL, request);
      CopyMessage arrived = CopyMessage.parseFrom(CopyMessage.METHOD.streamRequest(sent));
      for (Object shown : List.of(request, credential, sent, arrived, CopyMessage.METHOD)) {
        assertSecret(credential, shown.toString());
      }
      for (CopyMessage message : List.of(sent, arrived)) {
        assertSecret(credential, message.request().toString());
        assertSecret(credential, TextFormat.printer().printToString(message.request()));
        assertTrue(message.request().getUnknownFields().asMap().isEmpty());
      }
    }
  }

  @Test
  void aKeyThatIsNoneIsRefusedWithoutQuotingIt() {
    var chain = SampleCredentials.ALL.getFirst().chain().getFirst();
    ByteString secret = ByteString.copyFromUtf8("secret");
    for (UnknownFieldSet beside :
        List.of(
            fields(Optional.of(secret), List.of(der(chain))),
            fields(Optional.of(secret), List.of(secret)),
            fields(Optional.of(secret), List.of()))) {
      ByteString sent =
          CopyProto.CopyRequest.newBuilder().setUnknownFields(beside).build().toByteString();
      var refusal =
          assertThrows(
              StatusRuntimeException.class, () -> CopyMessage.METHOD.parseRequest(sent.newInput()));
      assertEquals(Status.Code.INVALID_ARGUMENT, refusal.getStatus().getCode());
      assertFalse(refusal.toString().contains("secret"), refusal::toString);
      assertEquals(null, refusal.getCause());
    }
  }

  private static UnknownFieldSet fields(Optional<ByteString> key, List<ByteString> chain) {
    var fields = UnknownFieldSet.newBuilder();
    key.ifPresent(
        bytes ->
            fields.addField(
                10, UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes).build()));
    var certificates = UnknownFieldSet.Field.newBuilder();
    chain.forEach(certificates::addLengthDelimited);
    return fields.addField(11, certificates.build()).build();
  }

  private static ByteString der(X509Certificate certificate) {
    try {
      return ByteString.copyFrom(certificate.getEncoded());
    } catch (CertificateEncodingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Any run of the key's own bytes, in the forms that logs have for bytes. */
  private static void assertSecret(DelegatedCredential credential, String text) {
    byte[] key = credential.key().getEncoded();
    // The end of the key is what nobody else has: its beginning may be said by any public key.
    byte[] tail = Arrays.copyOfRange(key, key.length - 24, key.length);
    assertFalse(text.contains(HexFormat.of().formatHex(tail)), text);
    assertFalse(text.contains(Base64.getEncoder().encodeToString(tail)), text);
    assertFalse(text.contains(TextFormat.escapeBytes(tail)), text);
    assertFalse(text.contains(Arrays.toString(key)), text);
  }

  private static CopyRequest copy(DelegatedCredential credential) {
    return new CopyRequest(
        List.of(),
        "",
        OverwriteMode.NEVER,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(credential));
  }
}
