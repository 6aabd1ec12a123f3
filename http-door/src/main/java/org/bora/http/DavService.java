package org.bora.http;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.bora.api.Backend;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.LogText;
import org.bora.door.admit.Admission;
import org.bora.door.http.Exchange;
import org.bora.door.http.HttpService;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.DoorUpload;
import org.bora.files.Engine;
import org.bora.files.MountedAreas;
import org.bora.files.Name;
import org.bora.files.Redirects;
import org.bora.files.StorageReasons;
import org.bora.files.Transfers;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP and WebDAV: dispatches each method, and says in which queue it is admitted. Thread safe. */
public final class DavService implements HttpService {
  private static final Logger LOG = LoggerFactory.getLogger(DavService.class);

  /** As the log and the audit log call it. */
  static final String DOOR = "HTTP";

  /** One method of HTTP. */
  @FunctionalInterface
  private interface Method {
    void serve(DavVisit visit) throws Refused, IOException;
  }

  private static final Map<String, Method> METHODS =
      Map.of(
          "GET", visit -> look(visit, Reading::serve),
          "HEAD", visit -> look(visit, Reading::serve),
          "PUT", Writing::serve,
          "PROPFIND", visit -> look(visit, Propfind::serve),
          "PROPPATCH", Proppatch::serve,
          "DELETE", Changing::delete,
          "MKCOL", Changing::makeDirectory,
          "MOVE", Changing::move,
          "COPY", LocalCopy::serve,
          "OPTIONS", DavService::options);

  private static final String ALLOWED =
      "COPY, DELETE, GET, HEAD, MKCOL, MOVE, OPTIONS, PROPFIND, PROPPATCH, PUT";

  /**
   * The parts of the service.
   *
   * @param backend for everything except bytes
   * @param rooms limits of admission
   * @param areas the mounted areas, for bytes
   * @param transfers list of running transfers
   * @param names of the service
   * @param copies third-party copies
   * @param otherSide caller of the other side of a copy within this service
   * @param redirects to doors with less load
   * @param recalls present if a GET may recall a file from tape
   * @param nanos as {@link System#nanoTime}
   */
  public record Parts(
      Backend backend,
      Rooms rooms,
      MountedAreas areas,
      Transfers transfers,
      ServiceNames names,
      ThirdParty copies,
      OtherSide otherSide,
      Redirects redirects,
      Optional<InstantSource> recalls,
      LongSupplier nanos) {
    public Parts {
      Objects.requireNonNull(backend, "backend");
      Objects.requireNonNull(rooms, "rooms");
      Objects.requireNonNull(areas, "areas");
      Objects.requireNonNull(transfers, "transfers");
      Objects.requireNonNull(names, "names");
      Objects.requireNonNull(recalls, "recalls");
      Objects.requireNonNull(copies, "copies");
      Objects.requireNonNull(otherSide, "otherSide");
      Objects.requireNonNull(redirects, "redirects");
      Objects.requireNonNull(nanos, "nanos");
    }
  }

  private final Parts parts;

  public DavService(Parts parts) {
    this.parts = Objects.requireNonNull(parts, "parts");
  }

  /** Every path that no other service of the port has. */
  @Override
  public boolean isFor(Request request) {
    return true;
  }

  @Override
  public String name(Request request) {
    return METHODS.containsKey(request.getMethod()) ? request.getMethod() : "another method";
  }

  @Override
  public Admission room(Request request) {
    return parts.rooms().of(request);
  }

  @Override
  public boolean storesBody(Request request) {
    return request.getMethod().equals("PUT");
  }

  @Override
  public List<String> objects(Request request) {
    String path = Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    try {
      return List.of(Name.of(path).surl(parts.names().host()).text());
    } catch (Refused noName) {
      return List.of(path);
    }
  }

  @Override
  public void serve(Exchange asked) throws Refused, IOException {
    Request request = asked.request();
    Method method = METHODS.get(request.getMethod());
    if (method == null) {
      asked.header(HttpHeader.ALLOW.asString(), ALLOWED);
      throw new Refused(HttpStatus.METHOD_NOT_ALLOWED_405, "not a method that is served here");
    }
    Exchange exchange = FileScopes.of(asked);
    if (parts.redirects().sendOn(exchange)) {
      return;
    }
    Engine engine = new Engine(parts.backend(), exchange.calls(), parts.names().host());
    String dn = exchange.calls().get().caller().dn();
    try (Transfers.Transfer transfer = transfer(exchange, parts.transfers(), dn)) {
      StillServed served = exchange.caller().until(transfer::isEnded);
      method.serve(
          new DavVisit(
              exchange.watched(served),
              Name.of(request.getHttpURI().getPath()),
              new DoorUpload.Ground(engine, parts.areas().of(transfer), served, parts.nanos()),
              parts.copies(),
              parts.names(),
              parts.otherSide(),
              parts.recalls()));
    } catch (StorageException failure) {
      if (!StorageReasons.isOfTheClient(failure)) {
        String target = CallTarget.inLine(CallTarget.of(objects(request)));
        LOG.error("{} failed dn={}{}", request.getMethod(), LogText.of(dn), target, failure);
      }
      throw StorageReasons.of(failure, exchange.trace());
    }
  }

  /** The subject of a request that moves bytes. */
  static Transfers.Transfer transfer(Exchange exchange, Transfers transfers, String dn) {
    Request request = exchange.request();
    long announced = request.getMethod().equals("PUT") ? request.getLength() : -1;
    return transfers.begin(
        new Transfers.Subject(
            request.getMethod(),
            dn,
            request.getHttpURI().getDecodedPath(),
            Elsewhere.otherSide(exchange),
            announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced)));
  }

  private static void look(DavVisit visit, Method method) throws Refused, IOException {
    IfHeader.require(visit);
    method.serve(visit);
  }

  private static void options(DavVisit visit) {
    visit.header(HttpHeader.ALLOW.asString(), ALLOWED);
    visit.header("DAV", "1");
    visit.header("MS-Author-Via", "DAV");
    visit.answer(HttpStatus.OK_200);
  }
}
