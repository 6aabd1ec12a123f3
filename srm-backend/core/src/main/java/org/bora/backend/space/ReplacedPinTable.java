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
 * Pins in the table {@code pin} on content that a put has replaced. They end in the commit that
 * stores the put, in any call that finishes it. A pin on the new content, given between its rename
 * and this commit, stays, because it has the identifier of the new file.
 */
final class ReplacedPinTable {
  private static final byte[] REPLACED = Rows.bytes("the file was replaced");

  /** Ends the pins on what had the names of these uploads before. */
  void end(Dialogue dialogue, Collection<UUID> uploads, Instant now) {
    for (List<UUID> part : Rows.parts(List.copyOf(uploads))) {
      List<Object> values = new ArrayList<>(List.of(REPLACED, millis(now)));
      part.forEach(upload -> values.add(Rows.bytes(upload)));
      values.add(millis(now));
      dialogue.tell(
          "UPDATE put_file f JOIN pin p ON p.name_key = f.name_key SET p.state = 'ABORTED',"
              + " p.explanation = ?, p.ended_ms = ? WHERE f.upload_id IN ("
              + repeat("?", part.size())
              + ") AND p.state = 'PINNED' AND p.pin_until_ms > ?"
              + " AND (p.file_id IS NULL OR p.file_id <> f.upload_id)",
          values);
    }
  }

  /** The new contents are on disk: callers that waited for the old ones from tape have them. */
  void serve(Dialogue dialogue, Collection<UUID> uploads, Instant now) {
    for (List<UUID> part : Rows.parts(List.copyOf(uploads))) {
      List<Object> values = new ArrayList<>(List.of(millis(now), millis(now)));
      part.forEach(upload -> values.add(Rows.bytes(upload)));
      values.add(millis(now));
      dialogue.tell(
          "UPDATE put_file f JOIN pin p ON p.name_key = f.name_key JOIN request r"
              + " ON r.id = p.request_id SET p.state = 'PINNED', p.size = f.size,"
              + " p.file_id = f.upload_id, p.ended_ms = ?,"
              + " p.pin_until_ms = ? + p.life_s * 1000"
              + " WHERE f.upload_id IN ("
              + repeat("?", part.size())
              + ") AND p.state = 'WAITING' AND p.file_id <> f.upload_id AND p.pin_until_ms > ?"
              + " AND r.suspended = FALSE",
          values);
    }
  }
}
