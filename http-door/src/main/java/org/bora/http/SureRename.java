package org.bora.http;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;

/**
 * A rename over nothing whose answer may be lost. It is then asked for again as a repetition, so
 * the engine tells whether it was done. Used by one thread.
 */
final class SureRename {
  private final Engine engine;
  private final MvRequest asked;
  private boolean inDoubt;

  /**
   * @param engine asked for the caller
   * @param only what must be renamed, if that matters
   */
  SureRename(Engine engine, Name from, Name to, Optional<SeenFile> only) {
    this.engine = engine;
    this.asked = new MvRequest(from.surl(engine.host()), to.surl(engine.host()), only, true);
  }

  /** Asks, and once more where the answer is lost. May be called again after a failure. */
  void ask() throws Refused {
    try {
      once();
    } catch (BackendFailure lost) {
      if (lost.kind() == BackendFailure.Kind.PERMANENT) {
        throw lost;
      }
      once();
    }
  }

  /** Whether an answer was lost. The rename may have been done, or may be done late. */
  boolean isInDoubt() {
    return inDoubt;
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
      throw lost;
    }
  }
}
