package org.bora.it.doors;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.it.wire.SrmClient;
import org.bora.it.wire.SrmClient.Answer;

/** SRM; bytes go to the path of the TURL, as a GridFTP server on this machine would write them. */
final class SrmDoor implements Door {
  private final SrmClient client;
  private final String service;

  SrmDoor(int port, Path proxy) throws Exception {
    client = new SrmClient("localhost", port, proxy);
    service = "srm://localhost:" + port;
  }

  private String surl(String path) {
    return service + path;
  }

  private static Outcome outcome(Answer answer) {
    if (answer.element("faultstring").startsWith("SRM_AUTHORIZATION_FAILURE")) {
      return Outcome.DENIED; // who is banned gets no reply
    }
    String code = answer.fileCode().isEmpty() ? answer.code() : answer.fileCode();
    return switch (code) {
      case "SRM_SUCCESS", "SRM_SPACE_AVAILABLE", "SRM_FILE_PINNED" -> Outcome.DONE;
      case "SRM_INVALID_PATH" -> Outcome.MISSING;
      case "SRM_DUPLICATION_ERROR" -> Outcome.EXISTS;
      case "SRM_FILE_BUSY" -> Outcome.BUSY;
      case "SRM_AUTHORIZATION_FAILURE" -> Outcome.DENIED;
      case "SRM_NO_FREE_SPACE", "SRM_NO_USER_SPACE", "SRM_EXCEED_ALLOCATION" -> Outcome.NO_SPACE;
      default -> throw new AssertionError(answer.body());
    };
  }

  private Answer prepare(String path, long size, boolean overwrites) throws IOException {
    return client.call(
        "srmPrepareToPut",
        "<arrayOfFileRequests><requestArray><targetSURL>"
            + surl(path)
            + "</targetSURL><expectedFileSize>"
            + size
            + "</expectedFileSize></requestArray></arrayOfFileRequests><overwriteOption>"
            + (overwrites ? "ALWAYS" : "NEVER")
            + "</overwriteOption>");
  }

  @Override
  public Outcome put(String path, byte[] bytes, boolean overwrites) throws Exception {
    Answer prepared = prepare(path, bytes.length, overwrites);
    Outcome begun = outcome(prepared);
    return begun == Outcome.DONE ? upload(path, prepared, bytes).finish() : begun;
  }

  /** As {@link #put}, but it says only by its bytes how many there are. */
  Outcome putUnannounced(String path, byte[] bytes) throws Exception {
    Answer prepared = prepare(path, 0, false);
    Outcome begun = outcome(prepared);
    if (begun != Outcome.DONE) {
      return begun;
    }
    Upload upload = upload(path, prepared, bytes);
    Outcome done = upload.finish();
    if (done != Outcome.DONE) {
      upload.giveUp();
    }
    return done;
  }

  @Override
  public Upload begin(String path, byte[] bytes) throws Exception {
    Answer prepared = prepare(path, bytes.length, true);
    if (outcome(prepared) != Outcome.DONE) {
      throw new AssertionError(prepared.body());
    }
    return upload(path, prepared, bytes);
  }

  private Upload upload(String path, Answer prepared, byte[] bytes) throws IOException {
    String token = "<requestToken>" + prepared.element("requestToken") + "</requestToken>";
    Path to = Path.of(URI.create(prepared.element("transferURL")).getPath());
    Files.write(to, bytes, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    return new Upload() {
      @Override
      public Outcome finish() throws IOException {
        return outcome(client.call("srmPutDone", token + urls("arrayOfSURLs", path)));
      }

      @Override
      public void giveUp() throws IOException {
        client.call("srmAbortRequest", token);
      }
    };
  }

  private String urls(String name, String path) {
    return "<" + name + "><urlArray>" + surl(path) + "</urlArray></" + name + ">";
  }

  /** Pins a file; the answer has the token by which it is released. */
  Answer pin(String path) throws IOException {
    return client.call(
        "srmPrepareToGet",
        "<arrayOfFileRequests><requestArray><sourceSURL>"
            + surl(path)
            + "</sourceSURL></requestArray></arrayOfFileRequests>");
  }

  void release(Answer pin, String path) throws IOException {
    client.call(
        "srmReleaseFiles",
        "<requestToken>"
            + pin.element("requestToken")
            + "</requestToken>"
            + urls("arrayOfSURLs", path));
  }

  @Override
  public Optional<byte[]> get(String path) throws Exception {
    Answer pin = pin(path);
    if (outcome(pin) != Outcome.DONE) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(Path.of(URI.create(pin.element("transferURL")).getPath()));
    release(pin, path);
    return Optional.of(bytes);
  }

  @Override
  public Outcome read(String path) throws Exception {
    Answer pin = pin(path);
    if (outcome(pin) == Outcome.DONE) {
      release(pin, path);
    }
    return outcome(pin);
  }

  @Override
  public OptionalLong size(String path) throws Exception {
    Answer answer = client.call("srmLs", urls("arrayOfSURLs", path));
    return answer.code().equals("SRM_SUCCESS") && !answer.element("size").isEmpty()
        ? OptionalLong.of(Long.parseLong(answer.element("size")))
        : OptionalLong.empty();
  }

  @Override
  public Outcome remove(String path) throws Exception {
    return outcome(client.call("srmRm", urls("arrayOfSURLs", path)));
  }

  @Override
  public Outcome move(String from, String to) throws Exception {
    return outcome(
        client.call(
            "srmMv", "<fromSURL>" + surl(from) + "</fromSURL><toSURL>" + surl(to) + "</toSURL>"));
  }

  @Override
  public Outcome makeDirectory(String path) throws Exception {
    return outcome(client.call("srmMkdir", "<SURL>" + surl(path) + "</SURL>"));
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  @Override
  public String toString() {
    return "SRM";
  }
}
