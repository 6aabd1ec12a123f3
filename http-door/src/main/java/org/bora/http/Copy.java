package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.zip.Adler32;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.Replacing;
import org.bora.files.Upload;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * COPY (RFC 4918 section 9.8) of files and directories of this service; what is on another server
 * is a {@link ThirdParty} copy. A copy is complete or is not there: what was copied before a
 * failure is removed, and what was to be replaced gets its name back.
 */
final class Copy {
  private static final Logger LOG = LoggerFactory.getLogger(Copy.class);
  private static final int BUFFER_BYTES = 1024 * 1024;

  private Copy() {}

  static void serve(Visit visit) throws Refused, IOException {
    String source = visit.headers().get("Source");
    if (source != null) {
      URI from = Elsewhere.uri(source, "Source");
      if (from.isAbsolute() && !Elsewhere.isOurs(visit, from)) {
        visit.copies().pull(visit, from);
      } else {
        local(visit, Name.of(from.getRawPath()), visit.name());
      }
      return;
    }
    URI to = Elsewhere.destination(visit);
    if (to.isAbsolute() && !Elsewhere.isOurs(visit, to)) {
      visit.copies().push(visit, to);
    } else {
      local(visit, visit.name(), Name.of(to.getRawPath()));
    }
  }

  private static void local(Visit visit, Name from, Name to) throws Refused, IOException {
    Elsewhere.requireApart(from, to);
    Attributes entry = visit.engine().entry(from);
    boolean whole = isWhole(visit);
    Optional<Attributes> there = visit.engine().look(to);
    Elsewhere.requireOverwrite(visit, there.isPresent());
    if (there.isEmpty()) {
      copy(visit, from, to, entry, whole);
    } else if (isDirectory(entry) || isDirectory(there.get())) {
      replace(visit, from, to, entry, whole, isDirectory(there.get()));
    } else {
      file(visit, from, to, Replacing.ANYTHING);
    }
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  private static boolean isDirectory(Attributes entry) {
    return entry.type() == FileType.DIRECTORY;
  }

  /** Of a directory, whether with all that is in it. */
  private static boolean isWhole(Visit visit) throws Refused {
    String depth = visit.headers().get("Depth");
    if (depth == null || depth.strip().toLowerCase(Locale.ROOT).equals("infinity")) {
      return true;
    }
    if (!depth.strip().equals("0")) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "Depth of a COPY is 0 or infinity");
    }
    return false;
  }

  private static void copy(Visit visit, Name from, Name to, Attributes entry, boolean whole)
      throws Refused, IOException {
    if (!isDirectory(entry)) {
      file(visit, from, to, Replacing.NOTHING);
      return;
    }
    makeDirectory(visit, to);
    if (whole) {
      try {
        children(visit, from, to);
      } catch (Refused | IOException | RuntimeException e) {
        remove(visit, to);
        throw e;
      }
    }
  }

  private static void makeDirectory(Visit visit, Name to) throws Refused {
    try {
      visit.engine().makeDirectory(to);
    } catch (Refused refusal) {
      throw Parents.conflictWhereMissing(refusal);
    }
  }

  private static void remove(Visit visit, Name partial) {
    try {
      visit.engine().remove(partial, true);
    } catch (Refused | BackendFailure e) {
      LOG.warn("a COPY failed, and a part of it is left at '{}': {}", partial.path(), e.toString());
    }
  }

  /**
   * A page of the list is read before anything of it is copied: calls are not kept open meanwhile,
   * and no directory is so large that its list does not fit.
   */
  private static void children(Visit visit, Name from, Name to) throws Refused, IOException {
    Optional<String> behind = Optional.of("");
    while (behind.isPresent()) {
      Entries.Page page = Entries.page(visit.engine(), from, behind.get());
      children(visit, page.entries(), to);
      behind = page.next();
    }
  }

  private static void children(Visit visit, List<Entries.Entry> children, Name to)
      throws Refused, IOException {
    for (Entries.Entry child : children) {
      Name target = to.childLike(child.name());
      if (isDirectory(child.attributes())) {
        makeDirectory(visit, target);
        children(visit, child.name(), target);
      } else {
        file(visit, child.name(), target, Replacing.NOTHING);
      }
    }
  }

  /** As MOVE does it: what is replaced is moved aside, and removed when the copy is complete. */
  private static void replace(
      Visit visit, Name from, Name to, Attributes entry, boolean whole, boolean wasDirectory)
      throws Refused, IOException {
    Changing.requireScopeToReplace(visit, to);
    Name aside = to.aside(UUID.randomUUID());
    visit.engine().move(to, aside);
    try {
      copy(visit, from, to, entry, whole);
    } catch (Refused | IOException | RuntimeException e) {
      Changing.putBack(visit, aside, to);
      throw e;
    }
    Changing.removeAside(visit, aside, wasDirectory);
  }

  private static void file(Visit visit, Name from, Name to, Replacing overwrite)
      throws Refused, IOException {
    try (OpenFile source = visit.ground().areas().read(visit.engine().open(from))) {
      var facts = source.facts();
      if (!facts.residency().onDisk()) {
        throw new Refused(HttpStatus.SERVICE_UNAVAILABLE_503, "the file is on tape, not on disk");
      }
      try (Upload upload = Writing.begin(visit, to, overwrite, OptionalLong.of(facts.size()))) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.clamp(facts.size(), 1, BUFFER_BYTES));
        Adler32 sum = new Adler32();
        while (upload.size() < facts.size()) {
          buffer.clear();
          if (source.read(buffer, upload.size()) == 0) {
            throw new IOException("the source became shorter while it was copied");
          }
          sum.update(buffer.flip().duplicate());
          upload.write(buffer);
        }
        upload.publish(Digests.text(sum));
      }
    }
  }
}
