package org.bora.door.gsi.door;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;

/** Combines buffers that fit in one TLS record, instead of one record for each. */
final class OneRecord {

  /** RFC 5246 section 6.2.1. */
  private static final int MOST_BYTES = 1 << 14;

  private OneRecord() {}

  /** The number of bytes of a record with all of them; 0 if there is nothing to join. */
  static int length(ByteBuffer... parts) {
    int filled = 0;
    long length = 0;
    for (ByteBuffer part : parts) {
      if (part.hasRemaining()) {
        filled++;
        length += part.remaining();
      }
    }
    return filled > 1 && length <= MOST_BYTES ? (int) length : 0;
  }

  /** Copies what remains of them behind each other; they stay as they are. */
  static void join(ByteBuffer[] parts, ByteBuffer joined) {
    int start = BufferUtil.flipToFill(joined);
    for (ByteBuffer part : parts) {
      joined.put(part.duplicate());
    }
    BufferUtil.flipToFlush(joined, start);
  }

  /** Takes so many bytes off their beginning. */
  static void advance(ByteBuffer[] parts, int bytes) {
    int left = bytes;
    for (ByteBuffer part : parts) {
      int taken = Math.min(left, part.remaining());
      part.position(part.position() + taken);
      left -= taken;
    }
  }
}
