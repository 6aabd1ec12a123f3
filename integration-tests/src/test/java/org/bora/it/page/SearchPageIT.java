package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How administrators find files, requests, callers and VOs on the page, and what failed last. */
class SearchPageIT extends OnAdminPage {
  private static void find(String what) throws IOException {
    browser.ask("document.querySelector('#find input').value = '" + what + "'");
    click("#find button");
  }

  @Test
  void aSearchFindsAFileTheRequestsOfACallerAndARequest() throws IOException {
    open(reader);
    String token =
        browser.ask("document.querySelector('" + OPEN_LINK + "').hash.slice(9)").asString();
    String row = "document.querySelector('" + OPEN_LINK + "').closest('tr')";
    String owner = browser.ask(row + ".querySelector('[data-name=caller]').innerText").asString();
    find(owner);
    browser.awaitTrue(
        "document.querySelector('#find tbody a[href=\"#request=" + token + "\"]') !== null");
    find(owner + "x");
    browser.awaitTrue("document.querySelector('#find').innerText.includes('has no requests')");
    String surl =
        browser
            .ask(
                "fetch('/v1/requests/%s').then(r => r.json()).then(s => s.story.files[0].surl)"
                    .formatted(token))
            .asString();
    find(surl);
    browser.awaitTrue(
        "document.querySelector('#find .facts a[href=\"#request=" + token + "\"]') !== null");
    find("srm://se.example.org/elsewhere/f");
    browser.awaitTrue("document.querySelector('#find .trouble') !== null");
    find("testvo");
    browser.awaitTrue(
        "document.querySelector('#find tbody a[href=\"#request=" + token + "\"]') !== null");
    assertEquals(
        "testvo", browser.ask(row + ".querySelector('[data-name=VO]').innerText").asString());
    find("nosuchvo");
    browser.awaitTrue(
        "document.querySelector('#find').innerText.includes('No request of a VO with this name')");
    find(token);
    browser.awaitTrue("document.querySelector('dialog[open] .timeline') !== null");
  }

