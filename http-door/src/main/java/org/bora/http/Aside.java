package org.bora.http;

import java.util.Optional;
import java.util.Set;
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
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replaced file or directory, which has a temporary name of the door while another one takes its
 * place. The scopes of a token may cover only the original name; what they allow there, they also
 * allow here. The engine moves nothing aside that the caller could not bring back or remove.
 *
 * @param engine backend, for calls about the temporary name
 * @param patience how long to repeat a rename or removal that fails
 * @param from the original name
 * @param name the temporary name
 * @param rename from the original name to the temporary one
 */
record Aside(Engine engine, Patience patience, Name from, Name name, SureRename rename) {
  private static final Logger LOG = LoggerFactory.getLogger(Aside.class);

  /** Failures with which nothing was done. */
  private static final Set<Integer> NOT_DONE =
      Set.of(HttpStatus.NOT_IMPLEMENTED_501, HttpStatus.INSUFFICIENT_STORAGE_507);

  /**
   * Renames an entry to its temporary name, which the log has before. If the rename fails, and may
   * have been done nevertheless, the entry is renamed back.
   *
   * @param asked engine of the caller
   * @param only the version that the entry must have; absent: any version
   */
  static Aside move(Engine asked, Patience patience, Name from, Optional<SeenFile> only)
      throws Refused {
    Name name = from.aside(UUID.randomUUID());
    Engine engine =
        new Engine(
            asked.backend(),
            () -> allowing(asked.calls().get(), from.sfn(), name.sfn()),
            asked.host());
    SureRename rename =
        new SureRename(
            engine, MvRequest.toMakeRoom(from.surl(engine.host()), name.surl(engine.host()), only));
    Aside aside = new Aside(engine, patience, from, name, rename);
    LOG.info(
        "'{}' is renamed to '{}' until it is replaced",
        LogText.of(from.path()),
        LogText.of(name.path()));
    try {
      rename.ask();
    } catch (Refused refusal) {
      if (rename.isInDoubt() || mayBeDone(refusal.status())) {
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

  private static boolean mayBeDone(int status) {
    return status >= HttpStatus.INTERNAL_SERVER_ERROR_500 && !NOT_DONE.contains(status);
  }

  /** If the rename may come late, the temporary name may appear only after a while. */
  private void putBackInDoubt() {
    LOG.warn(
        "it is not known whether '{}' was renamed to '{}' to be replaced: it is renamed back",
        LogText.of(from.path()),
        LogText.of(name.path()));
    putBack(rename.mayComeLate());
  }

  /**
   * Renames the entry back, unless the original name is in use by now. A client that holds the
   * entry meanwhile, such as the writer of a file below a directory, is waited for.
   */
  void putBack() {
    putBack(false);
  }

  private void putBack(boolean late) {
    MvRequest back =
        MvRequest.exactly(name.surl(engine.host()), from.surl(engine.host()), Optional.empty());
    try {
      patience.askThroughFailures(
          new SureRename(engine, back)::ask,
          refusal ->
              refusal.srm().equals(Optional.of(SrmStatus.FILE_BUSY))
                  || (late && refusal.status() == HttpStatus.NOT_FOUND_404));
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.warn(
          "'{}' may not have been replaced; if '{}' exists, it is what was there: {}",
          LogText.of(from.path()),
          LogText.of(name.path()),
          LogText.of(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Removes the replaced entry; the log names entries that are left. The entry stays while the
   * first attempt of the rename may still take effect: the temporary name is then taken, so the
   * late rename fails instead of moving the entry that has the original name by then.
   */
  void remove(boolean directory) {
    if (rename.mayComeLate()) {
      LOG.warn(
          "'{}' was replaced. The old entry remains at '{}', because the storage was slow to rename it; remove it when the storage answers again",
          LogText.of(from.path()),
          LogText.of(name.path()));
      return;
    }
    try {
      if (rename.isInDoubt()) {
        patience.ask(() -> engine.remove(name, directory)); // not repeated after it was done
      } else {
        new SureRemoval(engine, patience, name).ask(directory);
      }
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.warn(
          "the replaced entry could not be removed and remains at '{}': {}",
          LogText.of(name.path()),
          LogText.of(String.valueOf(e.getMessage())));
    }
  }

  /**
   * The same call by a caller with the same rights for temporary names next to a name as for the
   * name.
   */
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
