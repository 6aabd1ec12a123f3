package org.bora.http;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Keeps {@link DeadProperties} when a file or directory is created: those of the file that a PUT
 * replaces (RFC 4918 section 9.7.1), and of the source of a COPY (section 9.8.2). A rename keeps
 * them anyway.
 */
final class KeptProperties {
  private KeptProperties() {}

  /** Those of the file that an upload is to replace; the last thing that is written on it. */
  static void keep(DoorUpload upload, Name name) throws Refused, IOException {
    leave(upload, upload.noteOfReplaced(name, DeadProperties.NOTE));
  }

  /** Those of the file that is copied. */
  static void copy(OpenFile source, DoorUpload upload) throws Refused, IOException {
    leave(upload, source.note(DeadProperties.NOTE));
  }

  private static void leave(DoorUpload upload, Optional<String> note) throws Refused, IOException {
    if (note.isEmpty()) {
      return;
    }
    try {
      upload.note(DeadProperties.NOTE, note.get());
    } catch (StorageException e) {
      if (e.reason() == Reason.UNSUPPORTED) {
        throw noRoom(e.getMessage());
      }
      throw e;
    }
  }

  /**
   * The properties of a directory, for a new one.
   *
   * @param origin makes calls for the source
   * @param target makes calls for the copy
   */
  static void copy(Engine origin, Name from, Engine target, Name to) throws Refused {
    String note = origin.notes(from, List.of(from), DeadProperties.NOTE).getFirst();
    if (note.isEmpty()) {
      return;
    }
    try {
      target.annotate(to, DeadProperties.NOTE, Optional.empty(), Optional.of(note));
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.NOT_IMPLEMENTED_501
          ? noRoom(refusal.getMessage())
          : refusal;
    }
  }

  private static Refused noRoom(String why) {
    return new Refused(
        HttpStatus.INSUFFICIENT_STORAGE_507, "the properties cannot be kept: " + why);
  }
}
