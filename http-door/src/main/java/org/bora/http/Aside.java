package org.bora.http;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.LogText;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is replaced, under a name of the door's own while the other takes its place. The scopes of a
 * token may cover the replaced name alone; whatever they allow there, they allow here. The engine
 * moves nothing aside that the caller could not bring back or remove.
 *
 * @param engine asked about the name aside
 * @param patience with an engine that does not put back or remove at once
 * @param from the name that it had
 * @param name aside
 */
record Aside(Engine engine, Patience patience, Name from, Name name) {
  private static final Logger LOG = LoggerFactory.getLogger(Aside.class);

  /**
   * Renames. Where it fails and may have been done all the same, it is put back, and the log has
   * the name aside.
   *
   * @param asked for the caller
   * @param only what it must be, if that matters
   */
  static Aside move(Engine asked, Patience patience, Name from, Optional<SeenFile> only)
      throws Refused {
    Name name = from.aside(UUID.randomUUID());
    Engine engine =
        new Engine(
            asked.backend(),
            () -> allowing(asked.calls().get(), from.sfn(), name.sfn()),
            asked.host());
    Aside aside = new Aside(engine, patience, from, name);
    SureRename rename =
        new SureRename(
            engine, MvRequest.toMakeRoom(from.surl(engine.host()), name.surl(engine.host()), only));
    try {
      rename.ask();
    } catch (Refused refusal) {
      if (rename.isInDoubt() || refusal.status() >= HttpStatus.INTERNAL_SERVER_ERROR_500) {
        aside.putBackInDoubt();
      }
      throw refusal;
    } catch (BackendFailure | NoTurn e) {
      if (rename.isInDoubt()) {
        aside.putBackInDoubt();
      }
      throw e;
    }
    return aside;
  }

  private void putBackInDoubt() {
    LOG.warn(
        "it is not known whether '{}' was renamed to '{}' to be replaced: it is renamed back",
        LogText.of(from.path()),
        LogText.of(name.path()));
    putBack();
  }

  /** Renames over nothing: where the new one came after all, this is refused. */
  void putBack() {
    MvRequest back =
        MvRequest.exactly(name.surl(engine.host()), from.surl(engine.host()), Optional.empty());
    try {
      patience.askThroughFailures(new SureRename(engine, back)::ask);
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.warn(
          "'{}' was not replaced, and what was there is left at '{}' if that exists: {}",
          LogText.of(from.path()),
          LogText.of(name.path()),
          LogText.of(String.valueOf(e.getMessage())));
    }
  }

  /** Of what is left the log tells. */
  void remove(boolean directory) {
    try {
      new SureRemoval(engine, patience, name).ask(directory);
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.warn(
          "what was replaced could not be removed and is left at '{}': {}",
          LogText.of(name.path()),
          LogText.of(String.valueOf(e.getMessage())));
    }
  }

  /** The same call by a caller who may do beside a name what may be done with the name. */
  static Call allowing(Call call, String sfn, String beside) {
    Caller caller = call.caller();
    if (caller.grant().isEmpty()) {
      return call;
    }
    Grant grant = caller.grant().get();
    Stream<Scope> more =
        grant.scopes().stream()
            .filter(scope -> scope.covers(sfn))
            .map(scope -> new Scope(scope.action(), beside, false));
    Grant wider = new Grant(Stream.concat(grant.scopes().stream(), more).toList(), grant.within());
    Caller allowed =
        new Caller(caller.dn(), caller.issuer(), caller.fqans(), caller.host(), Optional.of(wider));
    return new Call(allowed, call.deadline(), call.trace(), call.repeated());
  }
}
