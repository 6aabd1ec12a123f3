package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What gfal2, ARC and srm-ifce were seen to send, sent again. */
class CapturedRequestsIT extends OnEndpoint {

  @TestFactory
  Stream<DynamicTest> isUnderstood() throws Exception {
    List<Path> samples;
    try (Stream<Path> files = Files.list(folder())) {
      samples = files.sorted().toList();
    }
    assertTrue(samples.size() >= 40, "samples are missing: " + samples);
    return samples.stream()
        .map(sample -> dynamicTest(sample.getFileName().toString(), () -> send(sample)));
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(CapturedRequestsIT.class.getResource("/samples").toURI());
  }

  private static void send(Path sample) throws Exception {
    String text = Files.readString(sample);
    String body =
        text.substring(text.indexOf("--- request body\n") + 17, text.indexOf("\n--- stub answer"));
    String name = sample.getFileName().toString();
    String operation = name.replaceAll("^[a-z]+-|(-dir)?\\.txt$", "");
    endpoint.backend.requests.clear();

    Endpoint.Reply reply = endpoint.post(body);

    assertEquals(200, reply.code(), reply.body());
    assertTrue(reply.body().contains("<" + operation + "Response>"), reply.body());
    if (!operation.equals("srmPing")) {
      assertEquals(1, endpoint.backend.requests.size(), "the backend was not asked");
      assertFalse(reply.body().contains("INVALID"), reply.body());
      assertTrue(reply.body().contains("SRM_SUCCESS"), reply.body());
    }
  }
}
