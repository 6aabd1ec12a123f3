package org.bora.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.LogText;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parent directories that were created for a file. If the file is not published they are
 * removed again, except those with another entry. Not thread safe.
 */
public final class MadeParents {
  /** A directory with this note was put by an S3 client: it stays when it is empty. */
  public static final String PUT_NOTE = "s3";

  private static final Logger LOG = LoggerFactory.getLogger(MadeParents.class);

  private final Engine engine;
  private final Name file;
  private final Deque<Name> made = new ArrayDeque<>();

  public MadeParents(Engine engine, Name file) {
    this.engine = Objects.requireNonNull(engine, "engine");
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Creates missing directories; others may create the same ones meanwhile.
   *
   * @throws Refused 404 if others have removed one meanwhile; also if one cannot be created
   */
  public void make() throws Refused {
    Parents.makeMissing(engine, file, made::addLast);
  }

  /**
   * Removes the directories that this request made and that are still empty. A token that allows
   * only to create files may do that as well.
   */
  public void takeBack() {
    while (!made.isEmpty()) {
      Name last = made.removeLast();
      try {
        takeBack(last);
      } catch (Refused | BackendFailure | NoTurn stays) {
        made.clear();
        LOG.info(
            "directory '{}', made for a file that did not come, stays: {}",
            LogText.of(last.path()),
            LogText.of(String.valueOf(stays.getMessage())));
      }
    }
  }

  private void takeBack(Name directory) throws Refused {
    Engine removing = removing(directory);
    try {
      if (removing.directoryNote(directory, PUT_NOTE).isEmpty()) { // earlier backends do not look
        removing.removeEmpty(directory, Optional.of(PUT_NOTE));
      }
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404) { // another has removed it
        throw refusal;
      }
    }
  }

  private Engine removing(Name directory) {
    return new Engine(
        engine.backend(), () -> allowing(engine.calls().get(), directory.sfn()), engine.host());
  }

  /** The same call by a caller who may remove a directory. */
  private static Call allowing(Call call, String sfn) {
    Caller caller = call.caller();
    if (caller.grant().isEmpty()) {
      return call;
    }
    Grant grant = caller.grant().get();
    Scope removal = new Scope(Action.DELETE, sfn, true);
    Grant wider =
        new Grant(
            Stream.concat(grant.scopes().stream(), Stream.of(removal)).toList(), grant.within());
    Caller allowed =
        new Caller(caller.dn(), caller.issuer(), caller.fqans(), caller.host(), Optional.of(wider));
    return new Call(allowed, call.deadline(), call.trace(), call.repeated());
  }
}
