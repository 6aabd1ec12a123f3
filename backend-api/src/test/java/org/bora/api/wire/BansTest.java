package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import java.util.List;
import org.bora.api.ban.BannedName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Who is kept out, as a backend tells it, and a frontend or door of an earlier release hears it.
 */
class BansTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final BannedName EVE = new BannedName(BannedName.Kind.DN, "/CN=Eve", "order 1");
  private static final BannedName ENDED =
      new BannedName(
          BannedName.Kind.TRANSFER, "5e1dd1ad-9b5c-4f16-8ee0-6b0b3f3f9a11", "ended by socket");

  /** What a backend from before transfers were ended sends: {@code {"names": [EVE]}}. */
  private static final String EARLIER =
      "bf656e616d657381bf646b696e6462444e677061747465726e672f434e3d457665"
          + "666f726967696e676f726465722031ffff";

  @Test
  void whatAnEarlierBackendSendsIsRead() {
    assertEquals(List.of(EVE), Messages.bans(HexFormat.of().parseHex(EARLIER)));
    assertEquals(EARLIER, HexFormat.of().formatHex(Messages.bans(List.of(EVE))));
  }

  @Test
  void whatIsSentIsWhatArrives() {
    List<BannedName> all = List.of(EVE, ENDED);
    assertEquals(all, Messages.bans(Messages.bans(all)));
    assertEquals(List.of(), Messages.bans(Messages.bans(List.of())));
  }

  /**
   * As an earlier release hears of a transfer that is ended: whoever is banned stays so, and the
   * message is not refused, or no later ban would hold there.
   */
  @Test
  void aKindThatTheReaderDoesNotKnowIsLeftOutAndTheOthersHold() {
    for (BannedName newer : List.of(EVE, ENDED)) {
      ObjectNode message = (ObjectNode) CBOR.readTree(Messages.bans(List.of(newer, EVE)));
      ((ObjectNode) ((ArrayNode) message.get("names")).get(0)).put("kind", "NETWORK");
      assertEquals(List.of(EVE), Messages.bans(CBOR.writeValueAsBytes(message)));
    }
  }

  /** The rule for all other enumerations: nobody guesses what was meant. */
  @Test
  void anEntryOfAKnownKindMustBeWhole() {
    ObjectNode message = (ObjectNode) CBOR.readTree(Messages.bans(List.of(EVE)));
    ((ObjectNode) ((ArrayNode) message.get("names")).get(0)).remove("origin");
    byte[] bytes = CBOR.writeValueAsBytes(message);
    assertThrows(MalformedMessage.class, () -> Messages.bans(bytes));
  }
}
