package org.bora.http;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.word.Call;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.files.Patience;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that a COPY fills under a temporary name, beside the name that it will get. One
 * rename to a free name publishes it. If it is closed before that, it is removed, together with
 * anything that other clients have put there, since listings show the name. So the caller must have
 * the right to remove it, and is refused at once otherwise. If the engine did not say whether the
 * rename was done, the directory stays: a removal could meet a late rename, and half a copy would
 * be visible. Used by one thread.
 */
final class UnfinishedCopy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedCopy.class);

  /** Refusals that come before the directory is made. */
  private static final Set<Integer> NOT_MADE =
      Set.of(
          HttpStatus.FORBIDDEN_403, HttpStatus.NOT_FOUND_404, HttpStatus.PRECONDITION_FAILED_412);

  private final Engine engine;
  private final StillServed caller;
  private final Patience patience;
  private final Name to;
  private final Name name;
  private final SureRename rename;
  private boolean published;

  private UnfinishedCopy(Engine engine, StillServed caller, Patience patience, Name to, Name name) {
    this.engine = engine;
    this.caller = caller;
    this.patience = patience;
    this.to = to;
    this.name = name;
    this.rename = new SureRename(engine, MvRequest.exactly(surl(name), surl(to), Optional.empty()));
  }

  /**
   * Creates the directory, if the caller may publish it later.
   *
   * @param asked the call context of the copy's caller
   * @param to the final name
   */
  static UnfinishedCopy begin(Engine asked, StillServed caller, Patience patience, Name to)
      throws Refused {
    Name name = to.unfinished(UUID.randomUUID());
    Engine engine =
        new Engine(
            asked.backend(),
            () -> allowing(asked.calls().get(), to.sfn(), name.sfn()),
            asked.host());
    UnfinishedCopy copy = new UnfinishedCopy(engine, caller, patience, to, name);
    LOG.info("copy to '{}' is being made at '{}'", LogText.of(to.path()), LogText.of(name.path()));
    try {
      copy.make();
    } catch (Refused refusal) {
      if (!NOT_MADE.contains(refusal.status())) {
        copy.close(); // it may be there
      }
      throw Parents.conflictWhereMissing(refusal);
    } catch (BackendFailure failure) {
      if (failure.mayHaveBegun()) {
        copy.close();
      }
      throw failure;
    }
    return copy;
  }

  /**
   * The same call by a caller with the same rights for the unfinished copy as for its final name. A
   * scope whose path ends with a slash also covers that directory.
   */
  static Call allowing(Call call, String sfn, String unfinished) {
    boolean slash =
        call.caller().grant().stream()
            .flatMap(grant -> grant.scopes().stream())
            .anyMatch(scope -> scope.directory() && scope.path().equals(sfn));
    Call wider = Aside.allowing(call, sfn, unfinished);
    return slash ? Aside.allowing(wider, sfn, sfn) : wider;
  }

  /** Makes the context of calls about its content. */
  Supplier<Call> calls() {
    return engine.calls();
  }

  /** Of the directory until it is published. */
  Name name() {
    return name;
  }

  /**
   * Renames it to its final name; refused with 412 if an entry has that name by now. A call that
   * gets no turn is repeated for a while.
   */
  void publish() throws Refused {
    patience.ask(
        () -> {
          caller.check();
          rename.ask();
        });
    published = true;
  }

  @Override
  public void close() {
    if (published) {
      return;
    }
    if (rename.isInDoubt()) {
      LOG.warn(
          "it is not known whether a COPY was completed: if '{}' is still there, remove it",
          LogText.of(name.path()));
      return;
    }
    try {
      new SureRemoval(engine, patience, name).ask(true);
    } catch (Refused | BackendFailure | NoTurn e) {
      LOG.warn(
          "a COPY to '{}' failed, and a part of it is left at '{}': {}",
          LogText.of(to.path()),
          LogText.of(name.path()),
          LogText.of(String.valueOf(e.getMessage())));
    }
  }

  private void make() throws Refused {
    MkdirRequest asked = new MkdirRequest(surl(name), Optional.of(surl(to)));
    require(engine.backend().call(Catalogue.MKDIR, engine.calls().get(), asked).status());
  }

  private Surl surl(Name of) {
    return of.surl(engine.host());
  }

  private static void require(ReturnStatus status) throws Refused {
    if (status.code() != SrmStatus.SUCCESS) {
      throw Refused.of(status);
    }
  }
}
