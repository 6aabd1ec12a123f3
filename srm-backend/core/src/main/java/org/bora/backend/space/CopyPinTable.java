package org.bora.backend.space;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;

/**
 * Pins in the table {@code pin} that begin with srmPutDone: without a TURL, of the request of the
 * put, which is kept until they end. They are entered together with the file, by the backend that
 * finishes the put.
 */
final class CopyPinTable {

  /** Pins files that have just been stored, as long as their rows in put_file say. */
  void enter(Dialogue dialogue, Collection<UUID> uploads, Instant now) {
    for (List<UUID> part : Rows.parts(List.copyOf(uploads))) {
      List<Object> values = new ArrayList<>(List.of(millis(now)));
      part.forEach(upload -> values.add(Rows.bytes(upload)));
      String these =
          " WHERE f.upload_id IN (" + repeat("?", part.size()) + ") AND f.copy_pin_s > 0";
      dialogue.tell(
          "INSERT INTO pin (request_id, position, surl, name_key, state, explanation, size,"
              + " pin_until_ms, life_s, buffer, file_id)"
              + " SELECT f.request_id, f.position, f.surl, f.name_key, 'PINNED', '', f.size,"
              + " ? + f.copy_pin_s * 1000, f.copy_pin_s, f.area, f.upload_id FROM put_file f"
              + these,
          values);
      dialogue.tell(
          "UPDATE request r JOIN put_file f ON f.request_id = r.id"
              + " SET r.ends_ms = GREATEST(r.ends_ms, ? + f.copy_pin_s * 1000)"
              + these,
          values);
    }
  }
}
