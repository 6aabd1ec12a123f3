package org.bora.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageRoutesTest {
  private static final Administrator READER = new Administrator("CN=looker", AdminRole.READER);
  private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*['\"]([^'\"]+)['\"]");
  private static final Pattern ADDRESS = Pattern.compile("(?:src|href)=\"([^\"$#][^\"$]*)\"");

  /** The name of a vocabulary, which nothing is fetched from. */
  private static final String SVG = "http://www.w3.org/2000/svg";

  private final List<AdminRoute> pages = new PageRoutes().all();
  private final AdminRoutes routes = new AdminRoutes(pages, AuditTrail.off());

  private AdminReply get(String path) {
    return routes.reply(AdminCall.of("GET", path, Map.of(), AdminCall.Body.NONE, READER));
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/page/index.html, text/html; charset=utf-8",
    "/page/page.css, text/css; charset=utf-8",
    "/page/main.js, text/javascript; charset=utf-8",
    "/page/icon.svg, image/svg+xml",
    "/page/lit/lit-html.js, text/javascript; charset=utf-8",
    "/page/lit/directives/repeat.js, text/javascript; charset=utf-8"
  })
  void aReaderGetsEveryFileAsWhatItIs(String path, String mediaType) {
    AdminReply reply = get(path);
    assertEquals(200, reply.status(), path);
    assertEquals(mediaType, reply.mediaType(), path);
    assertTrue(reply.bytes().length > 100, path);
  }

  @Test
  void theFirstPageIsItsFileByteByByte() throws IOException {
    try (InputStream in = PageRoutes.class.getResourceAsStream("/org/bora/page/files/index.html")) {
      assertArrayEquals(in.readAllBytes(), get("/").bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/",
        "/page/..",
        "/page/../PageRoutes.class",
        "/page/..%2fPageRoutes.class",
        "/page/files/index.html",
        "/page/lit/../main.js",
        "/page/lit/../../package.json",
        "/page/lit/package.json",
        "/page/lit/directives/../../../pom.properties",
        "/page/lit/directives/until.js",
        "/page//org/bora/page/files/index.html",
        "/page/INDEX.HTML",
        "/page/index.html\0.js",
        "/page/C:\\boot.ini",
        "/index.html"
      })
  void noNameLeadsAnywhereElse(String path) {
    AdminReply reply = get(path);
    assertEquals(404, reply.status(), path);
    assertEquals(AdminReply.JSON, reply.mediaType());
  }

  @Test
  void aTagIsThatOfTheContent() {
    PageFiles one = new PageFiles();
    PageFiles other = new PageFiles();
    Set<String> tags = new TreeSet<>();
    for (String name : one.names()) {
      String tag = one.of(name).orElseThrow().tag().orElseThrow();
      assertTrue(tag.matches("\"[0-9a-f]{32}\""), tag);
      assertEquals(Optional.of(tag), other.of(name).orElseThrow().tag(), name);
      assertEquals(Optional.of(tag), get("/page/" + name).tag());
      tags.add(tag);
    }
    assertEquals(one.names().size(), tags.size(), "no two files have the same content");
  }

  @Test
  void everyFileThatOneAsksForIsServed() {
    PageFiles files = new PageFiles();
    for (String name : files.names()) {
      String text = files.of(name).orElseThrow().text();
      Pattern asks = name.endsWith(".js") ? IMPORT : ADDRESS;
      for (Matcher asked = asks.matcher(text); asked.find(); ) {
        String path = absolute(name, asked.group(1));
        assertEquals(200, get(path).status(), name + " asks for " + asked.group(1));
      }
    }
  }

  private static String absolute(String name, String asked) {
    if (asked.startsWith("/")) {
      return asked;
    }
    assertTrue(asked.startsWith("./") || asked.startsWith("../"), name + " asks for " + asked);
    return java.net.URI.create("/page/" + name).resolve(asked).getPath();
  }

  @Test
  void nothingOfOursStandsInlineOrComesFromElsewhere() {
    PageFiles files = new PageFiles();
    for (String name : files.names()) {
      if (!name.startsWith("lit/") && !name.endsWith(".svg")) {
        String text = files.of(name).orElseThrow().text().replace(SVG, "");
        assertFalse(text.contains("://"), name + " names another place");
        assertFalse(text.matches("(?s).*<[a-z][^>]* style=.*"), name + " has an inline style");
        assertFalse(text.matches("(?s).*<[a-z][^>]* on[a-z]+=.*"), name + " has an inline script");
        assertFalse(text.contains("<style"), name + " has an inline style sheet");
        assertFalse(text.contains("unsafeHTML") || text.contains("innerHTML"), name);
      }
    }
    assertFalse(get("/").text().matches("(?s).*<script[^>]*>[^<].*"), "an inline script");
  }

  @Test
  void nothingHereChangesAnything() {
    assertTrue(pages.stream().allMatch(route -> route.role() == AdminRole.READER));
  }
}
