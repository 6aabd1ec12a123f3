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

  /** The states of the puts of these uploads; uploads without a put are left out. */
  Map<UUID, PutState> putsOf(Collection<UUID> uploads);

  /**
   * The file was removed by its name: active puts of it become SRM_ABORTED and their uploads are
   * discarded, its pins end, its bytes are given back. Another file that came to the name since
   * keeps its row and its pins. A put that began before the look may have stored its file since;
   * the caller is to remove that file, too.
   *
   * @param file the identifier of the file; absent if it had none, or if there was no file
   * @param looked when the caller checked the file, by {@link #now}, before the removal. Puts that
   *     began later stay: a backend that was frozen since must not end what was granted meanwhile
   */
  NameEnd removed(Place place, Optional<UUID> file, Instant looked);

  /**
   * There is no file of this name: an active put of it becomes SRM_ABORTED, as with {@link
   * #removed}. If the books have a file there, a backend removed it and died before it could update
   * the books, so this is done now.
   *
   * @param looked when the caller checked the name; puts that began later stay
   * @throws org.bora.api.BackendFailure TIMED_OUT, without any change, for a caller that has left:
   *     a call that begins late because its backend was frozen must not end a put that was granted
   *     after another backend had done the call
   */
  NameEnd abandoned(Place place, Instant looked);

  /** The time by which puts begin. */
  Instant now();

  /**
   * The content of a directory was removed: does the same for each file that the books have there.
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
   * After an attempted rename, the database follows the disk: rows, recalls, and pins without a
   * TURL get the new name; pins with a TURL end, because it leads to the old name. The names are
   * freed.
   *
   * @param renamed whether the filesystem reported success
   */
  NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed);

  /** A directory has its old name again: the names are free, and the books say the same. */
  void giveUp(Place from, Place to, NameClaim.Taken taken);

  /** Whether this caller's rename was done by an attempt shortly before, and still shows. */
  boolean isMoved(Place from, Place to, Caller caller) throws StorageException;
}
