package org.bora.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.put.PutRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/** What parses and yet means nothing is refused, never guessed; what is new is passed over. */
class MalformedMessageTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final Call CALL = new Samples(new Random(7)).of(Call.class);
  private static final Map<String, Object> SUCCESS = Map.of("code", "SUCCESS", "explanation", "");

  @Test
  void whatIsNoMessageIsRefused() {
    refused(() -> Messages.asked(Catalogue.MKDIR, new byte[0]));
    refused(() -> Messages.asked(Catalogue.MKDIR, "POST / HTTP/1.1".getBytes(UTF_8)));
    refused(() -> Messages.asked(Catalogue.MKDIR, CBOR.writeValueAsBytes(null)));
    byte[] whole = Messages.question(Catalogue.PREPARE_TO_PUT, CALL, put());
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, part));
    }
    byte[] more = Arrays.copyOf(whole, whole.length + 1);
    refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, more));
  }

  @Test
  void aMissingStatusIsRefused() {
    refused(() -> answered(Catalogue.MKDIR, Map.of()));
    refused(() -> answered(Catalogue.MKDIR, Map.of("status", Map.of("explanation", ""))));
  }

  @Test
  void aStatusOfANewerProtocolIsRefused() {
    Map<String, Object> newer = Map.of("code", "SRM_TEAPOT", "explanation", "");
    refused(() -> answered(Catalogue.MKDIR, Map.of("status", newer)));
    Map<String, Object> byNumber = Map.of("code", 0, "explanation", "");
    refused(() -> answered(Catalogue.MKDIR, Map.of("status", byNumber)));
  }

  @Test
  void aMissingEnumerationIsRefused() {
    for (String field : List.of("overwrite", "description")) {
      ObjectNode message = tree();
      ((ObjectNode) message.get("question")).remove(field);
      refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
    }
  }

  @Test
  void anUnknownEnumerationIsRefused() {
    ObjectNode message = tree();
    ((ObjectNode) message.get("question")).put("overwrite", "SOMETIMES");
    refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
  }

  @Test
  void aCallWithoutACallerIsRefused() {
    for (String field : List.of("caller", "trace", "question")) {
      ObjectNode message = tree();
      message.remove(field);
      refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
    }
    ObjectNode message = tree();
    ((ObjectNode) message.get("caller")).remove("dn");
    refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
    ((ObjectNode) message.get("caller")).put("dn", "");
    refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
  }

  @Test
  void anAttributeOutsideAnyVoIsRefused() {
    ObjectNode message = tree();
    ArrayNode fqans = CBOR.createArrayNode();
    fqans.add(CBOR.createObjectNode().put("group", "testvo").put("role", ""));
    ((ObjectNode) message.get("caller")).set("fqans", fqans);
    refused(() -> Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)));
  }

  @Test
  void aTimeBeyondAllTimeIsRefused() {
    for (Object time : List.of(Long.MAX_VALUE, List.of(0, 0, 0), List.of(0), "noon")) {
      Map<String, Object> request = Map.of("token", "t", "createdAt", time);
      refused(
          () ->
              answered(
                  Catalogue.GET_REQUEST_TOKENS,
                  Map.of("status", SUCCESS, "requests", List.of(request))));
    }
  }

  @Test
  void whatNestsDeeperThanAnyRecordIsRefused() {
    Object deep = "bottom";
    for (int level = 0; level < 50; level++) {
      deep = List.of(deep);
    }
    Object all = Map.of("status", SUCCESS, "new", deep);
    refused(() -> answered(Catalogue.MKDIR, all));
  }

  @Test
  void aComponentOfANewerReleaseIsPassedOver() {
    ObjectNode message = tree();
    message.put("tomorrow", 1);
    ((ObjectNode) message.get("question")).set("tomorrow", CBOR.createObjectNode().put("a", "b"));
    assertEquals(
        put(),
        Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message)).question());
    assertEquals(
        new StatusReply(ReturnStatus.success()),
        answered(Catalogue.MKDIR, Map.of("status", SUCCESS, "tomorrow", List.of(1, 2))));
  }

  @Test
  void whatAnOlderReleaseDoesNotSendIsEmpty() {
    ObjectNode message = tree();
    ObjectNode question = (ObjectNode) message.get("question");
    for (String component : List.of("files", "protocols", "spaceToken", "fileLifetime")) {
      question.remove(component);
    }
    message.remove("repeated");
    Asked<PutRequest> arrived =
        Messages.asked(Catalogue.PREPARE_TO_PUT, CBOR.writeValueAsBytes(message));
    assertEquals(List.of(), arrived.question().files());
    assertEquals(Optional.empty(), arrived.question().spaceToken());
    assertEquals(false, arrived.repeated());
  }

  private static PutRequest put() {
    PutRequest sample = new Samples(new Random(5)).of(PutRequest.class);

    return sample;
  }

  private static ObjectNode tree() {
    return (ObjectNode) CBOR.readTree(Messages.question(Catalogue.PREPARE_TO_PUT, CALL, put()));
  }

  private static Object answered(Operation<?, ?> operation, Object message) {
    return Messages.answered(operation, CBOR.writeValueAsBytes(message));
  }

  private static void refused(Executable decoding) {
    String message = assertThrows(MalformedMessage.class, decoding).getMessage();
    assertTrue(!message.contains("org.bora"), message);
  }
}
