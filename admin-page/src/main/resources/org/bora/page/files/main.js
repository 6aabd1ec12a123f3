// Asks again and again, and draws what is said. Everything on the page comes from the administrators' port.
import { html, render, nothing } from '/page/lit/lit-html.js';
import { ask } from './ask.js';
import { callsPanel, turlsPanel, queuePanel, processesPanel, transfersPanel, errorsPanel, doorsOf } from './traffic.js';
import { areasPanel, tapePanel, doorsPanel } from './storage.js';
import { callersPanel, usersPanel, bansPanel, drainPanel } from './people.js';
import { keysPanel, quotasPanel } from './keys.js';
import { FilesView, filesPanel } from './files.js';
import { requestsPanel, RequestView } from './requests.js';
import { FoundView, searchPanel } from './search.js';
import { past, fillSpan, spans, trendsPanel } from './past.js';
import { reachable, said } from './panel.js';
import { news, remember } from './news.js';
import { clock, rate, seconds, whole, span } from './words.js';

const THEME = 'bora-theme';
const TICK_MILLIS = 5_000;
/** A stretch of the day has five minutes. */
const PAST_TICKS = 12;

/** What is asked, at every how many ticks: what reads much is asked less often. */
const SOURCES = {
  fleet: { path: '/v1/fleet', every: 1 },
  errors: { path: '/v1/errors', every: 1 },
  doors: { path: '/v1/doors', every: 1 },
  areas: { path: '/v1/areas', every: 2 },
  tape: { path: '/v1/tape', every: 2 },
  requests: { path: '/v1/requests?open=true&limit=50', every: 2 },
  drain: { path: '/v1/drain', every: 2 },
  bans: { path: '/v1/bans', every: 3 },
  callers: { path: '/v1/callers', every: 6 },
  keys: { path: '/v1/s3-keys', every: 6 },
  quotas: { path: '/v1/quotas', every: 12 },
  status: { path: '/v1/status', every: 6 },
};

const page = {
  admin: false,
  who: undefined,
  paused: false,
  past: past(),
  answered: undefined,
  unanswered: undefined,
  has: new Set(),
  heard: new Map(),
  again: () => look(true),
  draw: () => draw(),
};
for (const name of Object.keys(SOURCES)) page[name] = {};

const SECTIONS = [
  ['calls', 'Calls', callsPanel, 'fleet'],
  ['turls', 'Time to URL', turlsPanel, 'fleet'],
  ['queue', 'Queue', queuePanel, 'fleet'],
  ['trends', 'Trends', trendsPanel, 'fleet'],
  ['transfers', 'Transfers', transfersPanel, 'fleet'],
  ['areas', 'Areas', areasPanel, 'areas'],
  ['files', 'Files', filesPanel, 'areas'],
  ['errors', 'Errors', errorsPanel, 'errors'],
  ['find', 'Find', searchPanel, 'requests'],
  ['requests', 'Requests', requestsPanel, 'requests'],
  ['tape', 'Tape', tapePanel, 'tape'],
  ['callers', 'Callers', callersPanel, 'fleet'],
  ['users', 'Who holds what', usersPanel, 'callers'],
  ['quotas', 'Quotas', quotasPanel, 'quotas'],
  ['keys', 'Access keys', keysPanel, 'keys'],
  ['doors', 'GridFTP', doorsPanel, 'doors'],
  ['bans', 'Bans', bansPanel, 'bans'],
  ['drain', 'Service', drainPanel, 'drain'],
  ['processes', 'Processes', processesPanel, 'fleet'],
];

/** Questions that are not answered yet, by name. */
const asking = new Map();

let ticks = 0;
let timer;

/**
 * Each question is asked once at a time and drawn when it is answered: one that hangs holds up no other.
 *
 * @param fresh whether an answer that was asked for before now is too old: the question is asked again after it
 */
function once(name, question, fresh) {
  const running = asking.get(name);
  if (running) return fresh ? running.then(() => once(name, question, false)) : running;
  const run = question().finally(() => {
    asking.delete(name);
    draw();
  });
  asking.set(name, run);
  return run;
}

async function fill(name) {
  const source = page[name];
  const asked = new Date();
  try {
    source.data = await ask(SOURCES[name].path);
    source.at = new Date();
    source.trouble = undefined;
    if (name === 'fleet') remember(page.heard, source.data);
    page.answered = source.at;
    page.unanswered = undefined;
  } catch (refusal) {
    source.trouble = refusal;
    // others may have been answered while this one hung
    if (refusal.status === 0 && !(page.answered > asked)) page.unanswered ??= new Date();
  }
}

/** The day is asked for always: areas have no shorter past. */
function fillPast(all) {
  once('hour', () => fillSpan(page.past, 'hour'), false);
  for (const span of new Set(['day', page.past.span])) {
    const fresh = page.past[span].moments.length === 0 && ticks < PAST_TICKS;
    if (span !== 'hour' && (all || fresh || ticks % PAST_TICKS === 0)) once(span, () => fillSpan(page.past, span), false);
  }
}

/** Which questions this process answers, and whether who looks may change things. */
async function introduce() {
  const [who, index] = await Promise.all([ask('/v1/who'), ask('/v1')]);
  page.who = who;
  page.admin = who.role === 'ADMIN';
  page.has = new Set(index.routes.filter((one) => one.method === 'GET').map((one) => one.path));
}

const answers = (name) => page.has.has(SOURCES[name].path.split('?')[0]);

