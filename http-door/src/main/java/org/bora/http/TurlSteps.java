package org.bora.http;

import java.util.Objects;
import org.bora.api.Catalogue;
import org.bora.api.bearer.TurlToken;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;

/**
 * Reports the steps of one transfer by transfer URL to a backend.
 *
 * @param client address
 * @param attempt identifies the transfer
 */
record TurlSteps(Engine engine, Name name, TurlToken token, String client, String attempt) {

  TurlSteps {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(attempt, "attempt");
  }

  /** What the URL leads to; may be refused. */
  TurlReply look() {
    return told(Step.LOOK, 0, false);
  }

  /** Takes a step; see {@link TurlUse}. */
  TurlReply ask(Step step, long bytes, boolean whole) throws Refused {
    return required(told(step, bytes, whole));
  }

  /** A step that succeeds. */
  static TurlReply required(TurlReply reply) throws Refused {
    if (reply.status().code() != SrmStatus.SUCCESS) {
      throw Refused.of(reply.status());
    }
    return reply;
  }

  /** The same, if a refusal is to be examined. */
  TurlReply told(Step step, long bytes, boolean whole) {
    return engine
        .backend()
        .call(
            Catalogue.USE_TURL,
            engine.calls().get(),
            new TurlUse(
                step,
                token.writes(),
                token.request().toString(),
                name.surl(engine.host()),
                client,
                attempt,
                bytes,
                whole));
  }
}
