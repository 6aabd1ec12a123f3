package org.bora.http;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.directory.Attributes;
import org.bora.api.put.SeenFile;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.DoorUpload;
import org.bora.files.Gathering;
import org.bora.files.MadeParents;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.ReceivedBody;
import org.bora.files.Replacing;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;

/** PUT: a file, whole and verified, or nothing. */
final class Writing {
  private static final int ATTEMPTS = 3;

  private Writing() {}

  static void serve(DavVisit visit) throws Refused, IOException {
    try (EarlyContinue _ = new EarlyContinue(visit.request(), visit.response())) {
      write(visit);
    }
  }

  private static void write(DavVisit visit) throws Refused, IOException {
    if (visit.name().namesDirectory()) {
      throw new Refused(HttpStatus.CONFLICT_409, "the name of a file does not end with a slash");
    }
    requireWhole(visit);
    Digests digests = Digests.expectedBy(visit.headers());
    Optional<Attributes> there = visit.engine().look(visit.name());
    if (there.filter(entry -> entry.type() == FileType.DIRECTORY).isPresent()) {
      throw new Refused(HttpStatus.CONFLICT_409, "it is a directory");
    }
    Optional<SeenFile> seen = there.map(entry -> new SeenFile(entry.size(), entry.modifiedAt()));
    visit.allowChange(seen.map(Version::of));
    Replacing overwrite = Conditions.replacing(visit.headers(), seen);
    long announced = visit.request().getLength();
    OptionalLong size = announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced);
    boolean replaces = there.isPresent();
    if (!receive(visit, digests, new Target(overwrite, replaces), size)) {
      // only now is it known that the body is empty
      receiveNothing(visit, digests, new Target(overwrite, replaces));
    }
    Digests.wanted(visit.headers(), digests.adler32()).forEach(visit::header);
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  /**
   * The target of a PUT.
   *
   * @param overwrite what may be there
   * @param replaces whether something is there
   */
  private record Target(Replacing overwrite, boolean replaces) {
    /** What clients have left on a file stays where its bytes are replaced (RFC 4918 9.7.1). */
    void publish(DavVisit visit, DoorUpload upload, Digests digests) throws Refused, IOException {
      if (replaces) {
        KeptProperties.keep(upload, visit.name());
      }
      upload.publish(digests.adler32());
    }
  }

  static void requireWhole(DavVisit visit) throws Refused {
    if (visit.headers().contains(HttpHeader.CONTENT_RANGE)) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400,
          "a file is written as a whole, not in ranges (RFC 9110 14.5)");
    }
    if (visit.headers().contains(HttpHeader.CONTENT_ENCODING)) {
      throw new Refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "send the file without Content-Encoding");
    }
  }

  static void requireSize(long arrived, long announced) throws Refused {
    if (arrived != announced) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400,
          arrived + " bytes have arrived, " + announced + " were announced");
    }
  }

  /**
   * Where the directory above is missing RFC 4918 section 9.7.1 asks for a conflict, but a scope to
   * create stands for the directories above too (WLCG profile 1.3): with a token they are made.
   * They go again with a file that is given up.
   */
  static DoorUpload begin(DavVisit visit, Name name, Replacing overwrite, OptionalLong size)
      throws Refused, IOException {
    try {
      return DoorUpload.begin(visit.ground(), name, overwrite, size);
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404 || visit.grant().isEmpty()) {
        throw Parents.conflictWhereMissing(refusal);
      }
    }
    MadeParents made = new MadeParents(visit.engine(), name);
    try {
      return begin(visit, name, overwrite, size, made);
    } catch (Refused refusal) {
      made.takeBack();
      throw Parents.conflictWhereMissing(refusal);
    } catch (IOException | RuntimeException e) {
      made.takeBack();
      throw e;
    }
  }

  /** Others may remove directories that they have made meanwhile; these are made again. */
  private static DoorUpload begin(
      DavVisit visit, Name name, Replacing overwrite, OptionalLong size, MadeParents made)
      throws Refused, IOException {
    Refused missing = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        made.make();
        return DoorUpload.begin(visit.ground(), name, overwrite, size).within(made);
      } catch (Refused refusal) {
        if (refusal.status() != HttpStatus.NOT_FOUND_404) {
          throw refusal;
        }
        missing = refusal;
      }
    }
    throw missing;
  }

  /** False for a body of unknown length that turned out to be empty. */
  private static boolean receive(DavVisit visit, Digests digests, Target target, OptionalLong size)
      throws Refused, IOException {
    try (DoorUpload upload = begin(visit, visit.name(), target.overwrite(), size)) {
      body(visit, digests, new Gathering(upload, size), upload, Long.MAX_VALUE);
      if (size.isEmpty() && upload.size() == 0) {
        return false;
      }
      verify(digests, upload, size);
      target.publish(visit, upload, digests);
      return true;
    }
  }

  private static void verify(Digests digests, DoorUpload upload, OptionalLong size) throws Refused {
    if (size.isPresent()) {
      requireSize(upload.size(), size.getAsLong());
    }
    digests.verify();
  }

  /**
   * Writes the body into an upload, and verifies the received bytes.
   *
   * @param most largest number of bytes
   */
  static void fill(DavVisit visit, Digests digests, DoorUpload upload, OptionalLong size, long most)
      throws IOException, Refused {
    body(visit, digests, new Gathering(upload, size), upload, most);
    verify(digests, upload, size);
  }

  private static void receiveNothing(DavVisit visit, Digests digests, Target target)
      throws Refused, IOException {
    digests.verify();
    OptionalLong nothing = OptionalLong.of(0);
    try (DoorUpload upload = begin(visit, visit.name(), target.overwrite(), nothing)) {
      target.publish(visit, upload, digests);
    }
  }

  private static void body(
      DavVisit visit, Digests digests, Gathering gathering, DoorUpload upload, long most)
      throws IOException, Refused {
    ReceivedBody body = new ReceivedBody(visit.request(), visit.ground().nanos());
    long arrived = 0;
    boolean last = false;
    while (!last) {
      Content.Chunk chunk = body.next();
      try {
        last = chunk.isLast();
        arrived += chunk.remaining();
        if (arrived > most) {
          throw new Refused(
              HttpStatus.BAD_REQUEST_400, "more bytes arrive than the " + most + " announced");
        }
        digests.update(chunk.getByteBuffer());
        gathering.take(chunk.getByteBuffer());
        upload.goesOn();
      } finally {
        chunk.release();
      }
    }
    gathering.write();
  }
}
