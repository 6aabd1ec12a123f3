package org.bora.s3;

import java.io.IOException;
import java.time.Duration;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlTree;
import org.eclipse.jetty.http.HttpStatus;

/**
 * RestoreObject: a file is recalled from tape, and stays on disk for some days (srmBringOnline).
 * The backend shortens a pin that exceeds its limit.
 */
final class Restoring {
  private Restoring() {}

  static void serve(S3Visit visit) throws Refused, IOException {
    visit.bodies().read(visit, body -> serve(visit, days(XmlTree.of(body, "RestoreRequest"))));
  }

  private static int days(XmlTree asked) throws Refused {
    if (!asked.all("OutputLocation").isEmpty() || !asked.all("SelectParameters").isEmpty()) {
      throw S3Error.NOT_IMPLEMENTED.because("objects are restored, not selected from");
    }
    try {
      int days = Integer.parseInt(asked.of("Days").orElse("").strip());
      if (days >= 1) {
        return days;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw S3Error.MALFORMED_XML.because("Days is a number of 1 or more");
  }

  private static void serve(S3Visit visit, int days) throws Refused, IOException {
    ObjectKey key = visit.key();
    Found found = Found.look(visit, key).orElseThrow(() -> S3Error.NO_SUCH_KEY.refusal());
    if (!found.isOnTape()) {
      throw S3Error.INVALID_OBJECT_STATE.because("Restore is not allowed: it is not on tape");
    }
    visit.engine().pin(key.name(), Duration.ofDays(days));
    visit.answer(found.isOnTapeOnly() ? HttpStatus.ACCEPTED_202 : HttpStatus.OK_200);
  }
}
