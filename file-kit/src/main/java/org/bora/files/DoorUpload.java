package org.bora.files;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.put.MadeOf;
import org.bora.api.put.SeenFile;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.Engine.Begun;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file on its way in, from the first byte to its publication; the package documentation lists its
 * states. For one thread, which closes it. An upload that is not published when it is first closed
 * is abandoned; closing it again has no effect.
 */
public final class DoorUpload implements AutoCloseable {
  /**
   * How long a door that gives no sign of life keeps the name. One whose process has ended keeps it
   * no longer than that, where the filesystem tells ({@link OpenFile#hold}).
   */
  public static final Duration LEASE = TurlUse.LEASE;

  private static final Logger LOG = LoggerFactory.getLogger(DoorUpload.class);
  private static final int LEASE_SECONDS = Math.toIntExact(LEASE.toSeconds());
  private static final long RENEWAL_NANOS = LEASE.dividedBy(3).toNanos();

  /** After a renewal that got no answer. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** After which the beginning of an upload has taken long. */
  private static final long LATE_NANOS = Duration.ofSeconds(3).toNanos();

  /** What uploads need from their door. */
  public record Ground(
      Engine engine,
      MountedAreas areas,
      StillServed caller,
      LongSupplier nanos,
      Patience patience) {
    public Ground {
      Objects.requireNonNull(engine, "engine");
      Objects.requireNonNull(areas, "areas");
      Objects.requireNonNull(caller, "caller");
      Objects.requireNonNull(nanos, "nanos");
      Objects.requireNonNull(patience, "patience");
    }

    /** One that waits by the clock of the machine. */
    public Ground(Engine engine, MountedAreas areas, StillServed caller, LongSupplier nanos) {
      this(engine, areas, caller, nanos, Patience.ofTheMachine());
    }

    /**
     * The present entry of a name that is about to be written; empty if there is none. Repeated
     * while another writer has the name.
     */
    public Optional<Attributes> lookToWrite(Name name) throws Refused, StorageException {
      return patience.askForName(() -> engine.look(name), caller::check);
    }

    /** The same for a copy within the service. */
    public Ground inside() {
      return new Ground(engine, areas.inside(), caller, nanos, patience);
    }
  }

  /** Holds an upload in the engine, and ends it. */
  public interface Hold {
    /** Renews the lease. */
    void renew() throws Refused;

    /**
     * Publishes the upload.
     *
     * @param size of the written bytes
     * @param adler32 of the written bytes
     */
    void complete(long size, String adler32) throws Refused;

    /** It does not count: another may begin. */
    void giveUp() throws Refused;
  }

  /** An upload that a door has begun for its caller. */
  private record Put(Engine engine, Name name, Begun begun, Optional<SeenFile> replaces)
      implements Hold {
    @Override
    public void renew() throws Refused {
      engine.renew(name, begun, LEASE_SECONDS);
    }

    @Override
    public void complete(long size, String adler32) throws Refused {
      engine.publish(name, begun, adler32, replaces);
    }

    @Override
    public void giveUp() throws Refused {
      engine.abort(begun);
    }

    @Override
    public String toString() {
      return begun.token();
    }
  }

  private final Ground ground;
  private final Hold hold;
  private final OpenFile file;
  private final String hidden;
  private long renewedNanos;
  private long askedNanos;
  private long size;
  private Optional<MadeParents> parents = Optional.empty();
  private boolean held;
  private boolean published;
  private boolean closed;

  private DoorUpload(Ground ground, Hold hold, OpenFile file, String hidden) {
    this.ground = ground;
    this.hold = hold;
    this.file = file;
    this.hidden = hidden;
    this.renewedNanos = ground.nanos().getAsLong();
    this.askedNanos = renewedNanos;
  }

  /**
   * Begins an upload.
   *
   * @param size in bytes, if known; 0 for an empty file
   */
  public static DoorUpload begin(Ground ground, Name name, Replacing replacing, OptionalLong size)
      throws Refused, StorageException {
    return begin(ground, name, replacing, size, Optional.empty());
  }

  /**
   * Begins one of a file that is made of others.
   *
   * @param madeOf whose bytes are written into it; they go once it is published
   */
  public static DoorUpload begin(
      Ground ground, Name name, Replacing replacing, OptionalLong size, Optional<MadeOf> madeOf)
      throws Refused, StorageException {
    boolean[] again = {false};
    return ground
        .patience()
        .askForName(
            () -> {
              if (again[0]) {
                requireFree(ground.engine(), name);
              }
              again[0] = true;
              return held(ground, name, replacing, size, madeOf);
            },
            ground.caller()::check);
  }

  /** A look costs less than to begin an upload in vain. */
  private static void requireFree(Engine engine, Name name) throws Refused {
    try {
      engine.look(name);
    } catch (Refused refusal) {
      if (isBusy(refusal)) {
        throw refusal;
      } // what else there is about the name, the beginning of the upload says
    }
  }

  private static boolean isBusy(Refused refusal) {
    return refusal.srm().equals(Optional.of(SrmStatus.FILE_BUSY));
  }

