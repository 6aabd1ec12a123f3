package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The directories of areas on the page of a running site, in a real browser. */
class FilesPageIT extends OnAdminPage {
  private static final String NAMES =
      "[...document.querySelectorAll('#files [aria-label=Entries] tbody th a')].map(a =>"
          + " a.innerText)";

  private static Path area() {
    return site.home().resolve("data/testvo");
  }

  /** Files of different kinds, and names that hurt. */
  @BeforeEach
  void withFiles() throws IOException {
    Path raw = Files.createDirectories(area().resolve("raw/run7"));
    Files.writeString(raw.resolve("plain"), "12345");
    for (String name :
        List.of("<img src=x onerror=alert(1)>", "\u202etxt.exe", "a\nb\u0001", "%41&after=b c")) {
      Files.writeString(raw.resolve(name), "x");
    }
    Path many = Files.createDirectories(area().resolve("many"));
    for (int i = 0; i < 150; i++) {
      Path one = many.resolve("f%03d".formatted(i));
      if (!Files.exists(one)) {
        Files.createFile(one);
      }
    }
  }

  private static void look(ShownCertificate who, String place) throws IOException {
    browser.open("about:blank");
    browser.open(who.address() + "/#files=" + place);
    browser.awaitTrue("document.querySelector('#files [aria-label=Place] ol') !== null");
    browser.awaitTrue("!document.querySelector('#files').innerText.includes('looking …')");
  }

  private static void awaitNames(String expression) throws IOException {
    browser.awaitTrue("(names => " + expression + ")(" + NAMES + ")");
  }

  @Test
  void directoriesAreFollowedByKeyboardAndTheAddressKeepsThePlace() throws IOException {
    open(reader);
    click("#files table a");
    browser.awaitTrue("location.hash.startsWith('#files=')");
    browser.open("about:blank");
    look(reader, "testvo");
    awaitNames("names.includes('raw/')");
    String raw =
        "[...document.querySelectorAll('#files tbody th a')].find(a => a.innerText === 'raw/')";
    browser.ask(raw + ".focus()");
    browser.press("Enter");
    awaitNames("names.join() === 'run7/'");
    assertEquals("#files=testvo/raw", browser.ask("location.hash").asString());
    browser.ask("history.back()");
    awaitNames("names.includes('raw/')");
    look(reader, "testvo/raw/run7/plain");
    browser.awaitTrue("document.querySelector('#files dl.facts')?.innerText.includes('5 B')");
    browser.awaitTrue(
        "document.querySelector('#files').innerText.includes('The file has no pins')");
    browser.ask("document.querySelector('#files input').value = '" + path("/testvo/raw") + "'");
    click("#files form button");
    browser.awaitTrue("location.hash === '#files=testvo/raw'");
    awaitNames("names.join() === 'run7/'");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void namesThatHurtAreTextAndLeadToTheirFiles() throws IOException {
    look(reader, "testvo/raw/run7");
    awaitNames("names.includes('<img src=x onerror=alert(1)>')");
    awaitNames("names.includes('\\\\u{202e}txt.exe')");
    awaitNames("names.includes('a\\\\u{a}b\\\\u{1}')");
    assertEquals(0, browser.ask("document.querySelectorAll('#files img').length").asInt());
    for (int i = 0; i < 5; i++) {
      look(reader, "testvo/raw/run7");
      awaitNames("names.length === 5");
      browser.ask(
          "document.querySelectorAll('#files [aria-label=Entries] tbody th a')[" + i + "].click()");
      browser.awaitTrue("document.querySelector('#files dl.facts')?.innerText.includes('file')");
    }
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aWideDirectoryHasPagesAndAReloadStaysOnThem() throws IOException {
    look(reader, "testvo/many");
    awaitNames("names.length === 100 && names[0] === 'f000'");
    click("#files a[rel=next]");
    awaitNames("names.length === 50 && names[0] === 'f100'");
    String hash = browser.ask("location.hash").asString();
    browser.open("about:blank");
    browser.open(reader.address() + "/" + hash);
    awaitNames("names.length === 50 && names[0] === 'f100'");
    click("#files .pages a");
    awaitNames("names[0] === 'f000'");
  }

  @Test
  void anUploadShowsItsRequestItsHiddenFileAndItsDoor() throws IOException {
    look(reader, "testvo");
    browser.awaitTrue(
        "document.querySelector('#files [aria-label=\"Files being written\"]')?.innerText.includes('.bora-put-')");
    String upload =
        "document.querySelector('#files [aria-label=\"Files being written\"] tbody tr')";
    assertTrue(browser.ask(upload + ".innerText").asString().contains("gsiftp://"));
    browser.ask(upload + ".querySelector('a[href^=\"#request=\"]').click()");
    browser.awaitTrue("document.querySelector('dialog[open] .timeline') !== null");
    browser.press("Escape");
    // the browser tells of the closed dialog a moment after it has closed
    browser.awaitTrue(
        "document.querySelector('dialog[open]') === null && location.hash === '#files=testvo'");
    browser.ask(upload + ".querySelector('th a').click()");
    browser.awaitTrue(
        "document.querySelector('#files dl.facts')?.innerText.includes('no file yet: an upload holds this name')");
  }

  @Test
  void aLookThatHangsOrFailsStaysInItsPanel() throws IOException {
    String hangs =
        "const fetched = window.fetch; window.fetch = (path, ...more) =>"
            + " path.startsWith('/v1/entries') ? new Promise(() => {}) : fetched(path, ...more);";
    try (Closeable _ = browser.before(hangs)) {
      browser.open("about:blank");
      browser.open(reader.address() + "/#files=testvo");
      browser.awaitTrue("document.querySelector('#files')?.innerText.includes('looking …')");
      browser.awaitTrue("document.querySelector('" + OPEN_LINK + "') !== null");
    }
    look(reader, "testvo/none");
    browser.awaitTrue(
        "document.querySelector('#files .trouble')?.innerText.includes('nothing of this name')");
    look(reader, "elsewhere");
    browser.awaitTrue(
        "document.querySelector('#files .trouble')?.innerText.includes('no such storage area')");
    look(reader, "testvo/many&after=d1%3Agone");
    browser.awaitTrue("document.querySelector('#files .trouble a') !== null");
    browser.open("about:blank");
    browser.open(reader.address() + "/#files=testvo/%ff");
    browser.awaitTrue("document.querySelector('#files table a') !== null");
  }

  @Test
  void itIsReadInLightAndDarkAndOnANarrowScreen() throws IOException {
    for (String place : List.of("testvo", "testvo/raw/run7", "testvo/raw/run7/plain")) {
      browser.size(1400, 900);
      look(admin, place);
      picture(place, "light");
      browser.prefer("dark");
      picture(place, "dark");
      browser.size(400, 800);
      assertTrue(browser.ask("document.documentElement.scrollWidth").asInt() <= 400, place);
      String wide =
          "[...document.querySelectorAll('#files .scroll')].filter(box => box.scrollWidth >"
              + " box.clientWidth).map(box => box.getAttribute('aria-label')).join()";
      assertEquals("", browser.ask(wide).asString(), "what would have to be scrolled sideways");
      picture(place, "narrow");
      browser.prefer("light");
    }
  }

  private static void picture(String place, String how) throws IOException {
    assertEquals(List.of(), findings(), place + " " + how);
    browser.ask("document.getElementById('files').scrollIntoView()");
    browser.picture(
        PICTURES.resolve("page-files-" + place.replace('/', '-') + "-" + how + ".png"), false);
  }
}
