package org.bora.s3;

import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.bora.api.Backend;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.door.admit.Admission;
import org.bora.door.admit.BodyRoom;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.MountedAreas;
import org.bora.files.Redirects;
import org.bora.files.StorageReasons;
import org.bora.files.Transfers;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.cors.Cors;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** S3: dispatches each request, and says in which queue it is admitted. Thread safe. */
public final class S3Service implements HttpService {
  private static final Logger LOG = LoggerFactory.getLogger(S3Service.class);

  /** One request of S3. */
  @FunctionalInterface
  private interface Serving {
    void serve(S3Visit visit) throws Refused, IOException;
  }

  private static final Map<Act, Serving> SERVINGS = servings();

  /**
   * The parts of the service.
   *
   * @param backend for everything except bytes
   * @param calls admits all requests but transfers
   * @param transfers admits requests that move bytes
   * @param areas the mounted areas, for bytes
   * @param buckets finds the directories of buckets
   * @param host name of the service in SURLs
   * @param redirects to doors with less load
   * @param bodies memory for request bodies that are not objects
   * @param tally counts answers
   * @param nanos as {@link System#nanoTime}
   */
  public record Parts(
      Backend backend,
      Admission calls,
      Admission transfers,
      MountedAreas areas,
      Transfers moving,
      Buckets buckets,
      String host,
      Redirects redirects,
      BodyRoom bodies,
      S3Tally tally,
      Clock clock,
      LongSupplier nanos) {
    public Parts {
      Objects.requireNonNull(backend, "backend");
      Objects.requireNonNull(calls, "calls");
      Objects.requireNonNull(transfers, "transfers");
      Objects.requireNonNull(areas, "areas");
      Objects.requireNonNull(moving, "moving");
      Objects.requireNonNull(buckets, "buckets");
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(redirects, "redirects");
      Objects.requireNonNull(bodies, "bodies");
      Objects.requireNonNull(tally, "tally");
      Objects.requireNonNull(clock, "clock");
      Objects.requireNonNull(nanos, "nanos");
    }
  }

  private final Parts parts;
  private final SmallBodies bodies;
  private final RememberedCors cors;

  S3Service(Parts parts, RememberedCors cors) {
    this.parts = Objects.requireNonNull(parts, "parts");
    this.cors = Objects.requireNonNull(cors, "cors");
    this.bodies = new SmallBodies(parts.bodies());
  }

  private static Map<Act, Serving> servings() {
    Map<Act, Serving> all = new EnumMap<>(Act.class);
    all.put(Act.LIST_BUCKETS, BucketActs::list);
    all.put(Act.CREATE_BUCKET, BucketActs::create);
    all.put(Act.HEAD_BUCKET, BucketActs::head);
    all.put(Act.BUCKET_SETTING, BucketSettings::serve);
    all.put(Act.DELETE_BUCKET, BucketActs::delete);
    all.put(Act.GET_BUCKET_LOCATION, BucketActs::location);
    all.put(Act.GET_BUCKET_VERSIONING, BucketActs::versioning);
    all.put(Act.LIST_OBJECTS, ObjectListing::first);
    all.put(Act.LIST_OBJECTS_V2, ObjectListing::second);
    all.put(Act.GET_OBJECT, ObjectReading::serve);
    all.put(Act.HEAD_OBJECT, ObjectReading::serve);
    all.put(Act.GET_OBJECT_ATTRIBUTES, ObjectAttributes::serve);
    all.put(Act.GET_OBJECT_TAGGING, TagActs::ofObject);
    all.put(Act.PUT_OBJECT, ObjectWriting::put);
    all.put(Act.PUT_OBJECT_TAGGING, TagActs::putOfObject);
    all.put(Act.DELETE_OBJECT_TAGGING, TagActs::deleteOfObject);
    all.put(Act.GET_BUCKET_TAGGING, TagActs::ofBucket);
    all.put(Act.PUT_BUCKET_TAGGING, TagActs::putOfBucket);
    all.put(Act.DELETE_BUCKET_TAGGING, TagActs::deleteOfBucket);
    all.put(Act.GET_ACL, AclActs::get);
    all.put(Act.PUT_ACL, AclActs::put);
    all.put(Act.GET_BUCKET_CORS, CorsActs::get);
    all.put(Act.PUT_BUCKET_CORS, CorsActs::put);
    all.put(Act.DELETE_BUCKET_CORS, CorsActs::delete);
    all.put(Act.POST_OBJECT, Posting::serve);
    all.put(Act.COPY_OBJECT, ObjectCopying::copy);
    all.put(Act.DELETE_OBJECT, Removing::one);
    all.put(Act.DELETE_OBJECTS, Removing::several);
    all.put(Act.RESTORE_OBJECT, Restoring::serve);
    all.put(Act.CREATE_MULTIPART_UPLOAD, PartActs::create);
    all.put(Act.UPLOAD_PART, PartActs::put);
    all.put(Act.UPLOAD_PART_COPY, PartActs::copy);
    all.put(Act.LIST_PARTS, PartActs::list);
    all.put(Act.ABORT_MULTIPART_UPLOAD, PartActs::abort);
    all.put(Act.LIST_MULTIPART_UPLOADS, UploadListing::serve);
    all.put(Act.COMPLETE_MULTIPART_UPLOAD, Completing::serve);
    return all;
  }

