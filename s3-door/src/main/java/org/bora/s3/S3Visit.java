package org.bora.s3;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.bora.door.http.Exchange;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.SignedCallers.Proof;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.PercentEncoding;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/**
 * A signed request, and its answer.
 *
 * @param bodies reads bodies that are not objects
 * @param cors cached CORS rules
 * @param clock of this machine
 */
record S3Visit(
    Exchange exchange,
    S3Question asked,
    DoorUpload.Ground ground,
    Buckets buckets,
    SmallBodies bodies,
    RememberedCors cors,
    Clock clock) {

  /** Of a range that cannot be satisfied: the size of the object. */
  private static final String SIZE = HttpHeader.CONTENT_RANGE.asString();

  S3Visit {
    Objects.requireNonNull(exchange, "exchange");
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(ground, "ground");
    Objects.requireNonNull(buckets, "buckets");
    Objects.requireNonNull(bodies, "bodies");
    Objects.requireNonNull(cors, "cors");
    Objects.requireNonNull(clock, "clock");
  }

  Engine engine() {
    return ground.engine();
  }

  Request request() {
    return exchange.request();
  }

  HttpFields headers() {
    return exchange.headers();
  }

  LongSupplier nanos() {
    return ground.nanos();
  }

  Proof proof() {
    return Proof.of(request());
  }

  void header(String name, String value) {
    exchange.header(name, value);
  }

  /**
   * Removes the object's headers from a refusal, which has another encoding and another caching
   * time.
   *
   * @param before headers that stay
   */
  void unsay(HttpFields before) {
    if (!exchange.isBegun()) {
      unsay(exchange.response().getHeaders(), before);
    }
  }

  static void unsay(HttpFields.Mutable headers, HttpFields before) {
    for (String name : List.copyOf(headers.getFieldNamesCollection())) {
      if (!before.contains(name) && !name.equalsIgnoreCase(SIZE)) {
        headers.remove(name);
      }
    }
  }

  /** The directory of the bucket; whether it is there is not known yet. */
  Name bucket() throws Refused {
    return buckets.directory(bucketName());
  }

  String bucketName() throws Refused {
    return asked
        .bucket()
        .orElseThrow(() -> S3Error.INVALID_REQUEST.because("the request names no bucket"));
  }

  /** The requested object. */
  ObjectKey key() throws Refused {
    return ObjectKey.of(asked.key(), bucket());
  }

  /** Tells the audit log of an object that is refused while the request as a whole is not. */
  void refusing(Refused refusal, String key) {
    exchange
        .tell()
        .refusing(
            refusal,
            new NamedObjects(buckets, engine().host()).of(asked.bucket(), key, Optional.empty()));
  }

  /** Where the object is, as the client reached it. */
  String location() {
    return request().getHttpURI().getScheme()
        + "://"
        + request().getHttpURI().getAuthority()
        + PercentEncoding.encode(asked.path(), true);
  }

  /** Answers with a document. */
  void answer(String document) throws IOException {
    exchange.answer(HttpStatus.OK_200, XmlText.TYPE, document);
  }

  /** The same with another status than 200. */
  void answer(int status, String document) throws IOException {
    exchange.answer(status, XmlText.TYPE, document);
  }

  void answer(int status) {
    exchange.answer(status);
  }
}
