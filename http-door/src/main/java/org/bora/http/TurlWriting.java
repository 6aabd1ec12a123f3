package org.bora.http;

import java.io.IOException;
import java.util.OptionalLong;
import org.bora.api.BackendFailure;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.eclipse.jetty.http.HttpStatus;

/**
 * PUT to a transfer URL: into the hidden file of its put, which srmPutDone publishes. srmPutDone
 * publishes nothing until the backend knows that the upload is complete.
 */
final class TurlWriting {
  private TurlWriting() {}

  static void serve(DavVisit visit, TurlSteps steps) throws Refused, IOException {
    if (!steps.token().writes()) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "the transfer URL is for reading");
    }
    Writing.requireWhole(visit);
    Digests digests = Digests.expectedBy(visit.headers());
    long announced = visit.request().getLength();
    OptionalLong size = announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced);
    TurlReply begun = begun(steps);
    try (DoorUpload upload =
        DoorUpload.into(visit.ground(), new Hold(steps), begun.file().orElseThrow())) {
      if (size.isPresent() && begun.size().isPresent()) {
        Writing.requireSize(size.getAsLong(), begun.size().getAsLong());
      }
      Writing.fill(visit, digests, upload, size, begun.size().orElse(Long.MAX_VALUE));
      if (begun.size().isPresent()) {
        Writing.requireSize(upload.size(), begun.size().getAsLong());
      }
      upload.publish(digests.adler32());
    }
    Digests.wanted(visit.headers(), digests.adler32()).forEach(visit::header);
    visit.answer(HttpStatus.CREATED_201);
  }

  /** A client without an answer to its upload continues with srmPutDone. */
  private static TurlReply begun(TurlSteps steps) throws Refused {
    TurlReply begun = steps.told(Step.BEGIN, 0, false);
    if (begun.status().code() == SrmStatus.DUPLICATION_ERROR) {
      throw new Refused(HttpStatus.CONFLICT_409, begun.status().explanation());
    }
    return TurlSteps.required(begun);
  }

  /** An upload that only the client ends. */
  private record Hold(TurlSteps steps) implements DoorUpload.Hold {
    @Override
    public void renew() throws Refused {
      steps.ask(Step.RENEW, 0, false);
    }

    /** Repeated if the answer was lost: the backend recognises the attempt. */
    @Override
    public void complete(long size, String adler32) throws Refused {
      try {
        steps.ask(Step.END, size, true);
      } catch (BackendFailure lost) {
        if (lost.kind() == BackendFailure.Kind.PERMANENT) {
          throw lost;
        }
        try {
          steps.ask(Step.END, size, true);
        } catch (NoTurn none) {
          throw lost; // the first question may have begun
        }
      }
    }

    @Override
    public void giveUp() throws Refused {
      steps.ask(Step.END, 0, false);
    }

    @Override
    public String toString() {
      return "by the transfer URL of request " + steps.token().request();
    }
  }
}