  /** Every request of the port. */
  @Override
  public boolean isFor(Request request) {
    return true;
  }

  @Override
  public String name(Request request) {
    return S3Question.of(request).act().label();
  }

  @Override
  public Admission room(Request request) {
    return S3Question.of(request).act().room() == Act.Room.CALL ? parts.calls() : parts.transfers();
  }

  @Override
  public boolean storesBody(Request request) {
    return S3Question.of(request).act().room() == Act.Room.UPLOAD;
  }

  @Override
  public void serve(Exchange exchange) throws Refused, IOException {
    S3Question asked = S3Question.of(exchange.request());
    exchange.header("x-amz-request-id", exchange.trace());
    if (SentOn.isAnswered(exchange, asked, parts.redirects())) {
      return;
    }
    Engine engine = new Engine(parts.backend(), exchange.calls(), parts.host());
    Transfers.Transfer transfer = parts.moving().begin(subject(exchange, asked));
    StillServed served = exchange.caller().until(transfer::isEnded);
    DoorUpload.Ground line =
        new DoorUpload.Ground(engine, parts.areas().of(transfer), served, parts.nanos());
    DoorUpload.Ground ground = asked.act().isInside() ? line.inside() : line;
    S3Visit visit =
        new S3Visit(
            exchange.watched(served), asked, ground, parts.buckets(), bodies, cors, parts.clock());
    try (transfer) {
      requireOwner(exchange);
      requireUsual(visit);
      tellScripts(visit);
      Serving serving = SERVINGS.get(asked.act());
      if (serving == null) {
        if (asked.bucket().isPresent()) {
          parts.buckets().existing(engine, asked.bucket().get());
        }
        throw S3Error.NOT_IMPLEMENTED.because("this request of S3 is not served here");
      }
      serve(visit, serving);
      count(visit);
    } catch (StorageException failure) {
      if (!StorageReasons.isOfTheClient(failure)) {
        String dn = exchange.calls().get().caller().dn();
        String target = CallTarget.inLine(CallTarget.of(objects(exchange.request())));
        LOG.error("{} failed dn={}{}", asked.act().label(), LogText.of(dn), target, failure);
      }
      throw S3Error.of(StorageReasons.of(failure, exchange.trace()));
    } catch (Refused refusal) {
      throw told(visit, S3Error.of(refusal));
    }
  }

