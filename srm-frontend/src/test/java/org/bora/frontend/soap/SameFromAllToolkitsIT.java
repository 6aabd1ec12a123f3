package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.contract.ISRM;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * However a toolkit writes a request, the backend is asked the same and the client told the same.
 */
class SameFromAllToolkitsIT extends OnEndpoint {
  private static final String HEADING = "--- ";

  @TestFactory
  Stream<DynamicTest> saysTheSame() {
    return Arrays.stream(ISRM.class.getMethods())
        .map(Method::getName)
        .sorted()
        .map(operation -> dynamicTest(operation, () -> compare(operation)));
  }

  private static void compare(String operation) throws Exception {
    Map<String, String> requests = requests(operation);
    String plain = requests.remove("gSOAP");
    assertNotNull(plain, "no request to compare with");
    assertTrue(requests.size() >= 2, () -> "only " + requests.keySet());
    String answer = reply(operation, plain);
    List<Object> asked = asked();
    assertEquals(operation.equals("srmPing") ? 0 : 1, asked.size());
    for (Map.Entry<String, String> other : requests.entrySet()) {
      assertEquals(answer, reply(operation, other.getValue()), other.getKey());
      assertEquals(asked, asked(), other.getKey());
    }
  }

  private static String reply(String operation, String request) throws Exception {
    Endpoint.Reply reply = endpoint.post(request);
    assertEquals(200, reply.code(), reply.body());
    assertTrue(reply.body().contains("<" + operation + "Response>"), reply.body());
    assertFalse(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
    return reply.body();
  }

  private static List<Object> asked() {
    List<Object> asked = List.copyOf(endpoint.backend.requests);
    endpoint.backend.requests.clear();
    return asked;
  }

  /** The requests of a file by the headings over them. */
  private static Map<String, String> requests(String operation) throws Exception {
    Map<String, String> requests = new LinkedHashMap<>();
    String heading = "";
    for (String line : Files.readAllLines(folder().resolve(operation + ".txt"))) {
      if (line.startsWith(HEADING)) {
        heading = line.substring(HEADING.length());
      } else {
        requests.merge(heading, line, (before, after) -> before + "\n" + after);
      }
    }
    return requests;
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(SameFromAllToolkitsIT.class.getResource("/toolkits").toURI());
  }
}
