package org.bora.backend.operation.request;

import java.util.List;
import org.bora.backend.pin.Pin;
import org.bora.backend.request.PutRow;

/** The files of one request: of a put, or of a get or bringOnline. */
record AbortableFiles(List<PutRow> puts, List<Pin> pins) {

  AbortableFiles {
    puts = List.copyOf(puts);
    pins = List.copyOf(pins);
  }
}
