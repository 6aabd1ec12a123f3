package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import java.util.zip.Adler32;

/**
 * Bytes from a position of an open file on.
 *
 * @param file of which the one that opened it takes care
 */
record Bytes(FileChannel file, long position) {
  private static final int PIECE_BYTES = 1 << 20;

  /** Hears of every piece that was moved. */
  @FunctionalInterface
  interface Watch {
    void moved(long bytesSoFar) throws IOException, InterruptedException;
  }

  /** May change bytes on their way. */
  @FunctionalInterface
  interface Lens {
    Lens CLEAR = (piece, offset) -> {};

    /**
     * Sees a piece between its reading and its writing.
     *
     * @param piece to be changed in place
     * @param offset of its first byte from where the copying began
     */
    void look(ByteBuffer piece, long offset);
  }

  /**
   * Copies.
   *
   * @return ADLER32 of the written bytes, eight digits; empty text if there were fewer bytes
   */
  String copyTo(Bytes target, long size, Lens lens, Watch watch)
      throws IOException, InterruptedException {
    return each(
        size,
        (piece, offset) -> {
          lens.look(piece, offset);
          target.write(piece.duplicate(), offset);
        },
        watch);
  }

  /** ADLER32 of bytes that are copied nowhere. */
  String adler32(long size) throws IOException, InterruptedException {
    return each(size, (piece, offset) -> {}, moved -> {});
  }

  @FunctionalInterface
  private interface Use {
    void of(ByteBuffer piece, long offset) throws IOException;
  }

  private String each(long size, Use use, Watch watch) throws IOException, InterruptedException {
    Adler32 sum = new Adler32();
    ByteBuffer piece = ByteBuffer.allocate(Math.clamp(size, 1, PIECE_BYTES));
    long moved = 0;
    while (moved < size) {
      piece.clear().limit((int) Math.min(size - moved, PIECE_BYTES));
      int read = file.read(piece, position + moved);
      if (read < 0) {
        return "";
      }
      use.of(piece.flip(), moved);
      sum.update(piece);
      moved += read;
      watch.moved(moved);
    }
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private void write(ByteBuffer piece, long offset) throws IOException {
    long at = position + offset;
    while (piece.hasRemaining()) {
      at += file.write(piece, at);
    }
  }
}
