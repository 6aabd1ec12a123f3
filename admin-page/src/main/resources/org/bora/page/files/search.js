// Finds a request or a reservation by its token, a file by its SURL, URL or path, the requests of a caller by the subject, and those of a VO by its name.
import { html, nothing } from '/page/lit/lit-html.js';
import { Refusal, ask, part } from './ask.js';
import { foundText } from './file.js';
import { findLink, mark, panel, requestLink, said, table } from './panel.js';
import { auditLines, requestsTable } from './requests.js';
import { doorsOf } from './traffic.js';
import { bytes, count, moment, plain } from './words.js';

const MOST_CALLERS = 10;
const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IN_ADDRESS = '#find=';
const WAIT_MILLIS = 15_000;

/** What was asked for, and the answer: a file, requests, a reservation, callers, or trouble. */
let found = {};

/** What the address of the page asks for; empty for nothing. */
const inAddress = () => {
  try {
    return location.hash.startsWith(IN_ADDRESS) ? decodeURIComponent(location.hash.slice(IN_ADDRESS.length)) : '';
  } catch {
    return '';  // a malformed link must not stop the page
  }
};

/** Follows links that ask for something, from the first answers on: these tell what may be meant. */
export class FoundView {
  #page;
  #asked = '';

  constructor(page) {
    this.#page = page;
    window.addEventListener('hashchange', () => this.follow());
    window.addEventListener('popstate', () => this.follow());
  }

