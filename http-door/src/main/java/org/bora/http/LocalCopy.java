package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Adler32;
import org.bora.api.directory.Attributes;
import org.bora.api.put.SeenFile;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.DoorUpload;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.Replacing;
import org.bora.files.StoredSum;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpStatus;

/**
 * COPY (RFC 4918 section 9.8) of files and directories within this service; {@link ThirdParty}
 * handles other servers. A copy appears only when it is complete: a directory is filled under
 * another name ({@link UnfinishedCopy}). If the copy fails, what it was to replace gets its name
 * back.
 */
final class LocalCopy {
  private static final int BUFFER_BYTES = 1024 * 1024;

  private final DavVisit origin;
  private final DavVisit target;
  private final LocalMarkers markers;

  /**
   * @param origin makes calls for the source
   * @param target makes calls for the copy
   * @param markers for the client
   */
  private LocalCopy(DavVisit origin, DavVisit target, LocalMarkers markers) {
    this.origin = origin;
    this.target = target;
    this.markers = markers;
  }

  static void serve(DavVisit visit) throws Refused, IOException {
    String source = visit.headers().get("Source");
    if (source != null) {
      URI from = Elsewhere.uri(source, "Source");
      if (from.isAbsolute() && !Elsewhere.isOurs(visit, from)) {
        visit.copies().pull(visit, from);
      } else {
        fetch(visit.otherSide().of(visit.inside()), Name.of(from.getRawPath()));
      }
      return;
    }
    URI to = Elsewhere.destination(visit);
    if (to.isAbsolute() && !Elsewhere.isOurs(visit, to)) {
      visit.copies().push(visit, to);
    } else {
      give(visit.otherSide().of(visit.inside()), Name.of(to.getRawPath()));
    }
  }

  /**
   * The source of a copy.
   *
   * @param only the version that it must have; absent: any version
   * @param whole for a directory, whether its content is copied too
   */
  private record Source(Name name, Attributes entry, Optional<SeenFile> only, boolean whole) {}

  /** The request is about the source, and so are its conditions. */
  private static void give(OtherSide.Sides sides, Name to) throws Refused, IOException {
    DavVisit visit = sides.own();
    DavVisit target = sides.other();
    Elsewhere.requireApart(visit.name(), to);
    Attributes entry = visit.engine().entry(visit.name());
    Optional<SeenFile> only = Changing.allowed(visit, entry);
    Source source = new Source(visit.name(), entry, only, isWhole(visit));
    Optional<Attributes> there = target.ground().lookToWrite(to);
    new LocalCopy(visit, target, new LocalMarkers(visit))
        .serve(source, to, there, Replacing.ANYTHING);
  }

  /** The request is about the target, and so are its conditions. */
  private static void fetch(OtherSide.Sides sides, Name from) throws Refused, IOException {
    DavVisit visit = sides.own();
    Name to = visit.name();
    Elsewhere.requireApart(from, to);
    Attributes entry = sides.other().engine().entry(from);
    Source source = new Source(from, entry, Optional.empty(), isWhole(visit));
    Optional<Attributes> there = visit.ground().lookToWrite(to);
    Optional<SeenFile> seen = there.map(found -> new SeenFile(found.size(), found.modifiedAt()));
    visit.allowChange(seen.map(Version::of));
    new LocalCopy(sides.other(), visit, new LocalMarkers(visit))
        .serve(source, to, there, Conditions.replacing(visit.headers(), seen));
  }