  /**
   * Begins an upload and locks its file. Other writers consider an upload abandoned if its door
   * does not lock it within some seconds, so a slow door checks whether the upload is still its
   * own.
   */
  private static DoorUpload held(
      Ground ground, Name name, Replacing replacing, OptionalLong size, Optional<MadeOf> madeOf)
      throws Refused, StorageException {
    long asked = ground.nanos().getAsLong();
    Begun begun = ground.engine().begin(name, replacing.mode(), size, madeOf, LEASE_SECONDS);
    Hold hold = new Put(ground.engine(), name, begun, replacing.only());
    DoorUpload upload;
    try {
      upload = open(ground, hold, begun.turl());
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        throw taken();
      }
      throw e;
    }
    try {
      upload.held = upload.file.hold();
      if (ground.nanos().getAsLong() - asked > LATE_NANOS && !isOwn(hold)) {
        throw taken();
      }
      return upload;
    } catch (StorageException | Refused | RuntimeException e) {
      upload.close();
      throw e;
    }
  }

  private static boolean isOwn(Hold hold) {
    try {
      hold.renew();
      return true;
    } catch (BackendFailure | NoTurn unknown) {
      return true; // the next renewal tells
    } catch (Refused over) {
      LOG.info("upload {} was ended before its file was open: {}", hold, over.getMessage());
      return false;
    }
  }

  private static Refused taken() {
    return Refused.of(
        ReturnStatus.of(SrmStatus.FILE_BUSY, "another writer has taken the name, try again"));
  }

  private static DoorUpload open(Ground ground, Hold hold, String file) throws StorageException {
    try {
      return new DoorUpload(ground, hold, ground.areas().write(file), file);
    } catch (StorageException | RuntimeException e) {
      giveUp(hold);
      throw e;
    }
  }

  /**
   * Writes into an upload that was begun elsewhere. Its hold is renewed once the file is open:
   * either the open file is that of this hold, or the renewal is refused.
   *
   * @param file the hidden file, a {@code file:} URL
   */
  public static DoorUpload into(Ground ground, Hold hold, String file)
      throws Refused, StorageException {
    DoorUpload upload = open(ground, hold, file);
    try {
      hold.renew();
      return upload;
    } catch (Refused | RuntimeException e) {
      upload.close();
      throw e;
    }
  }

  /**
   * The same file with directories that were created for it: they are removed with an abandoned
   * upload.
   *
   * @return this one
   */
  public DoorUpload within(MadeParents made) {
    parents = Optional.of(made);
    return this;
  }

  /**
   * Appends bytes.
   *
   * @param bytes a direct buffer, empty afterwards
   */
  public void write(ByteBuffer bytes) throws StorageException, Refused {
    write(bytes, size);
  }

  /**
   * Writes bytes of which each comes once, in any order.
   *
   * @param bytes a direct buffer, empty afterwards
   */
  public void write(ByteBuffer bytes, long position) throws StorageException, Refused {
    int count = bytes.remaining();
    file.write(bytes, position);
    size += count;
    goesOn();
  }

  /**
   * Renews the lease if due; to be called whenever bytes have arrived, written or not. If a backend
   * does not answer or is too busy, the call is repeated until the lease ends: neither a restart
   * nor an overload must end an upload whose bytes still arrive.
   *
   * @throws Refused if the engine has abandoned the upload, or the caller is no longer served
   */
  public void goesOn() throws Refused {
    ground.caller().check();
    long now = ground.nanos().getAsLong();
    if (now - renewedNanos < RENEWAL_NANOS || now - askedNanos < AGAIN.toNanos()) {
      return;
    }
    try {
      hold.renew();
      renewedNanos = now;
    } catch (BackendFailure | NoTurn lost) {
      // a question may have waited for its turn longer than the time between two
      askedNanos = ground.nanos().getAsLong();
      if (askedNanos - renewedNanos >= LEASE.toNanos()) {
        throw lost;
      }
      LOG.info("upload {} was not renewed, and will be: {}", hold, lost.getMessage());
    }
  }

  /** Bytes so far. */
  public long size() {
    return size;
  }

  /**
   * A note on the file that has this name until the upload is published; empty for none, and where
   * no file can be opened.
   */
  public Optional<String> noteOfReplaced(Name name, String note) throws StorageException {
    try (OpenFile replaced = ground.areas().beside(hidden, name.last())) {
      return replaced.note(note);
    } catch (StorageException e) {
      return switch (e.reason()) {
        case IO, SILENT, WITHHELD -> throw e;
        default -> Optional.empty();
      };
    }
  }

  /** Leaves a note on the file ({@link OpenFile#note}); after this nothing may be written. */
  public void note(String note, String text) throws StorageException {
    file.note(note, text);
  }

  /**
   * Makes the file visible: on stable storage, under its name, and accounted for. A locked file
   * stays open until the engine has answered, because a closed one would look abandoned. A call
   * that gets no turn is repeated for a while: an overload must not end a complete upload.
   *
   * @param adler32 of all bytes, computed as they passed: they are not read again
   */
  public void publish(String adler32) throws Refused, StorageException {
    file.sum(adler32);
    if (!held) {
      // what keeps a removed name until it is closed (NFS) would show two names of the new file
      file.close();
    }
    ground
        .patience()
        .ask(
            () -> {
              ground.caller().check();
              hold.complete(size, adler32);
            });
    published = true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    file.close();
    if (!published) {
      giveUp(hold);
      parents.ifPresent(MadeParents::takeBack);
    }
  }

  /** Where this fails the lease ends, and the engine gives the upload up. */
  private static void giveUp(Hold hold) {
    try {
      hold.giveUp();
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.info("upload {} could not be aborted and ends by its lease: {}", hold, e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("upload {} could not be aborted and ends by its lease", hold, e);
    }
  }
}
