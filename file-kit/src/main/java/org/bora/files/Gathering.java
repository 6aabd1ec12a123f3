package org.bora.files;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.bora.door.http.Refused;
import org.bora.storage.spi.StorageException;

/** Collects the bytes of an upload, so that they are written in large pieces. */
public final class Gathering {
  /** Bytes that are written at once. */
  private static final int BUFFER_BYTES = 1024 * 1024;

  private static final int SMALLEST_BUFFER = 16 * 1024;

  private final DoorUpload upload;
  private final ByteBuffer buffer;

  /**
   * @param size of the file, if known
   */
  public Gathering(DoorUpload upload, OptionalLong size) {
    this.upload = upload;
    long wanted = Math.max(SMALLEST_BUFFER, size.orElse(BUFFER_BYTES));
    this.buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES, wanted));
  }

  /** Takes all available bytes. */
  public void take(ByteBuffer bytes) throws StorageException, Refused {
    while (bytes.hasRemaining()) {
      int count = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(buffer.position(), bytes, bytes.position(), count);
      buffer.position(buffer.position() + count);
      bytes.position(bytes.position() + count);
      if (!buffer.hasRemaining()) {
        write();
      }
    }
  }

  /** Writes the rest; to be called at the end. */
  public void write() throws StorageException, Refused {
    upload.write(buffer.flip());
    buffer.clear();
  }
}
