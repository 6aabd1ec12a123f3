package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.word.Call;
import org.bora.api.word.Grant;
import org.bora.door.http.Exchange;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * A request for a file or directory, and its answer.
 *
 * @param name of the file or directory
 * @param ground backend and areas
 * @param copies third-party copies
 * @param names of this service
 * @param otherSide caller of the other side of a copy within this service
 * @param recalls present if a GET may recall a file from tape
 */
record DavVisit(
    Exchange exchange,
    Name name,
    DoorUpload.Ground ground,
    ThirdParty copies,
    ServiceNames names,
    OtherSide otherSide,
    Optional<InstantSource> recalls) {

  DavVisit {
    Objects.requireNonNull(exchange, "exchange");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(ground, "ground");
    Objects.requireNonNull(recalls, "recalls");
    Objects.requireNonNull(copies, "copies");
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(otherSide, "otherSide");
  }

  Engine engine() {
    return ground.engine();
  }

  /** The same for a copy within the service. */
  DavVisit inside() {
    return new DavVisit(exchange, name, ground.inside(), copies, names, otherSide, recalls);
  }

  /**
   * The same request by another caller.
   *
   * @param calls makes the context of calls for that caller
   * @param served whether the request may continue
   */
  DavVisit of(Supplier<Call> calls, StillServed served) {
    Exchange theirs =
        new Exchange(request(), response(), calls, exchange.trace(), served, exchange.tell());
    Engine engine = new Engine(engine().backend(), calls, engine().host());
    DoorUpload.Ground theirGround =
        new DoorUpload.Ground(engine, ground.areas(), served, ground.nanos(), ground.patience());
    return new DavVisit(theirs, name, theirGround, copies, names, otherSide, recalls);
  }

  /** What a token allows; empty for callers with a certificate. */
  Optional<Grant> grant() {
    return exchange.calls().get().caller().grant();
  }

  /**
   * Checks the conditions of a change.
   *
   * @param version of the entry with the name of the request; empty if there is none
   * @throws Refused 412 if one is not satisfied
   */
  void allowChange(Optional<Version> version) throws Refused {
    Conditions.allowChange(headers(), version);
    IfHeader.require(this, Map.of(IfHeader.plain(name), version));
  }

  Request request() {
    return exchange.request();
  }

  Response response() {
    return exchange.response();
  }

  HttpFields headers() {
    return exchange.headers();
  }

  void header(String header, String value) {
    exchange.header(header, value);
  }

  /** See {@link Exchange#begin}. */
  void begin(int status) {
    exchange.begin(status);
  }

  /** See {@link Exchange#answer(int)}. */
  void answer(int status) {
    exchange.answer(status);
  }

  boolean isHead() {
    return exchange.isHead();
  }

  /** See {@link Exchange#write}. */
  void write(ByteBuffer bytes) throws IOException {
    exchange.write(bytes);
  }
}
