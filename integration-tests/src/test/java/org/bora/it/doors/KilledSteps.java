package org.bora.it.doors;

import static org.bora.it.doors.S3Door.assertAnswer;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.doors.MultipartStep.Request;

/** Multipart uploads of a client whose door is killed, one for each step. */
final class KilledSteps {
  private static final String DIRECTORY = "/testvo/steps/";
  private static final String SOURCE = DIRECTORY + "source";
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
  private static final Pattern UPLOAD = Pattern.compile("<UploadId>([^<]+)</UploadId>");
  private static final byte[] NOTHING = new byte[0];

  private final S3DoorSite site;
  private final byte[] bytes;
  private final String tag;

  /**
   * @param bytes of each part
   * @param tag its ETag
   */
  KilledSteps(S3DoorSite site, byte[] bytes, String tag) throws Exception {
    this.site = site;
    this.bytes = bytes;
    this.tag = tag;
    assertAnswer(200, "", site.other().askOnce("PUT", SOURCE, "", bytes));
  }

  /** Begins an upload, has its door killed at this step, and goes on at the other door. */
  void play(MultipartStep step) throws Exception {
    String key = DIRECTORY + step.name() + "/" + MultipartStep.RESULT;
    Request request = step.request();
    String id = request == Request.CREATE ? "" : site.other().create(key);
    if (request.compareTo(Request.LIST) >= 0) {
      assertAnswer(200, "", ask(site.other(), Request.PART, key, id));
    }
    kill(step, key, id);
    HttpResponse<String> again = ask(site.other(), request, key, id);
    assertAnswer(200, request == Request.LIST ? "<PartNumber>1<" : "", again);
    String upload = request == Request.CREATE ? created(key, again.body()) : id;
    complete(key, upload);
    abandon(step, key, upload);
  }

  private void kill(MultipartStep step, String key, String id) throws Exception {
    Path directory = site.at(key).getParent();
    site.answers().from(() -> step.done().test(directory));
    try (ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse<String>> asked =
          client.submit(() -> ask(site.victim(), step.request(), key, id));
      try {
        while (!site.answers().await(BETWEEN_LOOKS)) {
          assertFalse(asked.isDone(), () -> step.name() + " was not met: " + asked);
        }
      } finally {
        site.kill();
      }
      ExecutionException lost = assertThrows(ExecutionException.class, asked::get);
      assertInstanceOf(IOException.class, lost.getCause());
    } finally {
      site.restart();
    }
  }

  private HttpResponse<String> ask(S3Door door, Request request, String key, String id)
      throws Exception {
    String upload = "uploadId=" + id;
    String part = "partNumber=1&" + upload;
    return switch (request) {
      case CREATE -> door.askOnce("POST", key, "uploads=", NOTHING);
      case PART -> door.askOnce("PUT", key, part, bytes);
      case COPY -> door.askOnce("PUT", key, part, NOTHING, "x-amz-copy-source", SOURCE);
      case LIST -> door.askOnce("GET", key, upload, NOTHING);
      case COMPLETE -> door.askOnce("POST", key, upload, S3Door.listed(List.of(tag)));
      case ABORT -> door.askOnce("DELETE", key, upload, NOTHING);
    };
  }

  private String created(String key, String answer) throws Exception {
    Matcher id = UPLOAD.matcher(answer);
    assertTrue(id.find(), answer);
    assertAnswer(200, "", ask(site.other(), Request.PART, key, id.group(1)));
    return id.group(1);
  }

  private void complete(String key, String id) throws Exception {
    for (int time = 0; time < 2; time++) { // the second time as if the answer had been lost
      assertAnswer(200, "-1&quot;</ETag>", ask(site.other(), Request.COMPLETE, key, id));
    }
    assertArrayEquals(bytes, Files.readAllBytes(site.at(key)));
  }

  /**
   * An upload whose identifier no client has heard of is listed, and can be aborted. One that was
   * completed within seconds may be listed as long as the lease of a part lasts, whose door died
   * before it had opened its file.
   */
  private void abandon(MultipartStep step, String key, String completed) throws Exception {
    String listed = site.uploads("prefix=steps%2F" + step.name() + "%2F&uploads=");
    List<String> left =
        UPLOAD
            .matcher(listed)
            .results()
            .map(found -> found.group(1))
            .filter(id -> !id.equals(completed))
            .toList();
    assertEquals(step.name().equals(MultipartStep.RECORDED) ? 1 : 0, left.size(), listed);
    for (String id : left) {
      assertAnswer(204, "", ask(site.other(), Request.ABORT, key, id));
    }
  }
}