  follow() {
    const what = inAddress();
    const field = document.querySelector('#find input');
    const known = ['fleet', 'areas'].every((name) => !this.#page.has.has(`/v1/${name}`) || this.#page[name].data || this.#page[name].trouble);
    if (what === this.#asked || !field || !known || waitsForDoor(this.#page, what)) return;
    this.#asked = what;
    if (!what) return;
    field.value = what;
    document.getElementById('find').scrollIntoView();
    look(this.#page, what);
  }
}

export function searchPanel(page) {
  return panel({ id: 'find', title: 'Find', note: 'a request, a file, a reservation, or the requests of a caller or a VO' }, page.requests, () => html`
    <form class="line" role="search" @submit=${(event) => submitted(page, event)}>
      <label class="wide">Token, SURL, URL or path of a file, subject of a caller or a part of it, or VO<input name="what" class="code" required autocomplete="off" spellcheck="false" placeholder="/DC=org/CN=Alice"></label><button>Find</button></form>
    <div aria-live="polite">
    ${found.trouble ? html`<p class="trouble" role="status">${said(found.trouble)}</p>` : nothing}
    ${found.reservation ? reservationFacts(found.reservation) : nothing}
    ${found.requests ? requestsOf(found) : nothing}
    ${found.file ? fileFacts(found) : nothing}</div>`);
}

/** By the address, so that it can be gone back to and sent to others; the same again is asked again. */
function submitted(page, event) {
  event.preventDefault();
  const what = new FormData(event.target).get('what').trim();
  if (!what) return;
  if (what === inAddress()) {
    look(page, what);
  } else {
    location.hash = `${IN_ADDRESS.slice(1)}${part(what)}`;
  }
}

let asking = 0;

async function look(page, what) {
  const mine = ++asking;
  let answer;
  try {
    answer = await answerTo(page, what);
  } catch (trouble) {
    answer = { trouble };
  }
  if (mine !== asking) return;  // a newer search has begun meanwhile
  found = answer;
  page.again();
}

async function answerTo(page, what) {
  const surl = surlOf(page, what);
  if (surl) {
    const { file, audit } = await ask(`/v1/files?surl=${part(surl)}`);
    return { what, file, audit };
  }
  if (what.startsWith('/')) {
    const requests = await ask(`/v1/requests?limit=50&caller=${part(what)}`);
    return { what, requests, callers: requests.requests.length ? [] : callersWith(page, what) };
  }
  const reservation = reservations(page).find(({ one }) => one.token === what);
  if (reservation) return { what, reservation };
  if (TOKEN.test(what)) {
    location.hash = `request=${part(what)}`;
    return {};
  }
  return { what, requests: await ask(`/v1/requests?limit=50&vo=${part(what)}`), callers: callersWith(page, what) };
}

/** The path of a file that was named by it or by a URL of a door; empty for other words. */
function pathOf(what) {
  const url = /^(?:https?|davs?|gsiftp|httpg):\/\/[^/]+(\/[^?#]*)/i.exec(what);
  const path = url ? decoded(url[1]) : what;
  // a subject has a name and a value in its first part
  return path.startsWith('/') && !/^\/[^/]*=/.test(path) ? path : '';
}

/** Its address is the host in SURLs. */
const frontendOf = (page) => page.fleet.data && doorsOf(page.fleet.data).find((one) => one.origin.kind !== 'DOOR');

/** A new site's frontends report within seconds; until then a path cannot be looked up. */
const waitsForDoor = (page, what) => Boolean(page.fleet.data) && pathOf(what) !== '' && !frontendOf(page) && performance.now() < WAIT_MILLIS;

/** The SURL of a file that was named by it, by a URL of a door, or by its path; empty for other words. */
function surlOf(page, what) {
  if (/^srm:/i.test(what)) return what;
  const path = pathOf(what);
  if (!path) return '';
  const door = frontendOf(page);
  if (!door) throw new Refusal(0, { what: 'no frontend has reported yet', why: 'its name is needed to look up a path', wayOut: 'enter the whole SURL instead' });
  return `${['srm:', '', door.origin.address].join('/')}${path}`;
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const reservations = (page) => (page.areas.data?.areas ?? []).flatMap((area) => area.reservations.map((one) => ({ area: area.name, one })));

/** Subjects that this page has seen and that have these letters in them. */
function callersWith(page, what) {
  const letters = what.toLowerCase();
  const seen = [
    ...(page.callers.data?.callers ?? []).map((one) => one.owner),
    ...(page.requests.data?.requests ?? []).map((one) => one.owner),
    ...(page.fleet.data ? doorsOf(page.fleet.data) : []).flatMap((one) => one.callers.map((each) => each.dn)),
    ...(page.errors.data?.errors ?? []).map((one) => one.dn),
    ...(page.keys.data?.keys ?? []).map((one) => one.owner),
  ];
  return [...new Set(seen)].filter((dn) => dn.startsWith('/') && dn.toLowerCase().includes(letters)).sort();
}

function requestsOf({ what, requests, callers }) {
  const caller = what.startsWith('/');
  const known = callers.length > 0;
  if (!requests.requests.length && known) return suggested(what, callers);
  const none = caller ? 'This caller has no requests, and no other caller on this page has these letters in the subject.'
    : 'No request of a VO with this name. It is no token, and no caller on this page has these letters in the subject.';
  return html`<h3 class="break">Requests of ${what}</h3>
    ${requestsTable(caller ? 'Requests of the caller' : 'Requests of the VO', requests, none)}
    ${requests.next ? html`<p class="quiet">There may be more; <code>bora requests ${caller ? '--caller DN' : '--vo VO'}</code> goes through all.</p>` : nothing}
    ${known ? suggested(what, callers) : nothing}`;
}

function suggested(what, callers) {
  const more = callers.length - MOST_CALLERS;
  return html`<h3 class="break">Callers with ${what} in the subject</h3>
    <ul>${callers.slice(0, MOST_CALLERS).map((dn) => html`<li class="break">${findLink(dn)}</li>`)}</ul>
    ${more > 0 ? html`<p class="quiet">And ${count(more, 'other')}; write more of the subject.</p>` : nothing}`;
}

function reservationFacts({ area, one }) {
  return html`<h3 class="break">Reservation ${one.token}</h3>
    <dl class="facts">
      <dt>area</dt><dd>${area}</dd>
      ${one.description ? html`<dt>description</dt><dd>${one.description}</dd>` : nothing}
      <dt>owner</dt><dd class="break">${findLink(one.owner)}</dd>
      <dt>size</dt><dd>${bytes(one.total)}: ${bytes(one.used)} used, ${bytes(one.promised)} being written, ${bytes(one.free)} free</dd>
      <dt>ends</dt><dd>${one.ends ? moment(one.ends) : 'never'}</dd></dl>`;
}

function fileFacts({ file, audit }) {
  const on = file.file;
  return html`<h3 class="break">${file.surl}</h3>
    <dl class="facts">
      <dt>area</dt><dd>${file.area}</dd>
      <dt>found</dt><dd>${foundText(file)} ${on ? residency(on) : nothing}</dd>
      ${on ? html`<dt>size</dt><dd>${bytes(on.size)}, modified ${moment(on.modified)}</dd>
        <dt>adler32</dt><dd class="code">${on.adler32 ?? 'not known'}</dd>` : nothing}
      ${on?.volume ? html`<dt>volume</dt><dd>${on.volume} of ${on.library}</dd>` : nothing}
      ${file.lock ? html`<dt>being written</dt><dd>${requestLink(file.lock.token)} by <span class="break">${findLink(file.lock.owner)}</span></dd>` : nothing}</dl>
    ${file.told.length ? html`<ul>${file.told.map((one) => html`<li class="break">${one}</li>`)}</ul>` : nothing}
    ${!file.found && file.pins.length === 0 ? nothing : table('Pins', [{ name: 'request', row: true }, { name: 'caller', look: 'break' }, 'state', 'until'],
      file.pins.map((one) => ({ key: `${one.token} ${one.state}`, cells: [requestLink(one.token), findLink(one.owner), one.waitsFor ? `waits for ${plain(one.waitsFor)}` : plain(one.state), moment(one.until)] })),
      'The file has no pins.')}
    <h3>What was done with it</h3>
    ${audit.lines.length ? auditLines(audit, file.surl) : html`<p class="quiet">The audit log of this process has nothing about this SURL; <code>bora audit</code> searches all files, and other spellings of the SURL.</p>`}`;
}

const residency = (on) => html`${on.onDisk ? mark('good', 'on disk') : nothing} ${on.onTape ? mark('good', 'on tape') : nothing}
  ${on.difficulty ? mark('bad', plain(on.difficulty)) : nothing}`;
