package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.virtual.Block.Kind;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static Block block(String name) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("position", "4096");
    facts.put(Block.LAST_FACT, name);
    return new Block(Kind.OBJECT, false, facts);
  }

  @Test
  void whatIsWrittenIsRead() {
    Block block = block("/a b/с пробелом");
    assertEquals(Optional.of(block), Block.parse(Kind.OBJECT, block.bytes()));
  }

  @Test
  void theLastFactMayHaveLineEndsOrBeEmpty() {
    for (String name : new String[] {"two\nlines", "", "ends so\n"}) {
      Block block = block(name);
      assertEquals(Optional.of(block), Block.parse(Kind.OBJECT, block.bytes()), name);
    }
  }

  @Test
  void aNameThatIsTooLongLosesItsEndAndNothingElse() {
    Block read = Block.parse(Kind.OBJECT, block("x".repeat(5000)).bytes()).orElseThrow();
    assertEquals("4096", read.facts().get("position"));
    assertTrue(read.facts().get(Block.LAST_FACT).startsWith("x".repeat(4000)));
  }

  @Test
  void aByteThatChangedIsNoticedExceptInTheMark() {
    Block block = block("name");
    for (int at = 0; at < block.bytes().limit(); at += 13) {
      ByteBuffer bytes = block.bytes();
      bytes.put(at, (byte) (bytes.get(at) + 1));
      assertTrue(Block.parse(Kind.OBJECT, bytes).isEmpty(), "byte " + at);
    }
    ByteBuffer marked = block.bytes().put(Block.MARK_OFFSET, Block.DELETED);
    assertTrue(Block.parse(Kind.OBJECT, marked).orElseThrow().deleted());
  }

  @Test
  void anotherKindAndAnythingElseDescribesNothing() {
    assertTrue(Block.parse(Kind.VOLUME, block("name").bytes()).isEmpty());
    assertTrue(Block.parse(Kind.OBJECT, ByteBuffer.allocate(4096)).isEmpty());
    assertTrue(Block.parse(Kind.OBJECT, ByteBuffer.allocate(100)).isEmpty());
    assertFalse(block("name").deleted());
  }

  @Test
  void aNameOfAnObjectSaysWhereItIs() {
    String text = "00000000-0000-0000-0000-000000000007.V00012.3.40960";
    ObjectName name = ObjectName.parse(text).orElseThrow();
    assertEquals(new TapeLocation("V00012", 40960, text), name.location());
    for (String other : new String[] {"x", text + ".1", text.replace("V", "W"), ""}) {
      assertTrue(ObjectName.parse(other).isEmpty(), other);
    }
  }
}
