package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsRequest;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;

/** The calls of one caller, over SRM or the HTTP door. */
final class Asking {
  /** Prefix of the SURL of each name. */
  static final String BEFORE_NAMES =
      "srm://" + SimulatedBackend.HOST + ":8444/srm/managerv2?SFN=/" + Areas.DISK + "/";

  /** The lease of an upload over HTTP. Its door renews it as long as bytes arrive. */
  static final int HTTP_LEASE_SECONDS = 120;

  private static final int GET_SECONDS = 600;

  private final String dn;
  private final Frontend frontend;

  Asking(String dn, Frontend frontend) {
    this.dn = dn;
    this.frontend = frontend;
  }

  static Surl surl(String path) {
    return new Surl(BEFORE_NAMES + path);
  }

  String dn() {
    return dn;
  }

  <Q, R extends Reply> Optional<R> ask(Operation<Q, R> operation, Q question) {
    return frontend.ask(dn, operation, question).heard();
  }

  /** srmPrepareToPut, or a PUT whose headers have arrived. */
  Optional<PutReply> begin(String path, int pinSeconds, boolean overHttp) {
    return begin(path, pinSeconds, overHttp, OptionalLong.empty(), Optional.empty());
  }

  /** The same for a file of a given size, into a space. */
  Optional<PutReply> begin(
      String path,
      int pinSeconds,
      boolean overHttp,
      OptionalLong size,
      Optional<String> spaceToken) {
    return ask(
        overHttp ? Catalogue.BEGIN_UPLOAD : Catalogue.PREPARE_TO_PUT,
        new PutRequest(
            List.of(new PutFile(Optional.of(surl(path)), size)),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(overHttp ? HTTP_LEASE_SECONDS : pinSeconds),
            OptionalInt.empty(),
            spaceToken,
            Optional.empty(),
            List.of(overHttp ? "file" : "gsiftp"),
            OptionalInt.empty()));
  }

  Optional<SrmStatus> done(String token, String path) {
    return done(token, path, 0);
  }

  /**
   * The same for a put that expires.
   *
   * @param end in the scheduler's time; 0: never
   */
  Optional<SrmStatus> done(String token, String path, long end) {
    return frontend
        .ask(dn, Catalogue.PUT_DONE, new PutDoneRequest(token, List.of(surl(path))), end)
        .heard()
        .map(reply -> reply.statuses().getFirst().code());
  }

  Optional<SrmStatus> abort(String token) {
    return ask(Catalogue.ABORT_REQUEST, new AbortRequest(token)).map(told -> told.status().code());
  }

  /** srmPrepareToGet, or a GET over HTTP, which pins nothing. */
  Optional<GetReply> open(String path, boolean overHttp) {
    if (overHttp) {
      return ask(Catalogue.OPEN, new SurlsRequest(List.of(surl(path))));
    }
    return ask(
        Catalogue.PREPARE_TO_GET,
        new GetRequest(
            List.of(new SourceFile(surl(path), Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.of(GET_SECONDS),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp")));
  }

  Optional<SrmStatus> release(GetReply reply) {
    return ask(Catalogue.RELEASE_FILES, new ReleaseRequest(reply.token(), List.of(), false))
        .map(answer -> answer.status().code());
  }

  /** The status of one name from srmLs. */
  Optional<SrmStatus> list(String path) {
    return ask(
            Catalogue.LS,
            new LsRequest(
                List.of(surl(path)),
                true,
                false,
                OptionalInt.of(0),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty()))
        .filter(reply -> !reply.statuses().isEmpty())
        .map(reply -> reply.statuses().getFirst().code());
  }
}
