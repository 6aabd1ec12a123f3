package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.BeforeEach;

/** Takes the steps of transfers by transfer URLs of HTTPS, as doors do. */
abstract class OnTurls extends OnSmallSite {
  static final String HERE = "192.0.2.7";

  String request;
  UUID transfer = new UUID(0, 1);
  private Backend turls;

  @BeforeEach
  void makes() {
    turls = new UseTurl(true, site.transactions, site.locator, site.tokens, 0600).functions();
  }

  String get(String name, int bytes) throws IOException {
    Files.write(root.resolve(name), new byte[bytes]);
    GetRequest asked =
        new GetRequest(
            List.of(new SourceFile(surl(name), Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.of(600),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("https", "gsiftp"));
    GetReply reply = site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), asked);
    request = reply.token().orElseThrow();
    return reply.files().getFirst().turl().orElseThrow();
  }

  PutRequest putRequest(String name, OptionalLong size) {
    return new PutRequest(
        List.of(new PutFile(Optional.of(surl(name)), size)),
        "",
        OverwriteMode.ALWAYS,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of("davs"));
  }

  void put(String name) {
    put(name, OptionalLong.empty());
  }

  void put(String name, OptionalLong size) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), putRequest(name, size));
    request = reply.token().orElseThrow();
  }

  TurlReply step(
      Step step, boolean writes, String name, String client, UUID attempt, long n, boolean whole) {
    return turls.call(
        Catalogue.USE_TURL,
        site.call("/TURL=1"),
        new TurlUse(step, writes, request, surl(name), client, attempt.toString(), n, whole));
  }

  /** A step of the same transfer as before. */
  SrmStatus read(Step step, String name, long bytes, boolean whole) {
    return step(step, false, name, HERE, transfer, bytes, whole).status().code();
  }

  void next() {
    transfer = UUID.randomUUID();
  }

  TurlReply write(Step step, String name, UUID attempt, long bytes, boolean whole) {
    return step(step, true, name, HERE, attempt, bytes, whole);
  }

  static Path path(TurlReply reply) {
    return Path.of(URI.create(reply.file().orElseThrow()).getPath());
  }

  SrmStatus done(String name) {
    return done(site, name);
  }

  SrmStatus done(SmallSite backend, String name) {
    return backend
        .puts
        .call(
            Catalogue.PUT_DONE,
            backend.call(ALICE),
            new PutDoneRequest(request, List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  void uploads(String name, String text) throws IOException {
    UUID attempt = UUID.randomUUID();
    Files.writeString(path(write(Step.BEGIN, name, attempt, 0, false)), text);
    assertEquals(
        SrmStatus.SUCCESS, write(Step.END, name, attempt, text.length(), true).status().code());
  }

  List<String> hiddenNames() throws IOException {
    try (Stream<Path> names = Files.list(root)) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(".bora-put-"))
          .toList();
    }
  }
}
