package org.bora.backend.request;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.StorageException;

/**
 * What the directory functions must know and report about requests that use a name. Each call is
 * one indexed statement, or a few in one transaction. Callers: operation.directory only.
 */
public interface NameUse {

  /** The put that is writing this name now, if any; not that of a door that is gone. */
  Optional<ActivePut> putOn(Place place);

  /** The puts that are writing these names now. Where they are many, doors may be gone. */
  List<ActivePut> putsOn(Collection<Place> places);

  /**
   * Some of the puts that are writing names directly in this directory: those after a position.
   * Where they are many, doors may be gone.
   */
  PutPage putsIn(Place directory, PutPosition after);

  /** A name at or below this place that is being written, or whose put is overdue, if any. */
  Optional<BusyName> writtenBelow(Place place);

  /** Ends what doors that are gone were writing at or below this directory. */
  void endAbandoned(Place directory);

  /** Whether anything at or below this place is being written; a put that is overdue is not. */
  boolean isWrittenBelow(Place place);

  /**
   * The states of the puts that these uploads belong to; uploads that no put knows are left out.
   */
  Map<UUID, PutState> putsOf(Collection<UUID> uploads);

  /**
   * The file was removed by its name: active puts of it become SRM_ABORTED and their uploads are
   * discarded, its pins end, its bytes are given back. Another file that came to the name since
   * keeps its row and its pins. A put that began before the look may have stored its file since;
   * the caller is to remove that file, too.
   *
   * @param file the identifier that the file carried; absent where it carried none, or where there
   *     was no file
   * @param looked when the caller looked at the file, by {@link #now}, before the removal. Puts
   *     that began later stay: a backend that stood still since must not end what was granted
   *     meanwhile
   */
  NameEnd removed(Place place, Optional<UUID> file, Instant looked);

  /**
   * There is no file of this name: an active put of it becomes SRM_ABORTED, as with {@link
   * #removed}. Where the books have a file there, a backend removed it and died before it could say
   * so: the books follow now.
   *
   * @param looked when the caller looked at the name; puts that began later stay
   * @throws org.bora.api.BackendFailure TIMED_OUT, with nothing changed, for a caller who has left:
   *     a call that begins late, because its backend stood still, must not end a put that was
   *     granted after another backend had done the call
   */
  NameEnd abandoned(Place place, Instant looked);

  /** The time by which puts begin. */
  Instant now();

  /**
   * All that was below a directory was removed: the same of every file that the books have there.
   */
  void emptied(Place directory);

  /**
   * Takes the names of a file or directory and of its target for a rename: no put is published
   * under them, or below a directory, until {@link #finish} or {@link #giveUp}.
   *
   * @throws org.bora.api.BackendFailure (transient) where another rename has one of the names
   */
  NameClaim claim(Place from, Place to, boolean directory, Caller caller) throws StorageException;

  /** Whether the names are still held for this rename: otherwise it must not happen any more. */
  boolean isHeld(NameClaim.Taken taken);

  /**
   * The rename was tried. The database follows the disk: rows, recalls, and pins without a TURL
   * have the new name; pins with one end, for it leads to the old name. The names are free.
   *
   * @param renamed whether the filesystem said that the rename was done
   */
  NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed);

  /** A directory has its old name again: the names are free, and the books say the same. */
  void giveUp(Place from, Place to, NameClaim.Taken taken);

  /** Whether this caller's rename was done by an attempt shortly before, and still shows. */
  boolean isMoved(Place from, Place to, Caller caller) throws StorageException;
}
