package org.bora.http;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;

/**
 * What is replaced, under a name of the door's own while the other takes its place. The scopes of a
 * token may cover the replaced name alone; whatever they allow there, they allow here.
 *
 * @param engine asked about the name aside
 * @param name aside
 */
record Aside(Engine engine, Name name) {

  /**
   * Renames.
   *
   * @param only what it must be, if that matters
   */
  static Aside move(DavVisit visit, Name from, Optional<SeenFile> only) throws Refused {
    Name name = from.aside(UUID.randomUUID());
    Engine asked = visit.engine();
    Engine engine =
        new Engine(
            asked.backend(),
            () -> allowing(asked.calls().get(), from.sfn(), name.sfn()),
            asked.host());
    engine.move(from, name, only);
    return new Aside(engine, name);
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
