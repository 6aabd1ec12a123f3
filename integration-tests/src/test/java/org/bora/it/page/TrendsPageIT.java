package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The half hour, the day and the month of a site, as its charts show them. */
class TrendsPageIT extends OnAdminPage {
  private static final String CHOOSE =
      "(() => { const chosen = [...document.querySelectorAll('header select')].find(one =>"
          + " [...one.options].some(option => option.value === 'month')); chosen.value = '%s';"
          + " chosen.dispatchEvent(new Event('change')); return true; })()";

  /** A month with a weekly rhythm, eight VOs and two areas, of which one lacks its first half. */
  private static final String MONTH =
      """
      const fetched = window.fetch;
      window.fetch = (path, ...more) => {
        const span = new URL(path, location).searchParams.get('span');
        if (!String(path).startsWith('/v1/history') || !span) return fetched(path, ...more);
        const every = span === 'day' ? 300 : 7200;
        const last = Math.floor(Date.now() / 1000 / every) * every - every;
        const moments = Array.from({length: span === 'day' ? 288 : 372}, (_, i) => {
          const at = last - ((span === 'day' ? 287 : 371) - i) * every;
          const wave = 6 + 5 * Math.sin(at / 86400 * 2 * Math.PI) + (i % 7);
          return {at: new Date(at * 1000).toISOString(), results: {DONE: wave, REFUSED: wave / 9},
            operations: {srmLs: wave}, turls: {count: 9, median: 0.02, p99: 0.4 + (i % 5) / 9}, waiting: i % 9, inside: 3,
            vos: {atlas: wave / 2, cms: wave / 4, lhcb: wave / 8, ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(vo => ['vo-' + vo, wave / 99]))},
            areas: {tape: {used: 3 * 2 ** 40 + i * 2 ** 33, free: 2 ** 41, tape: 2 ** 43},
              ...(i > 150 ? {disk: {used: 2 ** 40 - i * 2 ** 30, free: 2 ** 40, tape: 0}} : {})}};
        });
        return Promise.resolve(new Response(JSON.stringify({everySeconds: every, moments}), {headers: {'Content-Type': 'application/json'}}));
      };
      """;

  private static String text(String selector) throws IOException {
    return browser.ask("document.querySelector('" + selector + "').innerText").asString();
  }

  @Test
  void chartsShowTheHalfHourADayOrAMonthAndTheChoiceOutlivesAReload() throws Exception {
    try (Closeable _ = browser.before(MONTH)) {
      open(reader);
      browser.awaitTrue(
          "document.querySelector('#trends').innerText.includes('over the last day')");
      browser.ask(CHOOSE.formatted("month"));
      browser.awaitTrue(
          "document.querySelector('#calls bora-chart svg[role=img]').getAttribute('aria-label')"
              + ".includes('over the last month')");
      browser.awaitTrue(row("trends", "atlas") + " !== undefined");
      open(reader);
      browser.awaitTrue(
          "document.querySelector('#trends').innerText.includes('over the last month')");
      String trends = text("#trends");
      assertTrue(trends.contains("4 others"), "eight VOs, and a line for each of four: " + trends);
      String firstVo = browser.ask(row("trends", "atlas")).toString();
      assertTrue(firstVo.contains("50 %") || firstVo.contains("54 %"), firstVo);
      assertTrue(trends.contains("TiB"), trends);
      String disk = browser.ask(row("trends", "disk")).toString();
      assertTrue(disk.contains("−220 GiB"), disk);
      browser.picture(PICTURES.resolve("trends-light.png"), true);
      assertEquals(List.of(), browser.complaints());
      assertEquals(List.of(), findings());
      browser.prefer("dark");
      browser.picture(PICTURES.resolve("trends-dark.png"), true);
      assertEquals(List.of(), findings());
      browser.prefer("light");
      browser.size(400, 900);
      browser.awaitTrue("document.documentElement.scrollWidth <= 400");
      browser.picture(PICTURES.resolve("trends-narrow.png"), true);
      browser.ask(CHOOSE.formatted("day"));
      browser.awaitTrue(
          "document.querySelector('#trends details caption').textContent.includes('each hour')");
      browser.ask(CHOOSE.formatted("hour"));
      browser.awaitTrue("document.querySelector('#calls .legend').innerText.includes('now')");
    }
  }

  @Test
  void aSiteWhoseFirstStretchHasNotEndedSaysSo() throws IOException {
    browser.open(reader.address() + "/");
    browser.awaitTrue(
        "fetch('/v1/history?span=day').then(r => r.json()).then(day => day.everySeconds === 300)");
    browser.awaitTrue(
        "fetch('/v1/history?span=month').then(r => r.json()).then(it => it.everySeconds === 7200)");
    open(reader);
    browser.ask(CHOOSE.formatted("hour"));
    browser.awaitTrue(
        "['The first look is still to come', 'over the last day'].some(told =>"
            + " document.querySelector('#trends').innerText.includes(told))");
    browser.awaitTrue(row("trends", "testvo") + " !== undefined");
    assertEquals(List.of(), browser.complaints());
  }
}
