package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bora.it.load.HeldConnections;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Properties that clients leave on files and directories by PROPPATCH. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DavPropertiesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String ATTRIBUTE = "bora.door.kept.dav";
  private static final String COLOUR = "<x:colour xmlns:x=\"urn:x\">gr\u00fcn</x:colour>";

  private Site site;
  private Path files;
  private HttpClient member;
  private HttpClient reader;

  @BeforeAll
  void up() throws Exception {
    site = Site.up("dav-properties");
    files = site.home().resolve("data/testvo");
    member = client("alice-voms");
    reader = client("alice");
  }

  @AfterAll
  void down() throws IOException {
    site.close();
  }

  private HttpClient client(String proxy) throws Exception {
    var credential = new PEMCredential(site.proxy(proxy).toString(), (char[]) null);
    return HttpClient.newBuilder()
        .sslContext(HeldConnections.tls(credential.getKeyManager()))
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  private HttpResponse<String> ask(
      HttpClient client, String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .timeout(PATIENCE)
            .method(method, BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private URI uri(String path) {
    return URI.create(site.environment().get("BORA_HTTP") + "/testvo" + path);
  }

  private int status(String method, String path, String... headers) throws Exception {
    return ask(member, method, path, "", headers).statusCode();
  }

  private void store(String path, String content) throws Exception {
    int status = ask(member, "PUT", path, content).statusCode();
    assertTrue(status == 201 || status == 204, path + ": " + status);
  }

  private static String update(String kind, String properties) {
    return "<d:propertyupdate xmlns:d='DAV:'><d:%s><d:prop>%s</d:prop></d:%s></d:propertyupdate>"
        .formatted(kind, properties, kind);
  }

  private HttpResponse<String> patch(String path, String kind, String properties) throws Exception {
    return ask(member, "PROPPATCH", path, update(kind, properties));
  }

  private void set(String path, String properties) throws Exception {
    HttpResponse<String> answer = patch(path, "set", properties);
    assertEquals(207, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("HTTP/1.1 200 OK"), answer.body());
  }

  private String find(String path, String asked, String depth) throws Exception {
    String body = "<d:propfind xmlns:d='DAV:'>" + asked + "</d:propfind>";
    HttpResponse<String> answer = ask(reader, "PROPFIND", path, body, "Depth", depth);
    assertEquals(207, answer.statusCode(), answer.body());
    return answer.body();
  }

  private String colour(String path) throws Exception {
    return find(path, "<d:prop><x:colour xmlns:x='urn:x'/></d:prop>", "0");
  }

  private void assertHas(String path) throws Exception {
    assertTrue(colour(path).contains(COLOUR), colour(path));
  }

  private void assertHasNot(String path) throws Exception {
    assertFalse(colour(path).contains(COLOUR), colour(path));
    assertTrue(colour(path).contains("404 Not Found"), colour(path));
  }

  @Test
  void theyAreToldWhereTheyAreAskedForAndGoAway() throws Exception {
    assertEquals(201, status("MKCOL", "/told"));
    store("/told/f", "content");
    set("/told", COLOUR);
    set("/told/f", COLOUR);
    for (String asked : List.of("<d:allprop/>", "<d:prop><y:colour xmlns:y='urn:x'/></d:prop>")) {
      assertEquals(3, find("/told", asked, "1").split(COLOUR, -1).length, asked);
    }
    String names = find("/told", "<d:propname/>", "1");
    assertEquals(3, names.split("<u:colour xmlns:u=\"urn:x\"/>", -1).length, names);
    assertFalse(names.contains("gr\u00fcn"), names);

    assertTrue(patch("/told/f", "remove", COLOUR).body().contains("HTTP/1.1 200 OK"));

    assertHasNot("/told/f");
    assertHas("/told");
    assertTrue(patch("/told/f", "remove", COLOUR).body().contains("HTTP/1.1 200 OK"), "no error");
  }

  @Test
  void theyStayWithTheirFileAndGoWithIt() throws Exception {
    store("/f", "content");
    String before = version("/f");
    set("/f", COLOUR);
    assertEquals(before, version("/f"), "neither time, tag nor checksum changed");

    store("/f", "other content");
    assertHas("/f");
    store("/f", "");
    assertHas("/f");
    assertEquals(201, status("MOVE", "/f", "Destination", uri("/g").toString()));
    assertHas("/g");
    store("/f", "a new file");
    assertHasNot("/f");
    assertEquals(204, status("COPY", "/g", "Destination", uri("/f").toString()));
    assertHas("/f");
    assertEquals(204, status("DELETE", "/f"));
    store("/f", "a new file");
    assertHasNot("/f");
    assertEquals(204, status("COPY", "/f", "Destination", uri("/g").toString()));
    assertHasNot("/g");
  }

  private String version(String path) throws Exception {
    HttpResponse<String> head = ask(member, "GET", path, "", "Want-Digest", "adler32");
    return head.headers().firstValue("ETag").orElseThrow()
        + head.headers().firstValue("Last-Modified").orElseThrow()
        + head.headers().firstValue("Digest").orElseThrow();
  }

  @Test
  void aCopyOfADirectoryHasThemToo() throws Exception {
    assertEquals(201, status("MKCOL", "/tree"));
    assertEquals(201, status("MKCOL", "/tree/d"));
    store("/tree/d/f", "content");
    for (String path : List.of("/tree", "/tree/d", "/tree/d/f")) {
      set(path, COLOUR);
    }
    assertEquals(201, status("COPY", "/tree", "Destination", uri("/copied").toString()));
    for (String path : List.of("/copied", "/copied/d", "/copied/d/f")) {
      assertHas(path);
    }
    String[] alone = {"Destination", uri("/alone").toString(), "Depth", "0"};
    assertEquals(201, status("COPY", "/tree", alone));
    assertHas("/alone");
  }

  @Test
  void whoMayNotChangeAFileMayNotChangeItsProperties() throws Exception {
    assertEquals(201, status("MKCOL", "/mine"));
    store("/mine/f", "content");
    set("/mine/f", COLOUR);
    for (String path : List.of("/mine/f", "/mine")) {
      for (String kind : List.of("set", "remove")) {
        int status = ask(reader, "PROPPATCH", path, update(kind, "<a/>")).statusCode();
        assertEquals(403, status, path + " " + kind);
      }
    }
    assertHas("/mine/f");
    assertEquals(404, patch("/mine/no", "set", COLOUR).statusCode());
    assertEquals(
        412,
        ask(member, "PROPPATCH", "/mine/f", update("set", "<a/>"), "If-Match", "\"1\"")
            .statusCode());
    String audit = Files.readString(site.home().resolve("log/audit-bora.log"));
    assertTrue(
        audit
            .lines()
            .anyMatch(line -> line.contains("\"annotate\"") && line.contains("note kept.dav")));
  }

  @Test
  void whatDoesNotFitChangesNothing() throws Exception {
    store("/full", "content");
    set("/full", COLOUR);
    String large = "<a>" + "x".repeat(4096) + "</a>";
    HttpResponse<String> answer = patch("/full", "set", "<b/>" + large);
    assertEquals(207, answer.statusCode());
    assertTrue(answer.body().contains("507 Insufficient Storage"), answer.body());
    assertTrue(answer.body().contains("424 Failed Dependency"), answer.body());
    String protectedOne = patch("/full", "set", "<b/><d:getetag>1</d:getetag>").body();
    assertTrue(protectedOne.contains("<d:cannot-modify-protected-property/>"), protectedOne);
    String all = find("/full", "<d:propname/>", "0");
    assertFalse(all.contains("<b ") || all.contains("<a "), all);
    assertHas("/full");
    String body = update("remove", "<a/>");
    String most = body + " ".repeat((64 << 10) - body.length());
    assertEquals(207, ask(member, "PROPPATCH", "/full", most).statusCode());
    assertEquals(413, ask(member, "PROPPATCH", "/full", most + " ").statusCode());
    String entity = "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>";
    assertEquals(400, ask(member, "PROPPATCH", "/full", entity + body).statusCode());
  }

  @Test
  void noneIsLostWhereSeveralChangeThemAtOnce() throws Exception {
    store("/shared", "content");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all =
          IntStream.range(0, 4)
              .mapToObj(
                  number ->
                      threads.submit(
                          () -> patch("/shared", "set", "<p" + number + "/>").statusCode()))
              .toList();
      for (Future<Integer> one : all) {
        assertEquals(207, one.get());
      }
    }
    String names = find("/shared", "<d:propname/>", "0");
    for (int number = 0; number < 4; number++) {
      assertTrue(names.contains("<p" + number + " "), names);
    }
  }

  /** The owner of a file may write its attributes; a listing stays what it is. */
  @Test
  void attributesThatAreNoPropertiesAreNotTold() throws Exception {
    store("/forged", "content");
    set("/forged", COLOUR);
    var view =
        Files.getFileAttributeView(files.resolve("forged"), UserDefinedFileAttributeView.class);
    for (String forged : List.of("</d:prop>", "<p><getetag xmlns='DAV:'>1</getetag></p>", "x")) {
      view.write(ATTRIBUTE, ByteBuffer.wrap(forged.getBytes(StandardCharsets.UTF_8)));
      assertHasNot("/forged");
      assertFalse(find("/forged", "<d:allprop/>", "0").contains(">1<"), forged);
    }
    set("/forged", COLOUR);
    assertHas("/forged");
  }
}