  private void serve(Source source, Name to, Optional<Attributes> there, Replacing overwrite)
      throws Refused, IOException {
    Elsewhere.requireOverwrite(target, there.isPresent());
    markers.run(
        () -> {
          if (isDirectory(source.entry())) {
            directory(source, to, there, overwrite);
          } else if (there.isEmpty()) {
            file(source.name(), to, Replacing.NOTHING, source.only());
          } else if (isDirectory(there.get())) {
            replaceDirectory(source, to);
          } else {
            file(source.name(), to, overwrite, source.only());
          }
          markers.done(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
        });
  }

  private static boolean isDirectory(Attributes entry) {
    return entry.type() == FileType.DIRECTORY;
  }

  /** For a directory, whether its content is copied too. */
  private static boolean isWhole(DavVisit visit) throws Refused {
    String depth = visit.headers().get("Depth");
    if (depth == null || depth.strip().toLowerCase(Locale.ROOT).equals("infinity")) {
      return true;
    }
    if (!depth.strip().equals("0")) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "Depth of a COPY is 0 or infinity");
    }
    return false;
  }

  /**
   * What is replaced keeps its name until the copy is complete; then it is moved aside, as by MOVE.
   */
  private void directory(Source source, Name to, Optional<Attributes> there, Replacing overwrite)
      throws Refused, IOException {
    if (there.isPresent()) {
      Changing.requireScopeToReplace(target, to);
    }
    DoorUpload.Ground ground = target.ground();
    try (UnfinishedCopy copy =
        UnfinishedCopy.begin(ground.engine(), ground.caller(), ground.patience(), to)) {
      DavVisit inside = target.of(copy.calls(), ground.caller());
      new LocalCopy(origin, inside, markers).fill(source, copy.name());
      Optional<Attributes> now = there.isEmpty() ? there : ground.lookToWrite(to);
      boolean wasDirectory = now.filter(LocalCopy::isDirectory).isPresent();
      boolean wasFile = there.isPresent() && !isDirectory(there.get());
      if (wasFile && overwrite.only().isPresent() && (now.isEmpty() || wasDirectory)) {
        throw new Refused(
            HttpStatus.PRECONDITION_FAILED_412, "the file has been removed or replaced meanwhile");
      }
      if (now.isEmpty()) {
        copy.publish();
        return;
      }
      Aside aside =
          Aside.move(
              target.engine(),
              ground.patience(),
              to,
              wasDirectory ? Optional.empty() : overwrite.only());
      try {
        copy.publish();
      } catch (Refused | RuntimeException e) {
        aside.putBack();
        throw e;
      }
      aside.remove(wasDirectory);
    }
  }

  private void fill(Source source, Name copy) throws Refused, IOException {
    KeptProperties.copy(origin.engine(), source.name(), target.engine(), copy);
    if (source.whole()) {
      children(source.name(), copy);
    }
  }

  /** Copies the open file, whatever gets its name meanwhile. */
  private static void requireSeen(EntryFacts facts, Optional<SeenFile> only) throws Refused {
    if (only.isPresent() && !only.get().equals(new SeenFile(facts.size(), facts.modifiedAt()))) {
      throw new Refused(
          HttpStatus.PRECONDITION_FAILED_412, "the source has been replaced meanwhile");
    }
  }

  private void makeDirectory(Name to) throws Refused {
    try {
      target.engine().makeDirectory(to);
    } catch (Refused refusal) {
      throw Parents.conflictWhereMissing(refusal);
    }
  }

  /**
   * A page of the list is read before anything of it is copied: calls are not kept open meanwhile,
   * and no directory is so large that its list does not fit.
   */
  private void children(Name from, Name to) throws Refused, IOException {
    Optional<String> behind = Optional.of("");
    while (behind.isPresent()) {
      EntryPages.Page page = EntryPages.page(origin.engine(), from, behind.get());
      children(page.entries(), to);
      behind = page.next();
    }
  }

  private void children(List<EntryPages.Entry> children, Name to) throws Refused, IOException {
    for (EntryPages.Entry child : children) {
      target.ground().caller().check();
      markers.moved(0);
      Name copy = to.childLike(child.name());
      if (isDirectory(child.attributes())) {
        makeDirectory(copy);
        KeptProperties.copy(origin.engine(), child.name(), target.engine(), copy);
        children(child.name(), copy);
      } else {
        file(child.name(), copy, Replacing.NOTHING, Optional.empty());
      }
    }
  }

  /**
   * By a file. As MOVE does it: the directory is moved aside, and removed when the file is there.
   */
  private void replaceDirectory(Source source, Name to) throws Refused, IOException {
    Changing.requireScopeToReplace(target, to);
    Aside aside = Aside.move(target.engine(), target.ground().patience(), to, Optional.empty());
    try {
      file(source.name(), to, Replacing.NOTHING, source.only());
    } catch (Refused | IOException | RuntimeException e) {
      aside.putBack();
      throw e;
    }
    aside.remove(true);
  }

  /**
   * @param only the version that is to be copied, if that matters
   */
  private void file(Name from, Name to, Replacing overwrite, Optional<SeenFile> only)
      throws Refused, IOException {
    try (OpenFile source = origin.ground().areas().read(origin.engine().open(from))) {
      var facts = source.facts();
      requireSeen(facts, only);
      if (!facts.residency().onDisk()) {
        throw new Refused(HttpStatus.SERVICE_UNAVAILABLE_503, "the file is on tape, not on disk");
      }
      try (DoorUpload upload =
          Writing.begin(target, to, overwrite, OptionalLong.of(facts.size()))) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.clamp(facts.size(), 1, BUFFER_BYTES));
        Adler32 sum = new Adler32();
        while (upload.size() < facts.size()) {
          buffer.clear();
          if (source.read(buffer, upload.size()) == 0) {
            throw new IOException("the source became shorter while it was copied");
          }
          sum.update(buffer.flip().duplicate());
          int count = buffer.remaining();
          upload.write(buffer);
          markers.moved(count);
        }
        new StoredSum(origin.engine(), DavService.DOOR)
            .require(source, facts, from, Digests.text(sum));
        KeptProperties.copy(source, upload);
        upload.publish(Digests.text(sum));
        markers.moved(0);
      }
    }
  }
}
