package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.FileType;
import org.bora.api.word.Grant;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.eclipse.jetty.http.HttpStatus;

/** DELETE, MKCOL and MOVE (RFC 4918 section 9) on this service. */
final class Changing {
  private Changing() {}

  /** A directory is removed with its content. */
  static void delete(DavVisit visit) throws Refused {
    Attributes entry = visit.engine().entry(visit.name());
    Optional<SeenFile> only = allowed(visit, entry);
    if (entry.type() == FileType.DIRECTORY) {
      visit.engine().remove(visit.name(), true);
    } else {
      visit.engine().remove(visit.name(), only);
    }
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  /**
   * Checks the conditions of a request against the entry of its name.
   *
   * @return the version that must still have the name when the request is carried out; empty if it
   *     does not matter, and for a directory, which has no versions
   */
  static Optional<SeenFile> allowed(DavVisit visit, Attributes entry) throws Refused {
    visit.allowChange(Optional.of(IfHeader.version(entry)));
    return only(visit, entry);
  }

  private static Optional<SeenFile> only(DavVisit visit, Attributes entry) {
    return entry.type() == FileType.DIRECTORY
        ? Optional.empty()
        : Conditions.only(visit.headers(), new SeenFile(entry.size(), entry.modifiedAt()));
  }

  static void makeDirectory(DavVisit visit) throws Refused {
    IfHeader.require(visit);
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
        default -> Parents.conflictWhereMissing(refusal);
      };
    }
    visit.answer(HttpStatus.CREATED_201);
  }

  /**
   * The engine never renames over an entry, so the entry with the new name is first moved aside,
   * and removed only after the rename. Readers may find neither in between. If the door or the
   * engine dies in between, the old entry stays under its temporary name, and nothing is lost.
   * Before any rename this waits for other writers of the names, as a COPY does, but not for pins
   * or for writers below a directory.
   */
  static void move(DavVisit visit) throws Refused, IOException {
    Name to = destination(visit);
    Attributes entry = visit.ground().lookToWrite(visit.name()).orElseThrow(Changing::missing);
    Optional<Attributes> there = visit.ground().lookToWrite(to);
    Version version = IfHeader.version(entry);
    Conditions.allowChange(visit.headers(), Optional.of(version));
    IfHeader.require(
        visit,
        Map.of(
            IfHeader.plain(visit.name()),
            Optional.of(version),
            IfHeader.plain(to),
            there.map(IfHeader::version)));
    Optional<SeenFile> only = only(visit, entry);
    Elsewhere.requireOverwrite(visit, there.isPresent());
    if (there.isPresent()) {
      replace(visit, to, only, there.get());
    } else {
      rename(visit, to, only);
    }
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  private static Refused missing() {
    return new Refused(HttpStatus.NOT_FOUND_404, "no such file or directory");
  }

  private static void rename(DavVisit visit, Name to, Optional<SeenFile> only) throws Refused {
    Engine engine = visit.engine();
    MvRequest asked =
        MvRequest.exactly(visit.name().surl(engine.host()), to.surl(engine.host()), only);
    try {
      new SureRename(engine, asked).ask();
    } catch (Refused refusal) {
      throw Parents.conflictWhereMissing(refusal);
    }
  }

  private static void replace(DavVisit visit, Name to, Optional<SeenFile> only, Attributes there)
      throws Refused {
    requireScopeToReplace(visit, to);
    // the header If may name what is replaced; the other conditions are about the source alone
    Aside aside =
        Aside.move(
            visit.engine(),
            visit.ground().patience(),
            to,
            IfHeader.isIn(visit) ? only(visit, there) : Optional.empty());
    try {
      rename(visit, to, only);
    } catch (Refused | BackendFailure | NoTurn e) {
      aside.putBack();
      throw e;
    }
    aside.remove(there.type() == FileType.DIRECTORY);
  }

  /**
   * A scope to create allows to rename, and so to move the old entry aside, but not to lose it. A
   * scope whose path is the name with a slash does not allow to rename.
   */
  static void requireScopeToReplace(DavVisit visit, Name to) throws Refused {
    Optional<Grant> grant = visit.grant();
    boolean may =
        grant.isEmpty()
            || grant.get().scopes().stream().anyMatch(scope -> isToReplace(scope, to.sfn()));
    if (!may) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "the token does not allow to replace what is there: it has " + grant.get());
    }
  }

  private static boolean isToReplace(Grant.Scope scope, String sfn) {
    return scope.action() == Grant.Action.MODIFY
        && scope.covers(sfn)
        && !(scope.directory() && scope.path().equals(sfn));
  }

  private static Name destination(DavVisit visit) throws Refused {
    URI uri = Elsewhere.destination(visit);
    if (uri.isAbsolute() && !Elsewhere.isOurs(visit, uri)) {
      throw new Refused(HttpStatus.BAD_GATEWAY_502, "the Destination is another server");
    }
    Name to = Name.of(uri.getRawPath());
    Elsewhere.requireApart(visit.name(), to);
    return to;
  }
}
