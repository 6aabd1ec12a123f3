package org.bora.storage.tape.virtual;

import java.util.Objects;
import org.bora.storage.tape.model.Extent;

/**
 * An object on a volume, as its description says.
 *
 * @param size bytes
 * @param adler32 of its bytes, eight digits
 * @param deleted whether it is not needed any more
 */
record TapeObject(ObjectName name, long size, String adler32, boolean deleted) {
  TapeObject {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(adler32, "adler32");
  }

  Extent extent() {
    return new Extent(name.position(), size);
  }

  TapeObject asDeleted() {
    return new TapeObject(name, size, adler32, true);
  }
}
