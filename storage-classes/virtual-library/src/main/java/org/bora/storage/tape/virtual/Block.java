package org.bora.storage.tape.virtual;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.bora.storage.tape.model.Extent;

/**
 * A block that describes: the volume, or an object. Text that {@code head -c 4096} shows: eight
 * characters of kind, eight digits of the CRC-32 of everything from the second line on, the mark
 * {@code L} (live) or {@code D} (deleted), then a line per fact, filled up with zeros. The last
 * fact may have line ends in it.
 */
record Block(Kind kind, boolean deleted, Map<String, String> facts) {

  enum Kind {
    VOLUME("BORAVOL1"),
    OBJECT("BORAOBJ1");

    private final String magic;

    Kind(String magic) {
      this.magic = magic;
    }
  }

  /** Where the mark stands in a block. */
  static final int MARK_OFFSET = 16;

  static final byte DELETED = 'D';
  private static final byte LIVE = 'L';

  /** The last of the facts, which takes what room is left. */
  static final String LAST_FACT = "name";

  private static final int MAGIC_BYTES = 8;
  private static final int TEXT_OFFSET = 18;
  private static final int TEXT_BYTES = Extent.BLOCK_BYTES - TEXT_OFFSET;

  /** The block, ready to be written; text that is too long loses its end. */
  ByteBuffer bytes() {
    StringBuilder text = new StringBuilder();
    facts.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer block = ByteBuffer.allocate(Extent.BLOCK_BYTES);
    block.put(TEXT_OFFSET, content, 0, Math.min(content.length, TEXT_BYTES));
    block.put(0, ascii(kind.magic));
    block.put(MAGIC_BYTES, ascii(crc(block)));
    block.put(MARK_OFFSET, deleted ? DELETED : LIVE);
    block.put(MARK_OFFSET + 1, (byte) '\n');
    return block;
  }

  /** The content of a block; empty if it is not a description, or is damaged. */
  static Optional<Block> parse(Kind kind, ByteBuffer block) {
    if (block.limit() < Extent.BLOCK_BYTES
        || !text(block, 0, MAGIC_BYTES).equals(kind.magic)
        || !text(block, MAGIC_BYTES, MAGIC_BYTES).equals(crc(block))) {
      return Optional.empty();
    }
    String text = text(block, TEXT_OFFSET, TEXT_BYTES);
    int end = text.indexOf('\0');
    return Optional.of(
        new Block(
            kind,
            block.get(MARK_OFFSET) == DELETED,
            facts(end < 0 ? text : text.substring(0, end))));
  }

  private static Map<String, String> facts(String text) {
    Map<String, String> facts = new LinkedHashMap<>();
    int begin = 0;
    while (begin < text.length()) {
      int blank = text.indexOf(' ', begin);
      String key = text.substring(begin, blank);
      int end = key.equals(LAST_FACT) ? text.length() - 1 : text.indexOf('\n', blank);
      facts.put(key, text.substring(blank + 1, Math.max(end, blank + 1)));
      begin = end + 1;
    }
    return facts;
  }

  private static String crc(ByteBuffer block) {
    CRC32 sum = new CRC32();
    sum.update(block.slice(TEXT_OFFSET, TEXT_BYTES));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private static String text(ByteBuffer block, int offset, int length) {
    byte[] bytes = new byte[length];
    block.get(offset, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
