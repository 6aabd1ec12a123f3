package org.bora.s3.form;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.bora.door.http.Refused;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

class FormTest {
  private static final String BOUNDARY = "the-boundary";

  private static String field(String name, String value) {
    return part("name=\"" + name + "\"", value);
  }

  private static String file(String name, String content) {
    return part("name=\"file\"; filename=\"" + name + "\"", content);
  }

  private static String part(String parameters, String content) {
    return "--"
        + BOUNDARY
        + "\r\nContent-Disposition: form-data; "
        + parameters
        + "\r\n\r\n"
        + content
        + "\r\n";
  }

  private static final String END = "--" + BOUNDARY + "--\r\n";

  /** What a form had, fed in pieces of one length. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  private record Read(Form form, byte[] file) {}

  private static Read read(byte[] body, int piece) throws IOException, Refused {
    Form form = new Form(BOUNDARY);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    boolean handed = false;
    for (int at = 0; at < body.length; at += piece) {
      int end = Math.min(body.length, at + piece);
      ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOfRange(body, at, end));
      form.take(Content.Chunk.from(bytes, end == body.length));
      if (form.isAtFile() && !handed) {
        handed = true;
        form.handOn(got -> append(got, file));
      }
    }
    form.end();
    return new Read(form, file.toByteArray());
  }

  private static void append(ByteBuffer bytes, ByteArrayOutputStream to) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    to.writeBytes(copy);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String codeOf(String body) {
    Refused refusal = assertThrows(Refused.class, () -> read(bytes(body), 4096));
    return refusal.code().orElseThrow();
  }

  @Test
  void fieldsAndFileComeInPiecesOfAnyLength() throws IOException, Refused {
    byte[] content = new byte[5000];
    new Random(3).nextBytes(content);
    String text = new String(content, StandardCharsets.ISO_8859_1) + "\r\n--the-bound\r\n";
    String body = field("Key", "a/b\u00e4") + field("policy", "") + file("x.bin", text) + END;
    byte[] raw = body.getBytes(StandardCharsets.ISO_8859_1);
    for (int piece : new int[] {1, 2, 7, 100, 5017, raw.length}) {
      Read read = read(raw, piece);
      assertArrayEquals(text.getBytes(StandardCharsets.ISO_8859_1), read.file(), "in " + piece);
      assertTrue(read.form().fields().containsKey("key"));
      assertEquals("", read.form().fields().get("policy"));
      assertEquals("x.bin", read.form().fileName());
      assertEquals(text.length(), read.form().announced(raw.length), "in " + piece);
    }
  }

  @Test
  void whatIsBehindTheFileCountsForNothing() throws IOException, Refused {
    String body = field("key", "k") + file("x", "data") + field("key", "other") + END + "tail";
    Read read = read(bytes(body), 10);
    assertEquals(Map.of("key", "k"), read.form().fields());
    assertEquals("data", new String(read.file(), StandardCharsets.UTF_8));
  }

  @Test
  void aFileNameHasNoDirectories() throws IOException, Refused {
    for (String name : new String[] {"../../etc/passwd", "/etc/passwd", "passwd"}) {
      assertEquals("passwd", read(bytes(file(name, "") + END), 10).form().fileName());
    }
    assertEquals("..", read(bytes(file("a/..", "") + END), 10).form().fileName());
    assertEquals("", read(bytes(part("name=\"file\"", "") + END), 10).form().fileName());
  }

  @Test
  void metadataThatComesTwiceIsJoinedAndNothingElseMay() throws IOException, Refused {
    String twice = field("x-amz-meta-a", "1") + field("X-Amz-Meta-A", "2") + file("f", "") + END;
    assertEquals("1,2", read(bytes(twice), 50).form().fields().get("x-amz-meta-a"));
    assertEquals(
        "MalformedPOSTRequest",
        codeOf(field("key", "allowed") + field("KEY", "other") + file("f", "") + END));
  }

  @Test
  void aFormThatIsNotWholeIsRefused() {
    assertEquals("MalformedPOSTRequest", codeOf(field("key", "k") + file("f", "data")));
    assertEquals("MalformedPOSTRequest", codeOf(field("key", "k") + END));
    assertEquals("MalformedPOSTRequest", codeOf("no form at all"));
    assertEquals("MalformedPOSTRequest", codeOf(part("file=\"nameless\"", "x") + END));
  }

  @Test
  void endlessFieldsAreRefusedWithinTheBound() {
    String endless = "x".repeat(Form.MOST_BYTES_BEFORE + 1);
    assertEquals("MaxPostPreDataLengthExceeded", codeOf(endless));
    assertEquals("MaxPostPreDataLengthExceeded", codeOf(field("key", endless)));
    assertEquals("MaxPostPreDataLengthExceeded", codeOf(field("key", endless) + file("f", "")));
    String fields = "";
    for (int n = 0; n <= Form.MOST_FIELDS; n++) {
      fields += field("a" + n, "");
    }
    assertEquals("MalformedPOSTRequest", codeOf(fields + file("f", "") + END));
    String head = "--" + BOUNDARY + "\r\nContent-Disposition: " + "x".repeat(4096);
    assertEquals("MalformedPOSTRequest", codeOf(head));
  }

  @Test
  void aTailIsShort() throws IOException, Refused {
    String form = field("key", "k") + file("f", "data") + END;
    assertFalse(read(bytes(form + "x".repeat(1000)), 1000).form().fields().isEmpty());
    assertEquals("MalformedPOSTRequest", codeOf(form + "x".repeat(Form.MOST_BYTES_BEHIND + 1)));
  }
}
