package org.bora.storage.posix;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.bora.storage.spi.Vouched.Claim;

/**
 * Makes the bytes of an upload final. Everything is done through one descriptor, opened without
 * following links, of a file that can only be the upload.
 *
 * <p>An account that may write to the directory can put any file of the filesystem under the hidden
 * name, by a hard link or a rename. A privileged process that gave such a file away would make
 * another account's file readable. So the file must be a regular one with no second name, and
 * belong to the account that the upload was begun for. The inode does not matter: GridFTP clients
 * may remove the file and store it again (DELE, STOR), and it is still their upload.
 */
final class Seals {
  private static final int EXECUTABLE = 0111;
  private static final int READ_WRITE = 6;

  private final Root root;

  Seals(Root root) {
    this.root = root;
  }

  Sealed seal(CallFrame frame, Upload upload, Owner owner, int mode, FileLabel label)
      throws StorageException {
    return seal(frame, upload, owner, mode, label, WhileNamed::new);
  }

  /**
   * The same.
   *
   * @param paces of the checksum of a file
   */
  Sealed seal(
      CallFrame frame,
      Upload upload,
      Owner owner,
      int mode,
      FileLabel label,
      Function<Handle, Residences.Pace> paces)
      throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK)) {
      try (Handle file = Uploads.openFile(frame, directory, upload.hiddenName())) {
        requireOwn(file, file.stat(frame), owner);
        BoraAttributes.label(frame, file, label);
        Seal seal = new Seal(upload.id(), mode, Acls.inherited(frame, directory));
        Stat before = file.stat(frame);
        String digits = digits(frame, file, before, seal.id(), paces);
        requireNamed(frame, directory, upload, file);
        FileSeal.begin(
            frame,
            root,
            file,
            before,
            Map.of(Claim.ID, seal.id().toString(), Claim.LABEL, label.text()));
        // a mark of its door stays until the file is published: the door may die before
        int held = before.permissions() & Upload.HELD;
        Acls.handOver(frame, file, owner, mode | held, seal.acl());
        file.sync(frame);
        Uploads.refuseChanged(before, file.stat(frame), file);
        return new Sealed(before.size(), digits);
      } catch (StorageException failure) {
        return published(frame, directory, upload).orElseThrow(() -> failure);
      }
    }
  }

  /** Seals the identifier of an upload that carries this checksum, and was not written to since. */
  void vouch(CallFrame frame, Upload upload, String adler32) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = Uploads.openFile(frame, directory, upload.hiddenName())) {
      Stat stat = file.stat(frame);
      if (stat.links() == 1
          && BoraAttributes.isOf(frame, file, upload.id())
          && BoraAttributes.checksum(frame, file, stat).filter(adler32::equals).isPresent()) {
        FileSeal.begin(frame, root, file, stat, Map.of(Claim.ID, upload.id().toString()));
      }
    } catch (StorageException failure) {
      if (failure.reason() != StorageException.Reason.MISSING) {
        throw failure;
      }
    }
  }

  private void requireOwn(Handle file, Stat stat, Owner owner) throws StorageException {
    int expected = owner.uid() < 0 ? root.uid() : owner.uid();
    if (stat.uid() != expected) {
      throw new StorageException(
          Reason.DENIED,
          "'"
              + file.where()
              + "' belongs to account "
              + stat.uid()
              + " and not to "
              + expected
              + ", for which the upload was begun; repeat srmPutDone with the credential of"
              + " srmPrepareToPut, and see that the GridFTP server maps it to the same account");
    }
    if (stat.links() > 1) {
      throw new StorageException(
          Reason.DENIED,
          "'"
              + file.where()
              + "' has "
              + stat.links()
              + " names; an upload has one. Remove the"
              + " other hard links and repeat srmPutDone");
    }
  }

  /** The attributes of a finished file; {@code inherited} is the list of its directory. */
  private record Seal(UUID id, int mode, Optional<Acl> inherited) {

    /** A new file is executable if its mode says so, whatever the list is. */
    Optional<Acl> acl() {
      return inherited.map(acl -> (mode & EXECUTABLE) == 0 ? acl.limitedTo(READ_WRITE) : acl);
    }
  }

  /**
   * The file still has its hidden name. It has none when another call published it while this one
   * computed the checksum: its owner, mode and list may have been changed by request since, and
   * must not be set again.
   */
  private static void requireNamed(CallFrame frame, Handle directory, Upload upload, Handle file)
      throws StorageException {
    try (Handle named = Uploads.openFile(frame, directory, upload.hiddenName())) {
      if (named.stat(frame).inode() != file.stat(frame).inode()) {
        throw new StorageException(
            Reason.BUSY,
            "'" + file.where() + "' was replaced while its checksum was computed; repeat");
      }
    }
  }

  private String digits(
      CallFrame frame, Handle file, Stat before, UUID id, Function<Handle, Residences.Pace> paces)
      throws StorageException {
    Optional<String> known =
        FileSeal.isOf(frame, root, file, before, id)
            ? BoraAttributes.checksum(frame, file, before)
            : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    String digits = Checksums.ofUpload(frame, file, before, paces.apply(file));
    Uploads.refuseChanged(before, file.stat(frame), file);
    BoraAttributes.write(frame, file, before, digits, id);
    return digits;
  }

  /**
   * Stops reading when the hidden file is gone, because its put was aborted or has expired, or the
   * name was removed. This needs no query to the database, and also works for puts that another
   * backend has ended.
   */
  static final class WhileNamed implements Residences.Pace {
    /** Read in a fraction of a second. */
    private static final long BYTES = 64L << 20;

    private static final int PIECES = 256;

    private final Handle file;
    private long bytes;
    private int pieces;

    WhileNamed(Handle file) {
      this.file = file;
    }

    @Override
    public void read(long some) throws StorageException {
      bytes += some;
      if (bytes < BYTES && ++pieces < PIECES) {
        return;
      }
      bytes = 0;
      pieces = 0;
      // a frame of its own: the caller's would grow
      try (CallFrame frame = new CallFrame()) {
        if (file.stat(frame).links() == 0) {
          throw new StorageException(
              Reason.MISSING, "'" + file.where() + "' was removed while its checksum was computed");
        }
      }
    }
  }

  /** The result of an earlier sealing, found on the target. */
  private Optional<Sealed> published(CallFrame frame, Handle directory, Upload upload)
      throws StorageException {
    try (Handle target = directory.open(frame, upload.target().name(), Root.ENTRY)) {
      Stat stat = target.stat(frame);
      if (!stat.isFile() || !FileSeal.isOf(frame, root, target, stat, upload.id())) {
        return Optional.empty();
      }
      return BoraAttributes.checksum(frame, target, stat)
          .map(digits -> new Sealed(stat.size(), digits));
    } catch (StorageException failure) {
      return Uploads.emptyWhereGone(failure);
    }
  }
}
