package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.zip.Adler32;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.api.word.OverwriteMode;
import org.bora.door.http.Refused;
import org.bora.http.Conditions.Version;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** DELETE, MKCOL, MOVE and COPY (RFC 4918 section 9) of names of this service. */
final class Changing {
  private static final Logger LOG = LoggerFactory.getLogger(Changing.class);
  private static final int BUFFER_BYTES = 1024 * 1024;

  private Changing() {}

  /** A directory goes with all that is in it. */
  static void delete(Visit visit) throws Refused {
    Attributes entry = visit.engine().entry(visit.name());
    Conditions.allowChange(
        visit.headers(), Optional.of(Version.of(entry.size(), entry.modifiedAt())));
    visit.engine().remove(visit.name(), entry.type() == FileType.DIRECTORY);
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  static void makeDirectory(Visit visit) throws Refused {
    if (visit.request().getLength() > 0) {
      throw new Refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "a MKCOL with a body means nothing here");
    }
    try {
      visit.engine().makeDirectory(visit.name());
    } catch (Refused refusal) {
      throw switch (refusal.status()) {
        case HttpStatus.PRECONDITION_FAILED_412 ->
            new Refused(HttpStatus.METHOD_NOT_ALLOWED_405, refusal.getMessage());
        default -> Writing.conflictWhereMissing(refusal);
      };
    }
    visit.answer(HttpStatus.CREATED_201);
  }

  /**
   * The engine renames over nothing, so what has the new name is moved aside first, and removed
   * only when the other is in its place. Readers may find neither in between. Where the door or the
   * engine dies in between, the old entry is left under the name aside; nothing is lost.
   */
  static void move(Visit visit) throws Refused {
    Name to = destination(visit);
    visit.engine().entry(visit.name());
    Optional<Attributes> there = visit.engine().look(to);
    requireOverwrite(visit, there.isPresent());
    if (there.isPresent()) {
      replace(visit, to, there.get().type() == FileType.DIRECTORY);
    } else {
      rename(visit, to);
    }
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  private static void rename(Visit visit, Name to) throws Refused {
    try {
      visit.engine().move(visit.name(), to);
    } catch (Refused refusal) {
      throw Writing.conflictWhereMissing(refusal);
    }
  }

  private static void replace(Visit visit, Name to, boolean directory) throws Refused {
    Name aside = to.aside(UUID.randomUUID());
    visit.engine().move(to, aside);
    try {
      rename(visit, to);
    } catch (Refused | BackendFailure e) {
      putBack(visit, aside, to);
      throw e;
    }
    try {
      visit.engine().remove(aside, directory);
    } catch (Refused | BackendFailure e) {
      LOG.warn("what was replaced by a MOVE is left at '{}': {}", aside.path(), e.getMessage());
    }
  }

  /** Renames over nothing: where the move was done after all, this one is refused. */
  private static void putBack(Visit visit, Name aside, Name to) {
    try {
      visit.engine().move(aside, to);
    } catch (Refused | BackendFailure e) {
      LOG.warn(
          "a MOVE to '{}' failed, and what was there is left at '{}': {}",
          to.path(),
          aside.path(),
          e.getMessage());
    }
  }

  static void copy(Visit visit) throws Refused, IOException {
    if (visit.headers().contains("Source")) {
      throw new Refused(
          HttpStatus.NOT_IMPLEMENTED_501, "copies between servers are not served yet");
    }
    Name to = destination(visit);
    Attributes from = visit.engine().entry(visit.name());
    if (from.type() == FileType.DIRECTORY) {
      throw new Refused(HttpStatus.NOT_IMPLEMENTED_501, "copies of directories are not served yet");
    }
    Optional<Attributes> there = visit.engine().look(to);
    requireOverwrite(visit, there.isPresent());
    if (there.filter(entry -> entry.type() == FileType.DIRECTORY).isPresent()) {
      throw new Refused(HttpStatus.CONFLICT_409, "the destination is a directory");
    }
    copy(visit, to, there.isPresent());
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  private static void copy(Visit visit, Name to, boolean replaces) throws Refused, IOException {
    try (OpenFile source = visit.ground().areas().read(visit.engine().open(visit.name()))) {
      var facts = source.facts();
      if (!facts.residency().onDisk()) {
        throw new Refused(HttpStatus.SERVICE_UNAVAILABLE_503, "the file is on tape, not on disk");
      }
      OverwriteMode overwrite = replaces ? OverwriteMode.ALWAYS : OverwriteMode.NEVER;
      try (Upload upload = Writing.begin(visit, to, overwrite, OptionalLong.of(facts.size()))) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
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

  private static void requireOverwrite(Visit visit, boolean there) throws Refused {
    String overwrite = visit.headers().get("Overwrite");
    if (there && overwrite != null && overwrite.strip().equalsIgnoreCase("F")) {
      throw new Refused(HttpStatus.PRECONDITION_FAILED_412, "the destination exists");
    }
  }

  private static Name destination(Visit visit) throws Refused {
    String text = visit.headers().get("Destination");
    if (text == null) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "no Destination is given");
    }
    URI uri;
    try {
      uri = URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "the Destination is not a URI");
    }
    if (uri.isAbsolute() && !isOurs(visit, uri)) {
      throw visit.request().getMethod().equals("COPY")
          ? new Refused(HttpStatus.NOT_IMPLEMENTED_501, "copies between servers are not served yet")
          : new Refused(HttpStatus.BAD_GATEWAY_502, "the Destination is another server");
    }
    Name to = Name.of(uri.getRawPath());
    if (to.isWithin(visit.name()) || visit.name().isWithin(to)) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "source and destination lie within each other");
    }
    return to;
  }

  /** The names of a service are many: what counts is the one by which this request came. */
  private static boolean isOurs(Visit visit, URI uri) {
    var asked = visit.request().getHttpURI();
    int port = uri.getPort() < 0 ? 443 : uri.getPort();
    int ours = asked.getPort() < 0 ? 443 : asked.getPort();
    return uri.getHost() != null && uri.getHost().equalsIgnoreCase(asked.getHost()) && port == ours;
  }
}
