package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimesReply;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;

/** Calls of HTTP doors, calls for HTTPS transfer URLs, and calls for several files. */
final class DoorCalls {
  static final List<String> HTTPS = List.of("https");
  static final List<String> GRIDFTP = List.of("gsiftp");

  private static final int GET_SECONDS = 600;
  private static final String ADDRESS = "192.0.2.1";

  private final Asking asking;

  DoorCalls(Asking asking) {
    this.asking = asking;
  }

  private static List<Surl> surls(List<String> paths) {
    return paths.stream().map(Asking::surl).toList();
  }

  /** One request for puts under these names. */
  Optional<PutReply> begin(List<String> paths, int pinSeconds, List<String> protocols) {
    return asking.ask(
        Catalogue.PREPARE_TO_PUT,
        new PutRequest(
            surls(paths).stream()
                .map(surl -> new PutFile(Optional.of(surl), OptionalLong.empty()))
                .toList(),
            "",
            OverwriteMode.ALWAYS,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(pinSeconds),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            protocols,
            OptionalInt.empty()));
  }

  Optional<SurlStatusesReply> done(String token, List<String> paths) {
    return asking.ask(Catalogue.PUT_DONE, new PutDoneRequest(token, surls(paths)));
  }

  Optional<SurlStatusesReply> abort(String token, List<String> paths) {
    return asking.ask(Catalogue.ABORT_FILES, new AbortFilesRequest(token, surls(paths)));
  }

  /** Renews the lease of an upload over HTTP. */
  Optional<LifetimesReply> renew(String token, String path) {
    return asking.ask(
        Catalogue.EXTEND_FILE_LIFE_TIME,
        new ExtendRequest(
            Optional.of(token),
            surls(List.of(path)),
            OptionalInt.empty(),
            OptionalInt.of(Asking.HTTP_LEASE_SECONDS)));
  }

  private static GetRequest get(List<String> paths, List<String> protocols) {
    return new GetRequest(
        surls(paths).stream().map(surl -> new SourceFile(surl, Optional.empty())).toList(),
        "",
        OptionalInt.empty(),
        OptionalInt.of(GET_SECONDS),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        protocols);
  }

  Optional<GetReply> get(List<String> paths) {
    return asking.ask(Catalogue.PREPARE_TO_GET, get(paths, GRIDFTP));
  }

  Optional<GetReply> getOverHttps(String path) {
    return asking.ask(Catalogue.PREPARE_TO_GET, get(List.of(path), HTTPS));
  }

  Optional<GetReply> bringOnline(List<String> paths) {
    return asking.ask(Catalogue.BRING_ONLINE, get(paths, GRIDFTP));
  }

  /**
   * A transfer by an HTTPS URL, as seen by the door that has verified the URL.
   *
   * @param attempt identifies the transfer
   */
  record Transfer(boolean writes, String token, String path, String attempt) {}

  Optional<TurlReply> use(Transfer of, TurlUse.Step step, long bytes, boolean whole) {
    return asking.ask(
        Catalogue.USE_TURL,
        new TurlUse(
            step,
            of.writes(),
            of.token(),
            Asking.surl(of.path()),
            ADDRESS,
            of.attempt(),
            bytes,
            whole));
  }
}
