package org.bora.http;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.Engine;

/**
 * A rename to a free name whose result the door may not learn: the answer may be lost, or the
 * engine may not know. Then the door asks again, marked as a repetition, and the engine tells
 * whether it was done. Used by one thread.
 */
final class SureRename {
  private final Engine engine;
  private final MvRequest asked;
  private boolean inDoubt;
  private boolean mayComeLate;

  /**
   * @param engine makes calls for the caller
   */
  SureRename(Engine engine, MvRequest asked) {
    this.engine = engine;
    this.asked = asked;
  }

  /**
   * Requests the rename, and again if the result is in doubt. May be called again after a failure.
   */
  void ask() throws Refused {
    try {
      once();
    } catch (BackendFailure lost) {
      if (lost.kind() == BackendFailure.Kind.PERMANENT) {
        throw lost;
      }
      once();
    } catch (Refused refusal) {
      if (!isUnclear(refusal)) {
        throw refusal;
      }
      once();
    }
  }

  /** The rename may have been done, or may be done late. */
  boolean isInDoubt() {
    return inDoubt;
  }

  /** Storage did not answer in time, so a first attempt may still be carried out at any moment. */
  boolean mayComeLate() {
    return mayComeLate;
  }

  private void once() throws Refused {
    Call call = engine.calls().get();
    try {
      ReturnStatus status =
          engine.backend().call(Catalogue.MV, inDoubt ? call.again() : call, asked).status();
      if (status.code() != SrmStatus.SUCCESS) {
        throw Refused.of(status);
      }
    } catch (BackendFailure lost) {
      inDoubt |= lost.mayHaveBegun();
      mayComeLate |= lost.isOfSilentStorage() || lost.kind() == BackendFailure.Kind.TIMED_OUT;
      throw lost;
    } catch (Refused refusal) {
      inDoubt |= isUnclear(refusal);
      mayComeLate |= isUnclear(refusal);
      throw refusal;
    }
  }

  /** The engine also gives this answer if a filesystem did not answer. */
  private static boolean isUnclear(Refused refusal) {
    return refusal.srm().equals(Optional.of(SrmStatus.INTERNAL_ERROR));
  }
}