/** A look; each part is drawn as it comes, and the next look waits for none of them. */
async function look(all) {
  clearTimeout(timer);
  try {
    if (!page.who) await introduce();
    const due = Object.keys(SOURCES).filter((name) => answers(name) && (all || ticks % SOURCES[name].every === 0));
    ticks++;
    due.forEach((name) => once(name, () => fill(name), all));
    if (page.has.has('/v1/history')) fillPast(all);
  } catch (refusal) {
    page.unanswered ??= new Date();
    page.first = refusal;
  }
  plan();
  draw();
}

function plan() {
  clearTimeout(timer);
  if (!page.paused && !document.hidden) timer = setTimeout(() => look(ticks === 0), TICK_MILLIS);
}

function pause() {
  page.paused = !page.paused;
  if (page.paused) {
    clearTimeout(timer);
    draw();
  } else {
    look(true);
  }
}

function theme(chosen) {
  if (chosen === 'auto') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(THEME);
  } else {
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(THEME, chosen);
  }
}

function state() {
  if (page.unanswered) return html`<span class="mark bad">no answer since ${clock(page.unanswered)}</span>`;
  if (page.paused) return html`<span class="mark warn">paused${page.answered ? ` at ${clock(page.answered)}` : ''}</span>`;
  if (!page.answered) return html`<span class="mark quiet">asking …</span>`;
  return html`<span class="mark good">live</span> <span class="quiet">${clock(page.answered)}</span>`;
}

function header() {
  const chosen = localStorage.getItem(THEME) ?? 'auto';
  const process = page.status.data;
  return html`<header class="top">
    <h1><img src="/page/icon.svg" alt="" width="26" height="26">Bora <span class="quiet">${location.host}</span></h1>
    <span>${state()}</span>
    ${process ? html`<span class="quiet small">${process.process} ${process.version}, up ${span(process.upSeconds * 1000)}</span>` : nothing}
    <div class="tools">
      ${page.has.has('/v1/history') && page.has.has('/v1/fleet') ? spans(page) : nothing}
      ${page.who ? html`<span class="quiet small break">${page.who.name} ${page.admin ? html`<span class="mark warn">admin</span>` : html`<span class="mark quiet">reader</span>`}</span>` : nothing}
      <label class="small">Colours <select @change=${(event) => theme(event.target.value)}>
        ${['auto', 'light', 'dark'].map((one) => html`<option value=${one} ?selected=${one === chosen}>${one}</option>`)}</select></label>
      <button type="button" aria-pressed=${page.paused} @click=${pause}>Pause</button>
    </div></header>`;
}

function tiles() {
  const now = page.past.hour.moments.at(-1);
  const fleet = page.fleet.data;
  const per = (result) => now?.results[result] ?? 0;
  const calls = now ? Object.values(now.results).reduce((a, b) => a + b, 0) : 0;
  const failing = per('FAILED');
  const open = fleet ? doorsOf(fleet).reduce((sum, one) => sum + (one.door?.open ?? 0), 0) : 0;
  const found = page.requests.data;
  return html`<dl class="tiles">
    ${tile('calls', html`${rate(calls)} <small>/s</small>`)}
    ${tile('failed', html`${rate(failing)} <small>/s</small>`, failing > 0)}
    ${tile('refused or busy', html`${rate(per('REFUSED') + per('BUSY'))} <small>/s</small>`)}
    ${tile('URL in (p50, p99)', now?.turls.count ? html`${seconds(now.turls.median)} <small>${seconds(now.turls.p99)}</small>` : '–')}
    ${tile('waiting', html`${whole(now?.waiting ?? 0)} <small>${whole(now?.inside ?? 0)} in progress</small>`)}
    ${tile('connections', whole(open))}
    ${found ? tile('open requests', html`${whole(found.requests.length)}${found.next ? ' +' : ''}`) : nothing}</dl>`;
}

const tile = (name, value, bad = false) => html`<div class="tile ${bad ? 'bad' : ''}"><dt>${name}</dt><dd>${value}</dd></div>`;

function draw() {
  if (!page.who) {
    render(html`<p class="wait" role="alert">${page.first ? said(page.first) : 'Loading status …'}<br>This page asks again every few seconds.</p>`, root);
    return;
  }
  const shown = SECTIONS.filter(([, , , source]) => answers(source));
  const told = news(page);
  document.title = told.length ? `(${told.length}) Bora` : 'Bora';
  render(html`${header()}
    <nav class="sections" aria-label="Sections">${shown.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
    <main id="content" tabindex="-1">
      <h2 class="unseen">Needs attention</h2>
      <ul class="news" aria-live="polite">${told.map((one) => html`<li class=${one.bad ? 'bad' : ''}>${one.text}</li>`)}</ul>
      ${page.has.has('/v1/fleet') ? tiles() : html`<p class="quiet">A frontend knows of itself alone: the page of any backend shows the whole site.</p>`}
      <div class="panels">${shown.map(([, , body]) => body(page))}</div></main>
    <footer>Times are those of this browser. What happened more than a month ago: <code>/metrics</code> with a Prometheus; who did what: <code>bora audit</code>.</footer>`, root);
  view.follow();
  search.follow();
  files.follow();
  reachable();
}

const root = document.getElementById('page');
const saved = localStorage.getItem(THEME);
if (saved) theme(saved);
root.replaceChildren();
const view = new RequestView(page);
const search = new FoundView(page);
const files = new FilesView(page);
document.addEventListener('toggle', reachable, true);
window.addEventListener('resize', reachable);
document.addEventListener('visibilitychange', () => (document.hidden || page.paused ? undefined : look(true)));
look(true);
