package org.bora.backend.bulkhead;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.api.BackendFailure;
import org.bora.backend.bulkhead.Bulkhead.Question;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
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
import org.bora.storage.spi.Upload;

/** An area whose every call passes its bulkhead. */
final class BulkheadTree implements AreaTree {
  /** Smaller files are read in a fraction of a second. */
  private static final long LARGE = 256L << 20;

  private final AreaSource source;
  private final Bulkhead bulkhead;
  private final ChecksumPlaces checksums;
  private final Residences residences;

  BulkheadTree(AreaSource source, Bulkhead bulkhead, ChecksumPlaces checksums) {
    this.checksums = Objects.requireNonNull(checksums, "checksums");
    this.source = Objects.requireNonNull(source, "source");
    this.bulkhead = Objects.requireNonNull(bulkhead, "bulkhead");
    this.residences = new BulkheadResidences(() -> inner().residences(), bulkhead);
  }

  /**
   * The area itself. If it is withheld, the waiting caller is told as if the storage did not
   * answer: frontends then ask another backend, which may have the area.
   */
  private AreaTree inner() throws StorageException {
    try {
      return source.tree();
    } catch (StorageException refusal) {
      if (refusal.reason() == StorageException.Reason.WITHHELD) {
        WaitingCaller.current().ifPresent(caller -> caller.tell(BackendFailure.ofSilentStorage()));
      }
      throw refusal;
    }
  }

  @Override
  public Path root() {
    return source.root();
  }

  @Override
  public Residences residences() {
    return residences;
  }

  @Override
  public EntryFacts facts(AreaPath path) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().facts(path));
  }

  @Override
  public Listing list(AreaPath directory) throws StorageException {
    return new BulkheadListing(bulkhead.ask(Length.SHORT, () -> inner().list(directory)), bulkhead);
  }

  @Override
  public void makeDirectory(AreaPath path, Owner owner, int mode) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().makeDirectory(path, owner, mode));
  }

  @Override
  public void removeDirectory(AreaPath path) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().removeDirectory(path));
  }

  @Override
  public boolean removeDirectory(AreaPath path, String unless) throws StorageException {
    return bulkhead.change(Length.SHORT, () -> inner().removeDirectory(path, unless));
  }

  @Override
  public void removeFile(AreaPath path) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner().removeFile(path));
  }

  @Override
  public Map<String, StorageException> removeEntries(AreaPath directory, List<Removal> entries)
      throws StorageException {
    return bulkhead.change(Length.LONG, () -> inner().removeEntries(directory, entries));
  }

  @Override
  public void rename(AreaPath from, AreaPath to) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().rename(from, to));
  }

  @Override
  public void setMode(AreaPath path, int mode) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().setMode(path, mode));
  }

  @Override
  public boolean keepsAcls() throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().keepsAcls());
  }

  @Override
  public Acl acl(AreaPath path) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().acl(path));
  }

  @Override
  public void setAcl(AreaPath path, Acl acl) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().setAcl(path, acl));
  }

  @Override
  public Optional<Acl> defaultAcl(AreaPath directory) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().defaultAcl(directory));
  }

  @Override
  public void setDefaultAcl(AreaPath directory, Optional<Acl> acl) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().setDefaultAcl(directory, acl));
  }

  @Override
  public void syncEntry(AreaPath path) throws StorageException {
    bulkhead.finish(Length.LONG, () -> inner().syncEntry(path));
  }

  @Override
  public void syncName(AreaPath path) throws StorageException {
    bulkhead.finish(Length.SHORT, () -> inner().syncName(path));
  }

  @Override
  public SpaceFacts space() throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().space());
  }

  @Override
  public void beginUpload(Upload upload, Owner owner, int mode) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().beginUpload(upload, owner, mode));
  }

  @Override
  public void preallocate(Upload upload, long bytes) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().preallocate(upload, bytes));
  }

  @Override
  public String uploadPath(Upload upload) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().uploadPath(upload));
  }

  @Override
  public String physicalPath(AreaPath path) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().physicalPath(path));
  }

  /**
   * The bytes themselves are read and written outside the bulkhead: a transfer may last for hours.
   */
  @Override
  public OpenFile openFile(AreaPath path) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().openFile(path));
  }

  @Override
  public OpenFile openUpload(AreaPath directory, UUID upload) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().openUpload(directory, upload));
  }

  @Override
  public Optional<EntryFacts> uploadFacts(Upload upload) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().uploadFacts(upload));
  }

  @Override
  public boolean isUnwritten(Upload upload) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().isUnwritten(upload));
  }

  @Override
  public boolean isAbandoned(Upload upload, boolean young) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().isAbandoned(upload, young));
  }

  @Override
  public void vouchUpload(Upload upload, String adler32) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().vouchUpload(upload, adler32));
  }

  @Override
  public Sealed sealUpload(Upload upload, Owner owner, int mode, FileLabel label)
      throws StorageException {
    boolean large = uploadFacts(upload).map(facts -> facts.size() >= LARGE).orElse(false);
    Question<Sealed> work =
        () -> bulkhead.change(Length.LONG, () -> inner().sealUpload(upload, owner, mode, label));
    return large ? checksums.within(work) : work.ask();
  }

  @Override
  public void relabel(AreaPath path, FileLabel label) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().relabel(path, label));
  }

  @Override
  public boolean annotate(
      AreaPath path, String note, Optional<String> before, Optional<String> text)
      throws StorageException {
    return bulkhead.change(Length.SHORT, () -> inner().annotate(path, note, before, text));
  }

  @Override
  public Optional<String> note(AreaPath path, String note) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().note(path, note));
  }

  @Override
  public void publishUpload(Upload upload, boolean replace) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().publishUpload(upload, replace));
  }

  @Override
  public void vouch(AreaPath path, Known known) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner().vouch(path, known));
  }

  @Override
  public boolean isPublished(Upload upload) throws StorageException {
    return bulkhead.ask(Length.SHORT, () -> inner().isPublished(upload));
  }

  @Override
  public boolean withdrawUpload(Upload upload) throws StorageException {
    return bulkhead.change(Length.LONG, () -> inner().withdrawUpload(upload));
  }

  @Override
  public void discardUpload(Upload upload) throws StorageException {
    bulkhead.finish(Length.LONG, () -> inner().discardUpload(upload));
  }

  @Override
  public void eachUpload(Instant before, HiddenFinds found) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner().eachUpload(before, found));
  }

  @Override
  public void eachUploadIn(AreaPath directory, Consumer<FoundUpload> found)
      throws StorageException {
    bulkhead.order(Length.LONG, () -> inner().eachUploadIn(directory, found));
  }

  @Override
  public void close() {
    source.close();
  }
}
