package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.Test;

/**
 * The page of a running site in a real browser, as administrators use it: by eye, by keyboard, and
 * by what tells them who cannot see. Its pictures stay in {@code target/pictures}.
 */
class AdminPageIT extends OnAdminPage {
  @Test
  void thePageShowsTheNumbersThatTheApiGives() throws IOException {
    open(reader);
    browser.awaitTrue(
        "fetch('/v1/fleet').then(r => r.json()).then(fleet => { const total ="
            + " fleet.processes.flatMap(p => p.operations).filter(o => o.operation === 'srmPing')"
            + ".reduce((sum, o) => sum + o.total, 0); return total >= 20 && ("
            + row("calls", "srmPing")
            + " ?? []).at(-1) === total.toLocaleString('en-GB'); })");
    browser.awaitTrue(
        "fetch('/v1/areas').then(r => r.json()).then(({areas}) => areas.every(area => ("
            + "[...document.querySelectorAll('#areas tbody tr')].map(r => r.innerText)"
            + ".some(text => text.includes(area.name) && text.includes(area.sfn)))))");
    browser.awaitTrue(
        "fetch('/v1/requests?open=true').then(r => r.json()).then(({requests}) => requests.length >"
            + " 0 && requests.every(one => document.querySelector('#requests a[href=\"#request=' +"
            + " one.token + '\"]')))");
    browser.awaitTrue("document.querySelector('#doors tbody')?.innerText.includes('healthy')");
    browser.awaitTrue("document.querySelector('#errors tbody')?.innerText.includes('srmRm')");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aQuestionThatHangsHoldsUpNoOther() throws Exception {
    String hangs =
        "const fetched = window.fetch; window.fetch = (path, ...more) =>"
            + " path === '/v1/tape' ? new Promise(() => {}) : fetched(path, ...more);";
    try (Closeable _ = browser.before(hangs)) {
      browser.open(reader.address() + "/");
      browser.awaitTrue("document.querySelector('" + OPEN_LINK + "') !== null");
      browser.awaitTrue(ASKED.formatted(1));
      browser.awaitTrue("document.querySelector('#tape').innerText.includes('asking …')");
      String clock = "(document.querySelector('header .mark.good + .quiet')?.innerText ?? '')";
      browser.awaitTrue(clock + " !== ''");
      String first = browser.ask(clock).asString();
      browser.awaitTrue("![''," + " '" + first + "'].includes(" + clock + ")");
      assertEquals(List.of(), browser.complaints());
    }
  }

  @Test
  void aProcessThatIsGoneIsToldOfForHalfAnHour() throws IOException {
    open(reader);
    String told =
        """
        import('/page/news.js').then(({news, remember}) => {
          const one = (kind, name, at) =>
              ({origin: {kind, name}, at, operations: [], links: [], turns: []});
          const heard = new Map();
          remember(heard, {at: '2026-01-01T11:20:00Z',
              processes: [one('BACKEND', 'be0', '2026-01-01T11:20:00Z')]});
          remember(heard, {at: '2026-01-01T12:00:00Z',
              processes: [one('BACKEND', 'be1', '2026-01-01T12:00:00Z'), one('BACKEND', 'be2', '2026-01-01T12:00:00Z')]});
          const now = {at: '2026-01-01T12:01:00Z', processes: [one('BACKEND', 'be2', '2026-01-01T12:01:00Z')]};
          return news({heard, tape: {}, areas: {}, doors: {}, drain: {}, fleet: {data: now}}).map(it => it.text).join(); })\
        """;
    String text = browser.ask(told).asString();
    assertTrue(text.startsWith("be1 (backend) has not reported since "), text);
    assertTrue(text.endsWith(", and has probably stopped."), text);
    assertFalse(text.contains("be0") || text.contains("be2"), text);
  }

  @Test
  void aCertificateIsToldOfTwoWeeksBeforeItExpiresAndARevocationListADay() throws IOException {
    open(reader);
    String told =
        """
        import('/page/news.js').then(({news}) => {
          const one = (name, ends, kind = 'FRONTEND') => ({origin: {kind, name}, at: '2026-01-01T12:00:00Z', operations: [], links: [], turns: [],
              certificates: Object.entries(ends).map(([what, end]) => ({what, end}))});
          const fleet = {at: '2026-01-01T12:00:00Z', processes: [
              one('far', {host_certificate: '2026-01-15T12:00:00Z', revocation_list: '2026-01-02T12:00:00Z'}),
              one('soon', {revocation_list: '2026-01-02T11:59:59Z'}),
              one('near', {host_certificate: '2026-01-15T11:59:59Z', revocation_list: '2026-01-01T11:59:59Z'}),
              one('tomorrow', {host_certificate: '2026-01-02T11:00:00Z'}),
              one('be1', {link_certificate: '2026-01-10T12:00:00Z', admin_authority: '2026-01-11T12:00:00Z'}, 'BACKEND'),
              one('none', {})]};
          return news({heard: new Map(), tape: {}, areas: {}, doors: {}, drain: {}, fleet: {data: fleet}})
              .map(it => (it.bad ? 'bad ' : '') + it.text).join('\\n'); })\
        """;
    assertEquals(
        """
        bad A revocation list of near expired on 01 Jan 2026: see that fetch-crl runs.
        bad The host certificate of tomorrow expires on 02 Jan 2026: ask its authority for a new one and put it in place.
        A revocation list of soon expires on 02 Jan 2026: see that fetch-crl runs.
        The host certificate of near expires on 15 Jan 2026: ask its authority for a new one and put it in place.
        The link certificate of be1 expires on 10 Jan 2026: make a new one and put it in place.
        The admin authority of be1 expires on 11 Jan 2026: make a new authority of the administrators, and certificates of it.\
        """,
        browser.ask(told).asString());
  }

  @Test
  void sizesHaveBinaryUnits() throws IOException {
    open(reader);
    assertEquals(
        "0 B 1,023 B 1 KiB 9.5 KiB 100 MiB 252 GiB",
        browser
            .ask(
                "import('/page/words.js').then(({bytes}) => [0, 1023, 1024, 9728, 104857600,"
                    + " 270582939648].map(bytes).join(' '))")
            .asString());
  }

  @Test
  void aLayerIsDrawnOnlyWhereItHasSomething() throws IOException {
    open(reader);
    String drawn =
        """
        import('/page/chart.js').then(() => new Promise((done) => {
          const chart = document.createElement('bora-chart');
          const times = Array.from({length: 10}, (_, i) => 1767268800000 + i * 5000);
          const series = (look, values) => ({name: look, look, values});
          chart.picture = {label: 'test', times, everyMillis: 5000, scale: 'stacked', format: String, series: [
              series('done', times.map(() => 3)),
              series('failed', [0, 0, 0, 1, 0, 0, 0, 0, 2, 2]),
              series('busy', times.map(() => 0))]};
          document.body.append(chart);
          const points = (look) => [...chart.querySelectorAll(`svg[role=img] g.c-${look} path.series`)]
              .map((path) => path.getAttribute('d').split('L').length).join('+');
          const look = () => {
            if (!chart.querySelector('svg[role=img]')) return requestAnimationFrame(look);
            const text = `${points('done')} ${points('failed')} ${points('busy') || 'none'}`;
            chart.remove();
            done(text);
          };
          look();
        }))\
        """;
    assertEquals("10 3+3 none", browser.ask(drawn).asString());
  }

  @Test
  void nothingIsAskedOfAnyOtherPlace() throws IOException {
    open(admin);
    List<String> others =
        browser.asked().stream().filter(asked -> !asked.startsWith(admin.address())).toList();
    assertEquals(List.of(), others);
    assertTrue(browser.asked().size() > 10, browser.asked().toString());
    String policy = "fetch('/').then(r => r.headers.get('Content-Security-Policy'))";
    assertTrue(browser.ask(policy).asString().startsWith("default-src 'self';"));
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aRequestsTimeLineIsReachedAndLeftByKeyboard() throws IOException {
    open(reader);
    String link = browser.ask("document.querySelector('" + OPEN_LINK + "').hash").asString();
    String focused = "(document.activeElement?.hash ?? '')";
    for (int i = 0; i < 300 && !browser.ask(focused).asString().equals(link); i++) {
      browser.press("Tab");
    }
    assertEquals(link, browser.ask(focused).asString(), "the link is reached by the tab key");
    browser.press("Enter");
    browser.awaitTrue(
        "document.querySelector('dialog[open] .timeline')?.innerText.includes('asked for by')");
    browser.awaitTrue("document.querySelector('dialog[open]').innerText.includes('/testvo/put-')");
    browser.picture(PICTURES.resolve("page-request.png"), false);
    browser.press("Escape");
    browser.awaitTrue("document.querySelector('dialog[open]') === null && location.hash === ''");
    assertEquals(link, browser.ask(focused).asString(), "the focus is where it was");
  }

  @Test
  void whoOnlyLooksSeesNoButtonThatChangesAnything() throws IOException {
    open(reader);
    assertEquals(
        "Show, Pause, Look up, Find",
        browser
            .ask(
                "[...document.querySelectorAll('button')].map(b =>"
                    + " b.innerText.trim()).toSorted().toReversed().join(', ')")
            .asString());
    click(OPEN_LINK);
    browser.awaitTrue("document.querySelector('dialog[open] .timeline') !== null");
    assertEquals(
        "Close",
        browser
            .ask("[...document.querySelectorAll('dialog button')].map(b => b.innerText).join()")
            .asString());
  }

  @Test
  void anAdminSeesWhatWasLoggedAboutARequest() throws Exception {
    String token = refusedGet();
    open(admin);
    browser.ask("location.hash = 'request=" + token + "'");
    String rows = "document.querySelector('dialog[open] [aria-label=\"Log lines\"] tbody')";
    browser.awaitTrue(rows + "?.innerText.includes('srmPrepareToGet refused')");
    browser.awaitTrue(
        "fetch('/v1/log/"
            + token
            + "').then(r => r.json()).then(({lines}) => lines.every(line =>"
            + " "
            + rows
            + ".innerText.includes(line.message) && "
            + rows
            + ".innerText.includes(line.call)))");
    browser.awaitTrue(
        "document.querySelector('#log-reach').innerText.includes('remembers its lines since')");
    assertEquals(List.of(), browser.complaints());
    assertEquals(List.of(), findings());
  }

  @Test
  void aRequestWithoutALogLineSaysHowFarBackTheProcessRemembers() throws IOException {
    open(admin);
    click(OPEN_LINK);
    browser.awaitTrue(
        "document.querySelector('dialog[open]').innerText.includes('has no log line about this"
            + " request')");
    browser.awaitTrue(
        "document.querySelector('#log-reach').innerText.includes('logged at level DEBUG only')");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aReaderDoesNotEvenAskForLogLines() throws Exception {
    String token = refusedGet();
    open(reader);
    browser.ask("location.hash = 'request=" + token + "'");
    browser.awaitTrue(
        "document.querySelector('dialog[open]')?.innerText.includes('Only admins can read log"
            + " lines')");
    browser.awaitTrue("document.querySelector('dialog[open] .timeline') !== null");
    assertTrue(browser.asked().stream().noneMatch(one -> one.contains("/v1/log/")));
  }

  private static String refusedGet() throws Exception {
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      return alice
          .call(
              "srmPrepareToGet",
              "<arrayOfFileRequests><requestArray><sourceSURL>"
                  + path("/testvo/none")
                  + "</sourceSURL></requestArray></arrayOfFileRequests>")
          .element("requestToken");
    }
  }

  @Test
  void anAdminIsAskedBeforeARequestIsAborted() throws IOException {
    open(admin);
    String token =
        browser.ask("document.querySelector('" + OPEN_LINK + "').hash.slice(9)").asString();
    String state =
        "fetch('/v1/requests/" + token + "').then(r => r.json()).then(s => s.story.request.open)";
    click(OPEN_LINK);
    click("dialog[open] button.danger");
    browser.awaitTrue("document.activeElement.innerText === 'Leave it'");
    browser.press("Enter");
    browser.awaitTrue("document.querySelector('dialog.small') === null");
    assertTrue(browser.ask(state).asBoolean(), "who leaves it has changed nothing");
    click("dialog[open] button.danger");
    click("dialog.small[open] button.danger");
    browser.awaitTrue("document.querySelector('dialog.small').innerText.includes('SRM_SUCCESS')");
    assertFalse(browser.ask(state).asBoolean(), "it is aborted");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void anAdminBansACallerAndLiftsTheBan() throws Exception {
    open(admin);
    click("#callers button.danger");
    browser.awaitTrue("document.querySelector('dialog.small input[name=reason]') !== null");
    browser.ask("document.querySelector('dialog.small input[name=reason]').value = 'a test'");
    click("dialog.small[open] button.danger");
    browser.awaitTrue("document.querySelector('#bans tbody')?.innerText.includes('a test')");
    close("dialog.small");
    awaitAlice(true);
    click("#bans td.act button");
    click("dialog.small[open] button.danger");
    browser.awaitTrue("document.querySelector('#bans').innerText.includes('Nobody is banned')");
    close("dialog.small");
    assertEquals(List.of(), browser.complaints());
    awaitAlice(false);
  }

  @Test
  void aRefusedBanKeepsWhatWasTyped() throws IOException {
    open(admin);
    click("#callers button.danger");
    String field = "document.querySelector('dialog.small[open] input[name=%s]')";
    browser.awaitTrue(field.formatted("lasts") + " !== null");
    browser.ask(field.formatted("reason") + ".value = 'a stolen key'");
    browser.ask(field.formatted("lasts") + ".value = '3 days'");
    click("dialog.small[open] button.danger");
    browser.awaitTrue("document.querySelector('dialog.small[open] .trouble') !== null");
    assertEquals("a stolen key", browser.ask(field.formatted("reason") + ".value").asString());
    assertEquals("3 days", browser.ask(field.formatted("lasts") + ".value").asString());
    assertEquals(
        "Close, Ban",
        browser
            .ask(
                "[...document.querySelectorAll('dialog.small[open] button')].map(b =>"
                    + " b.innerText).join(', ')")
            .asString());
    close("dialog.small");
  }

  /**
   * Frontends hear of an order within a second; until then the next test's load would be refused.
   */
  private static void awaitAlice(boolean banned) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
        String said = alice.call("srmPing", "").body();
        if (said.contains("SRM_AUTHORIZATION_FAILURE") == banned) {
          return;
        }
        assertTrue(System.nanoTime() < end, said);
      }
    }
  }

