package org.bora.storage.posix;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.quota.SpaceGauge;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.HiddenFinds;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;

/**
 * An area on a POSIX filesystem. Thread safe: apart from {@link RecentAttributes}, it only holds
 * the descriptor of the root.
 */
final class PosixTree implements AreaTree {
  private static final int PRIVATE = 0700;
  private static final int SET_GROUP = 02000;

  private final Path path;
  private final Root root;
  private final SpaceGauge gauge;
  private final boolean preallocates;
  private final Uploads uploads;
  private final Seals seals;
  private final Residences residences;

  PosixTree(Path path, Root root, SpaceGauge gauge, boolean preallocates) {
    this.path = path;
    this.root = root;
    this.gauge = gauge;
    this.preallocates = preallocates;
    this.uploads = new Uploads(root);
    this.seals = new Seals(root);
    this.residences =
        root.abilities()
            .hsm()
            .<Residences>map(hsm -> new HsmResidences(root, hsm))
            .orElseGet(() -> new PosixResidences(root));
  }

  @Override
  public Path root() {
    return path;
  }

  @Override
  public boolean follow(UUID mark) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return root.follow(frame, mark);
    }
  }

  @Override
  public EntryFacts facts(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Root.ENTRY)) {
      return Entries.facts(frame, entry, root, RecentAttributes.HERE);
    }
  }

  @Override
  public Listing list(AreaPath directory) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return new PosixListing(
          new DirectoryReader(root.open(frame, directory, Root.SYNC | Flags.O_NOFOLLOW)), root);
    }
  }

  @Override
  public void makeDirectory(AreaPath path, Owner owner, int mode) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle parent = root.openParent(frame, path, Root.SYNC)) {
      int made = NameCalls.mkdirat(frame, parent.descriptor(), path.name(), PRIVATE);
      if (made < 0) {
        throw Failures.of(made, "mkdirat", path);
      }
      try {
        handOver(frame, parent, path.name(), owner, mode);
      } catch (StorageException failure) {
        removeQuietly(frame, parent, path.name());
        throw failure;
      }
      parent.sync(frame);
    }
  }

  /** A group inherited from the parent (set-group bit) continues to be inherited. */
  private static void handOver(CallFrame frame, Handle parent, String name, Owner owner, int mode)
      throws StorageException {
    try (Handle made = parent.open(frame, name, Root.SYNC | Flags.O_NOFOLLOW)) {
      int inherited = made.stat(frame).permissions() & SET_GROUP;
      Optional<Acl> list = Acls.inherited(frame, parent);
      Acls.handOver(frame, made, owner, mode | inherited, list);
      made.sync(frame);
    }
  }

  private static void removeQuietly(CallFrame frame, Handle parent, String name) {
    // no caller was told of the directory; if it cannot go, the first failure is the one to report
    int ignored = NameCalls.unlinkat(frame, parent.descriptor(), name, Flags.AT_REMOVEDIR);
  }

  @Override
  public void removeDirectory(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      EntryRemovals.one(frame, root, path, true);
    }
  }

  @Override
  public boolean removeDirectory(AreaPath path, String unless) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return DirectoryClaim.remove(frame, root, path, unless);
    }
  }

  @Override
  public void removeFile(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      EntryRemovals.one(frame, root, path, false);
    }
  }

  @Override
  public Map<String, StorageException> removeEntries(AreaPath directory, List<Removal> entries)
      throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return EntryRemovals.several(frame, root, directory, entries);
    }
  }

  @Override
  public void rename(AreaPath from, AreaPath to) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle fromParent = root.openParent(frame, from, Root.SYNC);
        Handle toParent = root.openParent(frame, to, Root.SYNC)) {
      int renamed =
          Renames.fresh(frame, new Place(fromParent, from.name()), new Place(toParent, to.name()));
      if (renamed < 0) {
        throw Failures.of(renamed, "rename to '" + to + "' of", from);
      }
      toParent.sync(frame);
      if (!from.parent().equals(to.parent())) {
        fromParent.sync(frame);
      }
    }
  }

  @Override
  public void setMode(AreaPath path, int mode) throws StorageException {
    change(path, (frame, entry, stat) -> Stubs.setMode(frame, root, entry, stat, mode));
  }

  @FunctionalInterface
  private interface Change {
    void make(CallFrame frame, Handle entry, Stat stat) throws StorageException;
  }

  /**
   * Changes a file or directory. If it has no name afterwards, it was removed, or replaced by its
   * stub, or has replaced its stub; then the present entry of the name is changed, if there is one.
   */
  private void change(AreaPath path, Change change) throws StorageException {
    int links = 0;
    while (links == 0) {
      try (CallFrame frame = new CallFrame();
          Handle entry = root.open(frame, path, Root.ENTRY)) {
        change.make(frame, entry, fileOrDirectory(entry.stat(frame), path));
        links = entry.stat(frame).links();
      }
    }
  }

  @Override
  public boolean keepsAcls() throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return Acls.areKept(frame, root.handle());
    }
  }

  @Override
  public Acl acl(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Root.ENTRY)) {
      return Stubs.acl(frame, entry, fileOrDirectory(entry.stat(frame), path));
    }
  }

  @Override
  public void setAcl(AreaPath path, Acl acl) throws StorageException {
    change(path, (frame, entry, stat) -> Stubs.setAcl(frame, root, entry, stat, acl));
  }

  private static Stat fileOrDirectory(Stat stat, AreaPath path) throws StorageException {
    if (!stat.isFile() && !stat.isDirectory()) {
      throw new StorageException(
          Reason.UNSUPPORTED, "'" + path + "' is neither a file nor a directory");
    }
    return stat;
  }

  @Override
  public Optional<Acl> defaultAcl(AreaPath directory) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle open = root.open(frame, directory, Root.LOOK | Flags.O_NOFOLLOW)) {
      return Acls.inherited(frame, open);
    }
  }

  @Override
  public void setDefaultAcl(AreaPath directory, Optional<Acl> acl) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle open = root.open(frame, directory, Root.LOOK | Flags.O_NOFOLLOW)) {
      Acls.setInherited(frame, open, acl);
    }
  }

  @Override
  public void syncEntry(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      Unlocked.with(
          frame,
          root.handle(),
          path.isRoot() ? "." : path.toString(),
          entry -> {
            entry.sync(frame);
            return null;
          });
    }
  }

  @Override
  public void syncName(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle parent = root.openParent(frame, path, Root.SYNC)) {
      parent.sync(frame);
    }
  }

  @Override
  public SpaceFacts space() throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle directory = root.open(frame, AreaPath.ROOT, Root.SYNC)) {
      return gauge.read(frame, directory.descriptor());
    }
  }

  @Override
  public String physicalPath(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Flags.O_PATH)) {
      return root.physicalPathOf(frame, entry);
    }
  }

  @Override
  public void beginUpload(Upload upload, Owner owner, int mode) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      uploads.begin(frame, upload, owner, mode);
    }
  }

  @Override
  public void preallocate(Upload upload, long bytes) throws StorageException {
    if (!preallocates) {
      return;
    }
    try (CallFrame frame = new CallFrame()) {
      uploads.preallocate(frame, upload, bytes);
    }
  }

  @Override
  public Residences residences() {
    return residences;
  }

  @Override
  public String uploadPath(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return uploads.path(frame, upload);
    }
  }

  @Override
  public OpenFile openFile(AreaPath file) throws StorageException {
    return DataFile.toRead(root, file);
  }

  @Override
  public OpenFile openUpload(AreaPath directory, UUID upload) throws StorageException {
    return DataFile.toWrite(root, directory, upload);
  }

  @Override
  public Optional<EntryFacts> uploadFacts(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return uploads.facts(frame, upload);
    }
  }

  @Override
  public boolean isUnwritten(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return uploads.isUnwritten(frame, upload);
    }
  }

  @Override
  public boolean isAbandoned(Upload upload, boolean young) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return uploads.isAbandoned(frame, upload, young);
    }
  }

  @Override
  public void vouchUpload(Upload upload, String adler32) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      seals.vouch(frame, upload, adler32);
    }
  }

  @Override
  public Sealed sealUpload(Upload upload, Owner owner, int mode, FileLabel label)
      throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return seals.seal(frame, upload, owner, mode, label);
    }
  }

  @Override
  public void relabel(AreaPath path, FileLabel label) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      uploads.relabel(frame, path, label);
    }
  }

  @Override
  public boolean annotate(
      AreaPath path, String note, Optional<String> before, Optional<String> text)
      throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return Notes.replace(frame, root, path, note, before, text);
    }
  }

  @Override
  public Optional<String> note(AreaPath path, String note) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Root.ENTRY)) {
      return Notes.read(frame, entry, entry.stat(frame), note);
    }
  }

  @Override
  public void vouch(AreaPath path, Known known) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      Vouching.run(frame, root, path, known);
    }
  }

  @Override
  public void publishUpload(Upload upload, boolean replace) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      uploads.publish(frame, upload, replace);
    }
  }

  @Override
  public boolean isPublished(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return uploads.isPublished(frame, upload);
    }
  }

  @Override
  public boolean withdrawUpload(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return Withdrawal.run(frame, root, upload);
    }
  }

  @Override
  public void discardUpload(Upload upload) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      uploads.discard(frame, upload);
    }
  }

  @Override
  public void eachUpload(Instant before, HiddenFinds found) throws StorageException {
    try (CallFrame frame = new CallFrame();
        HiddenWalk walk =
            new HiddenWalk(
                new DirectoryReader(root.open(frame, AreaPath.ROOT, Root.SYNC)),
                List.of(Upload.PREFIX),
                new FoundUploads(before, found))) {
      walk.run();
    }
  }

  @Override
  public void eachUploadIn(AreaPath directory, Consumer<FoundUpload> found)
      throws StorageException {
    try (CallFrame frame = new CallFrame();
        HiddenWalk walk =
            HiddenWalk.ofOne(
                directory,
                new DirectoryReader(root.open(frame, directory, Root.SYNC | Flags.O_NOFOLLOW)),
                List.of(Upload.PREFIX),
                new FoundUploads(Instant.MIN, found::accept))) {
      walk.run();
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
