package org.bora.s3;

import java.io.IOException;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.cors.Cors;
import org.eclipse.jetty.http.HttpStatus;

/** The rules of a bucket for scripts of other origins. */
final class CorsActs {
  private CorsActs() {}

  static void get(S3Visit visit) throws Refused, IOException {
    Optional<String> rules = BucketNotes.of(visit, RememberedCors.NOTE);
    visit.answer(Cors.noted(rules.orElseThrow(S3Error.NO_SUCH_CORS::refusal)).document());
  }

  static void put(S3Visit visit) throws Refused, IOException {
    visit.bodies().read(visit, body -> set(visit, Optional.of(Cors.ofBody(body).text())));
    visit.answer(HttpStatus.OK_200);
  }

  static void delete(S3Visit visit) throws Refused {
    set(visit, Optional.empty());
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  private static void set(S3Visit visit, Optional<String> rules) throws Refused {
    BucketNotes.set(visit, RememberedCors.NOTE, rules);
    visit.cors().forget(visit.bucketName());
  }
}
