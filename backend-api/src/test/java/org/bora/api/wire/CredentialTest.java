package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.bora.api.Catalogue;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/** The credential of a copy travels and is never seen. */
class CredentialTest {

  private static final Call CALL = new Samples(new Random(7)).of(Call.class);
  private static final CBORMapper CBOR = new CBORMapper();

  @Test
  void theCredentialArrivesWithItsKeyAndItsChain() {
    for (DelegatedCredential credential : SampleCredentials.ALL) {
      CopyRequest sent = copy(credential);
      assertEquals(sent, arrived(message(sent)).question());
    }
  }

  @Test
  void noTextFormShowsTheKey() {
    for (DelegatedCredential credential : SampleCredentials.ALL) {
      CopyRequest request = copy(credential);
      byte[] message = message(request);
      for (Object shown :
          List.of(request, credential, arrived(message), Methods.of(Catalogue.COPY))) {
        assertSecret(credential, shown.toString());
      }
      assertSecret(credential, Methods.of(Catalogue.COPY).streamRequest(message).toString());
    }
  }

  @Test
  void aKeyThatIsNoneIsRefusedWithoutQuotingIt() throws CertificateEncodingException {
    byte[] chain = SampleCredentials.ALL.getFirst().chain().getFirst().getEncoded();
    byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
    ArrayNode none = CBOR.createArrayNode();
    for (ArrayNode parts :
        List.of(
            none.deepCopy().add(secret).add(chain),
            none.deepCopy().add(secret).add(secret),
            none.deepCopy().add(secret),
            none.deepCopy().add("secret").add(chain),
            none.deepCopy().add(secret).add("secret"),
            none)) {
      ObjectNode sent = (ObjectNode) CBOR.readTree(message(copy(SampleCredentials.ALL.getLast())));
      ((ObjectNode) sent.get("question")).set("credential", parts);
      byte[] message = CBOR.writeValueAsBytes(sent);
      MalformedMessage refusal = assertThrows(MalformedMessage.class, () -> arrived(message));
      StringWriter told = new StringWriter();
      refusal.printStackTrace(new PrintWriter(told));
      assertFalse(told.toString().contains("secret"), told::toString);
      assertFalse(told.toString().contains(HexFormat.of().formatHex(secret)), told::toString);
      assertFalse(
          told.toString().contains(Base64.getEncoder().encodeToString(secret)), told::toString);
    }
  }

  private static byte[] message(CopyRequest request) {
    return Messages.question(Catalogue.COPY, CALL, request);
  }

  private static Asked<CopyRequest> arrived(byte[] message) {
    return Messages.asked(Catalogue.COPY, message);
  }

  /** Any run of the key's own bytes, in the forms that logs have for bytes. */
  private static void assertSecret(DelegatedCredential credential, String text) {
    byte[] key = credential.key().getEncoded();
    // The end of the key is what nobody else has: its beginning may be said by any public key.
    byte[] tail = Arrays.copyOfRange(key, key.length - 24, key.length);
    assertFalse(text.contains(HexFormat.of().formatHex(tail)), text);
    assertFalse(text.contains(Base64.getEncoder().encodeToString(tail)), text);
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