  @Test
  void aBanOfANameWithAStarSaysWhomItMeans() throws IOException {
    open(admin);
    String asked =
        """
        Promise.all([import('/page/people.js'), import('/page/lit/lit-html.js')]).then(([people, lit]) => {
          const place = document.createElement('div');
          const front = {origin: {kind: 'FRONTEND', name: 'fe'}, callers: [{dn: '%s', calls: 1}]};
          lit.render(people.callersPanel({admin: true, fleet: {data: {processes: [front]}}, again: () => {}}), place);
          place.querySelector('button.danger').click();
          const dialog = document.querySelector('dialog.small[open]');
          const text = dialog.innerText;
          dialog.close();
          return text; })\
        """;
    String many = browser.ask(asked.formatted("/CN=Robot *")).asString();
    assertTrue(many.contains("Ban all callers like /CN=Robot *?"), many);
    assertTrue(many.contains("everybody whose name fits"), many);
    String one = browser.ask(asked.formatted("/CN=Robot")).asString();
    assertTrue(one.contains("Ban /CN=Robot?"), one);
    assertFalse(one.contains("everybody whose name fits"), one);
  }

  @Test
  void whoCannotSeeIsToldTheSameInLightAndDark() throws IOException {
    open(admin);
    String ground = "getComputedStyle(document.body).backgroundColor";
    String light = browser.ask(ground).asString();
    assertEquals(List.of(), findings());
    browser.picture(PICTURES.resolve("page-light.png"), true);
    browser.prefer("dark");
    assertNotEquals(light, browser.ask(ground).asString());
    assertEquals(List.of(), findings());
    browser.picture(PICTURES.resolve("page-dark.png"), true);
    click(OPEN_LINK);
    browser.awaitTrue("document.querySelector('dialog[open] .timeline') !== null");
    assertEquals(List.of(), findings());
  }

  @Test
  void onANarrowScreenRowsAreCardsAndNothingScrollsSideways() throws IOException {
    browser.size(400, 800);
    open(reader);
    assertTrue(browser.ask("document.documentElement.scrollWidth").asInt() <= 400);
    String wide =
        "[...document.querySelectorAll('.scroll:has(.cards)')].filter(box => box.scrollWidth >"
            + " box.clientWidth).map(box => box.getAttribute('aria-label')).join()";
    assertEquals("", browser.ask(wide).asString(), "what would have to be scrolled sideways");
    assertEquals(
        "\"caller\"",
        browser
            .ask(
                "getComputedStyle(document.querySelector('#requests td[data-name=caller]'),"
                    + " '::before').content")
            .asString());
    assertEquals(List.of(), findings());
    browser.picture(PICTURES.resolve("page-narrow.png"), true);
  }
}
