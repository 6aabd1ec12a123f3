package org.bora.backend.operation.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesReply;
import org.bora.api.directory.NotesRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Notes of doors on files and directories: tags of an object, settings of a bucket, WebDAV
 * properties. A caller who may overwrite a file may change its notes, and a caller who may create
 * files in a directory may change those of the directory. Thread safe.
 */
public final class DoorNotes {
  private final Entrance entrance;

  public DoorNotes(Entrance entrance) {
    this.entrance = Objects.requireNonNull(entrance, "entrance");
  }

  public Functions functions() {
    return Functions.of(Catalogue.ANNOTATE, this::annotate)
        .and(Catalogue.DIRECTORY_NOTE, this::directoryNote)
        .and(Catalogue.NOTES, this::notes);
  }

  /** As {@link Catalogue#ANNOTATE}. */
  StatusReply annotate(Call call, AnnotateRequest request) {
    boolean directory =
        entrance.locator().locate(request.surl()) instanceof Place place && isDirectory(place);
    Entry entry =
        directory
            ? entrance.enterDirectory(call.caller(), OperationClass.CREATE, request.surl())
            : entrance.enter(call.caller(), OperationClass.WRITE, request.surl());
    return new StatusReply(
        switch (entry) {
          case Entry.Refused(ReturnStatus status) -> status;
          case Entry.Above _ -> noDirectory();
          case Entry.Inside(Place place) -> annotate(place, request);
        });
  }

  /**
   * An unknown name is not a directory; its real kind is reported only after the rules were
   * checked.
   */
  private static boolean isDirectory(Place place) {
    try {
      return place.area().tree().facts(place.path()).isDirectory();
    } catch (StorageException e) {
      return false;
    }
  }

  private static ReturnStatus annotate(Place place, AnnotateRequest asked) {
    boolean done;
    try {
      done = place.area().tree().annotate(place.path(), asked.note(), asked.before(), asked.text());
    } catch (StorageException e) {
      return e.reason() == Reason.UNSUPPORTED
          ? ReturnStatus.of(SrmStatus.NOT_SUPPORTED, e.getMessage())
          : StorageRefusal.of(e);
    }
    return done
        ? ReturnStatus.success()
        : ReturnStatus.of(SrmStatus.FILE_BUSY, "the note has been changed: read it again");
  }

  /** As {@link Catalogue#DIRECTORY_NOTE}. */
  NoteReply directoryNote(Call call, NoteRequest request) {
    return switch (entrance.locator().locate(request.surl())) {
      case Location.Nowhere(ReturnStatus status) -> new NoteReply(status, Optional.empty());
      case Location.AboveAreas _ -> new NoteReply(noDirectory(), Optional.empty());
      case Place place -> note(place, request.note());
    };
  }

  private static NoteReply note(Place place, String note) {
    try {
      return place.area().tree().facts(place.path()).isDirectory()
          ? new NoteReply(ReturnStatus.success(), place.area().tree().note(place.path(), note))
          : new NoteReply(noDirectory(), Optional.empty());
    } catch (StorageException e) {
      return new NoteReply(StorageRefusal.of(e), Optional.empty());
    }
  }

  /** As {@link Catalogue#NOTES}. */
  NotesReply notes(Call call, NotesRequest request) {
    List<String> texts = new ArrayList<>();
    try {
      for (Surl name : request.names()) {
        texts.add(
            switch (entrance.enter(call.caller(), OperationClass.LIST, name)) {
              case Entry.Refused _, Entry.Above _ -> "";
              case Entry.Inside(Place place) -> text(place, request.note());
            });
      }
    } catch (StorageException e) {
      return new NotesReply(StorageRefusal.of(e), List.of());
    }
    return new NotesReply(ReturnStatus.success(), texts);
  }

  private static String text(Place place, String note) throws StorageException {
    try {
      return place.area().tree().note(place.path(), note).orElse("");
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return "";
      }
      throw e;
    }
  }

  private static ReturnStatus noDirectory() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is no directory of a storage area");
  }
}
