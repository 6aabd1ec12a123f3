package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;

class OneRecordTest {

  @Test
  void headAndBodyAreJoinedAndStayUntilTheyHaveLeft() {
    ByteBuffer[] parts = {text("head"), BufferUtil.EMPTY_BUFFER, text("body")};
    ByteBuffer joined = BufferUtil.allocate(OneRecord.length(parts));

    OneRecord.join(parts, joined);

    assertEquals("headbody", BufferUtil.toString(joined));
    assertEquals(8, BufferUtil.remaining(parts));
  }

  @Test
  void whatHasLeftIsTakenOffFromTheBeginning() {
    ByteBuffer[] parts = {text("head"), text("body")};
    OneRecord.advance(parts, 5);
    assertEquals(0, parts[0].remaining());
    assertEquals("ody", BufferUtil.toString(parts[1]));
    OneRecord.advance(parts, 3);
    assertEquals(0, BufferUtil.remaining(parts));
  }

  @Test
  void nothingIsJoinedThatIsAloneOrDoesNotFit() {
    assertEquals(0, OneRecord.length());
    assertEquals(0, OneRecord.length(BufferUtil.EMPTY_BUFFER, text("body")));
    ByteBuffer full = ByteBuffer.allocate(1 << 14);
    assertEquals(0, OneRecord.length(full, text("b")));
    full.get();
    assertEquals(1 << 14, OneRecord.length(full, text("b")));
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }
}