  private static void serve(S3Visit visit, Serving serving) throws Refused, IOException {
    HttpFields before = HttpFields.build(visit.exchange().response().getHeaders());
    boolean served = false;
    try {
      serving.serve(visit);
      served = true;
    } finally {
      if (!served) {
        visit.unsay(before);
      }
    }
  }

  private void count(S3Visit visit) {
    Act act = visit.asked().act();
    Completing.failed(visit.request())
        .ifPresentOrElse(code -> parts.tally().refused(act, code), () -> parts.tally().served(act));
  }

  private static void requireUsual(S3Visit visit) throws Refused {
    Act act = visit.asked().act();
    if (act.room() != Act.Room.UPLOAD && visit.proof().signed().payload().isUnsignedWithTrailer()) {
      throw S3Error.INVALID_REQUEST.because("The value of x-amz-content-sha256 header is invalid.");
    }
  }

  private static Transfers.Subject subject(Exchange exchange, S3Question asked) {
    Caller caller = exchange.calls().get().caller();
    long announced = asked.act().room() == Act.Room.UPLOAD ? exchange.request().getLength() : -1;
    return new Transfers.Subject(
        asked.act().label(),
        caller.dn(),
        asked.resource(),
        caller.host(),
        announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced));
  }

  /** A client may name the owner of the buckets; the owner shown to it is always the caller. */
  private static void requireOwner(Exchange exchange) throws Refused {
    String caller = exchange.calls().get().caller().dn();
    for (String header :
        new String[] {"x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner"}) {
      String expected = exchange.headers().get(header);
      if (expected != null && !expected.equals(caller)) {
        throw S3Error.ACCESS_DENIED.because("Access Denied.");
      }
    }
  }

  /** The answer may be read by scripts of the pages that the rules of the bucket name. */
  private static void tellScripts(S3Visit visit) throws Refused {
    String origin = visit.headers().get("Origin");
    Optional<String> bucket = visit.asked().bucket().filter(Buckets::isPossible);
    if (origin == null || bucket.isEmpty()) {
      return;
    }
    Optional<Cors> rules;
    try {
      rules = visit.cors().of(bucket.get(), visit.engine(), Request.getRemoteAddr(visit.request()));
    } catch (Refused noBucket) {
      return; // what is asked of it will tell
    }
    rules
        .flatMap(cors -> cors.allowed(origin, visit.request().getMethod(), List.of()))
        .ifPresent(headers -> headers.forEach(visit::header));
  }

  /**
   * A missing key is reported only for an existing bucket; otherwise the bucket is reported as
   * missing.
   */
  private static Refused told(S3Visit visit, Refused refusal) throws Refused {
    boolean key = refusal.code().equals(Optional.of(S3Error.NO_SUCH_KEY.code()));
    if (key && !visit.engine().isDirectory(visit.bucket())) {
      return S3Error.NO_SUCH_BUCKET.refusal();
    }
    return refusal;
  }

  @Override
  public List<String> objects(Request request) {
    S3Question asked = S3Question.of(request);
    String key = FormHead.of(request).map(Posting::key).orElse(asked.key());
    return new NamedObjects(parts.buckets(), parts.host())
        .of(
            asked.bucket(),
            key,
            Optional.ofNullable(request.getHeaders().get(ObjectCopying.SOURCE)));
  }

  @Override
  public Body refusal(Request request, Refused refusal, String trace) {
    S3Question asked = S3Question.of(request);
    Refused known = S3Error.of(refusal);
    String code = known.code().orElseThrow();
    parts.tally().refused(asked.act(), code);
    if (S3Error.isOfBucket(code) && asked.bucket().isPresent()) {
      known = known.with("BucketName", asked.bucket().get());
    }
    if (code.equals(S3Error.NO_SUCH_UPLOAD.code())) {
      known = known.with("UploadId", asked.query().get("uploadId").orElse(""));
    }
    return new Body(XmlText.TYPE, XmlText.error(known, asked.resource(), trace));
  }
}