  @Test
  void whatFailedNamesItsFilesAndTheSameAgainIsCounted() throws Exception {
    String three =
        "<arrayOfSURLs><urlArray>%s</urlArray><urlArray>%s</urlArray><urlArray>%s</urlArray></arrayOfSURLs>"
            .formatted(path("/testvo/gone-a"), path("/testvo/gone-b"), path("/testvo/gone-c"));
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      alice.call("srmRm", three);
      alice.call("srmRm", three);
    }
    open(reader);
    String row =
        "[...document.querySelectorAll('#errors tbody tr')].find(r =>"
            + " r.innerText.includes('gone-a'))";
    browser.awaitTrue(row + " !== undefined");
    String cell = row + ".querySelector('[data-name=%s]').innerText";
    // a process tells of itself every five seconds, perhaps between the two calls
    browser.awaitTrue(cell.formatted("times") + ".startsWith('2\\nsince ')");
    String file = browser.ask(cell.formatted("file")).asString();
    assertEquals(path("/testvo/gone-a") + " and 2 others", file);
    browser.ask(row + ".scrollIntoView()");
    browser.picture(PICTURES.resolve("errors.png"), false);
    JsonNode said =
        JsonMapper.shared()
            .readTree(
                site.bora("errors", "--json", "--home", site.home().toString())
                    .succeeded()
                    .output());
    List<JsonNode> same =
        said.path("errors")
            .valueStream()
            .filter(one -> one.path("target").path("surl").asString().endsWith("gone-a"))
            .toList();
    assertEquals(1, same.size(), said::toString);
    assertEquals(2, same.getFirst().path("times").asInt());
    assertEquals(2, same.getFirst().path("target").path("others").asInt());
    assertEquals("REFUSED", same.getFirst().path("result").asString());
  }

  private static void awaitFound(String text) throws IOException {
    browser.awaitTrue("document.querySelector('#find').innerText.includes('" + text + "')");
  }

  @Test
  void aFileIsFoundByItsPathAndByAUrlAndTellsWhatWasDoneWithIt() throws IOException {
    open(reader);
    String surl =
        browser
            .ask(
                "fetch('/v1/requests/' + document.querySelector('"
                    + OPEN_LINK
                    + "').hash.slice(9)).then(r => r.json()).then(s => s.story.files[0].surl)")
            .asString();
    String path = surl.substring(surl.indexOf("/testvo/"));
    find(path);
    browser.awaitTrue("document.querySelector('#find h3')?.innerText === '" + surl + "'");
    awaitFound("srmPrepareToPut by ");
    browser.awaitTrue("document.querySelector('#find .timeline a[href^=\"#request=\"]') !== null");
    find("davs://door.example.org:8443" + path.replace("put-", "put%2D"));
    browser.awaitTrue(
        "decodeURIComponent(location.hash).includes('davs://') &&"
            + " document.querySelector('#find h3')?.innerText === '"
            + surl
            + "'");
    find("https://door.example.org/elsewhere");
    awaitFound("no storage area holds this SURL");
    browser.ask("history.back()");
    browser.awaitTrue("document.querySelector('#find h3')?.innerText === '" + surl + "'");
    assertEquals(
        List.of(), browser.complaints().stream().filter(it -> !it.contains("404")).toList());
  }

  @Test
  void aPartOfASubjectLeadsToTheCallersThatHaveIt() throws IOException {
    open(reader);
    find("alice");
    awaitFound("Callers with alice in the subject");
    click("#find ul a");
    browser.awaitTrue("document.querySelector('#find tbody a[href^=\"#request=\"]') !== null");
    find("/DC=test/DC=grid/OU=people/CN=Ali");
    awaitFound("Callers with /DC=test");
    find("nosuchletters");
    awaitFound("no caller on this page has these letters");
  }

  @Test
  void tablesLeadToTheFileTheCallerAndTheVo() throws IOException {
    open(reader);
    click("#errors td[data-name=file] a");
    browser.awaitTrue("document.querySelector('#find h3')?.innerText.includes('/testvo/')");
    click("#requests td[data-name=VO] a");
    browser.awaitTrue("document.querySelector('#find h3')?.innerText === 'Requests of testvo'");
    click("#requests td[data-name=caller] a");
    browser.awaitTrue("document.querySelector('#find h3')?.innerText.includes('CN=Alice')");
    assertEquals(
        browser.ask("document.querySelector('#find input').value").asString(),
        browser.ask("decodeURIComponent(location.hash.slice(6))").asString());
  }

  @Test
  void aReservationIsFoundByItsToken() throws Exception {
    String token;
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      token =
          alice
              .call(
                  "srmReserveSpace",
                  "<userSpaceTokenDescription>MINE</userSpaceTokenDescription><retentionPolicyInfo><retentionPolicy>CUSTODIAL</retentionPolicy><accessLatency>ONLINE</accessLatency></retentionPolicyInfo><desiredSizeOfGuaranteedSpace>1000000</desiredSizeOfGuaranteedSpace>")
              .element("spaceToken");
    }
    open(reader);
    find(token);
    awaitFound("Reservation " + token);
    awaitFound("MINE");
  }

  @Test
  void onANarrowScreenWhatWasFoundFitsAndIsReadable() throws IOException {
    browser.size(400, 800);
    open(reader);
    click("#errors td[data-name=file] a");
    browser.awaitTrue("document.querySelector('#find .timeline, #find .facts') !== null");
    assertTrue(browser.ask("document.documentElement.scrollWidth").asInt() <= 400);
    assertEquals(List.of(), findings());
    browser.picture(PICTURES.resolve("find-narrow.png"), false);
    browser.prefer("dark");
    browser.size(1400, 900);
    browser.ask("document.querySelector('#find').scrollIntoView()");
    assertEquals(List.of(), findings());
    browser.picture(PICTURES.resolve("find-dark.png"), false);
  }
}
