package org.bora.door.macaroon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.bora.door.token.TokenRefused;
import org.junit.jupiter.api.Test;

/** Against the examples of libmacaroons and pymacaroons. */
class MacaroonTest {
  private static final byte[] KEY =
      "this is our super secret key; only we should know it".getBytes(StandardCharsets.US_ASCII);

  private static Macaroon issued(String... caveats) {
    return Macaroon.issue(KEY, "http://mybank/", "we used our secret key", List.of(caveats));
  }

  private static String signature(Macaroon macaroon) {
    return macaroon.signature();
  }

  @Test
  void signaturesAreThoseOfOtherImplementations() {
    assertEquals(
        "e3d9e02908526c4c0039ae15114115d97fdd68bf2ba379b342aaf0f617d0552f", signature(issued()));
    assertEquals(
        "197bac7a044af33332865b9266e26d493bdd668a660e44d88ce1a998c23dbd67",
        signature(issued("test = caveat")));
  }

  @Test
  void format1IsWrittenAsOthersWriteIt() throws TokenRefused {
    String text =
        "MDAxY2xvY2F0aW9uIGh0dHA6Ly9teWJhbmsvCjAwMjZpZGVudGlmaWVyIHdlIHVzZWQgb3VyIHNlY3JldCBrZXkK"
            + "MDAyZnNpZ25hdHVyZSDj2eApCFJsTAA5rhURQRXZf91ovyujebNCqvD2F9BVLwo";

    assertEquals(text, MacaroonText.write(issued()));
    assertTrue(MacaroonText.read(text).isSignedWith(KEY));
    assertTrue(MacaroonText.read(text + "=").isSignedWith(KEY));
  }

  @Test
  void format2IsRead() throws TokenRefused {
    Macaroon read =
        MacaroonText.read(
            "AgETaHR0cDovL2V4YW1wbGUub3JnLwIFa2V5aWQAAAYgfN7nklEcW8b1KEhYBd_psk54XijiqZMB-dcRxgnj"
                + "jvc=");

    assertEquals("http://example.org/", read.location());
    assertEquals("keyid", read.identifier());
    assertEquals(
        "7cdee792511c5bc6f528485805dfe9b24e785e28e2a99301f9d711c609e38ef7", signature(read));
  }

  @Test
  void caveatsInFormat2AreReadInTheirOrder() throws TokenRefused {
    Macaroon made = issued("path:/a", "activity:LIST");
    ByteBuffer out = ByteBuffer.allocate(400);
    out.put((byte) 2);
    field(out, 2, made.identifier().getBytes(StandardCharsets.UTF_8));
    out.put((byte) 0);
    for (String caveat : made.caveats()) {
      field(out, 2, caveat.getBytes(StandardCharsets.UTF_8));
      out.put((byte) 0);
    }
    out.put((byte) 0);
    field(out, 6, made.signatureBytes());
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);

    Macaroon read = MacaroonText.read(Base64.getUrlEncoder().encodeToString(bytes));

    assertEquals(made.caveats(), read.caveats());
    assertTrue(read.isSignedWith(KEY));
  }

  private static void field(ByteBuffer out, int type, byte[] value) {
    out.put((byte) type).put((byte) value.length).put(value);
  }

  @Test
  void whatWasAddedChangedOrTakenAwayDoesNotHold() {
    Macaroon made = issued("path:/a", "activity:LIST");

    assertFalse(
        new Macaroon("", made.identifier(), List.of("path:/a"), made.signature())
            .isSignedWith(KEY));
    assertFalse(
        new Macaroon("", made.identifier(), List.of("activity:LIST", "path:/a"), made.signature())
            .isSignedWith(KEY));
    assertFalse(new Macaroon("", "another", made.caveats(), made.signature()).isSignedWith(KEY));
    assertFalse(made.isSignedWith(new byte[32]));
    assertTrue(
        new Macaroon("elsewhere", made.identifier(), made.caveats(), made.signature())
            .isSignedWith(KEY));
  }

  @Test
  void caveatsForThirdPartiesAreRefused() {
    List<String> lines =
        List.of(
            "001clocation http://mybank/",
            "0026identifier we used our secret key",
            "0010cid foreign",
            "000evid xxxxx",
            "");
    byte[] packets = String.join("\n", lines).getBytes(StandardCharsets.US_ASCII);
    String text = Base64.getUrlEncoder().encodeToString(packets);

    TokenRefused refused = assertThrows(TokenRefused.class, () -> MacaroonText.read(text));

    assertTrue(refused.getMessage().contains("third party"), refused.getMessage());
  }

  @Test
  void anyPieceOrMutationOfOneIsRefusedAndNeverASurprise() {
    byte[] good = Base64.getUrlDecoder().decode(MacaroonText.write(issued("path:/a")));
    Random random = new Random(7);
    for (int at = 0; at < good.length; at++) {
      byte[] mutated = good.clone();
      mutated[at] ^= (byte) (1 + random.nextInt(255));
      holdsNot(mutated);
      holdsNot(Arrays.copyOf(good, at));
    }
  }

  private static void holdsNot(byte[] bytes) {
    try {
      Macaroon read = MacaroonText.read(Base64.getUrlEncoder().encodeToString(bytes));
      boolean same =
          read.identifier().equals("we used our secret key")
              && read.caveats().equals(List.of("path:/a"));
      assertTrue(!read.isSignedWith(KEY) || same); // the location is not signed
    } catch (TokenRefused refused) {
      assertFalse(refused.getMessage().isEmpty());
    }
  }
}
