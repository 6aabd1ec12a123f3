// Finds a request by its token, a file by its SURL, the requests of a caller by the subject, and those of a VO by its name.
import { html, nothing } from '/page/lit/lit-html.js';
import { ask, part } from './ask.js';
import { mark, panel, requestLink, said, table } from './panel.js';
import { requestsTable } from './requests.js';
import { bytes, moment, plain } from './words.js';

/** What was asked for, and the answer: a file, requests, or trouble. */
let found = {};

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function searchPanel(page) {
  return panel({ id: 'find', title: 'Find', note: 'a request, a file, or the requests of a caller or a VO' }, page.requests, () => html`
    <form class="line" role="search" @submit=${(event) => find(page, event)}>
      <label class="wide">Request token, SURL, subject of a caller, or VO<input name="what" class="code" required autocomplete="off" spellcheck="false" placeholder="/DC=org/CN=Alice"></label><button>Find</button></form>
    ${found.trouble ? html`<p class="trouble" role="status">${said(found.trouble)}</p>` : nothing}
    ${found.requests ? requestsOf(found.what, found.requests) : nothing}
    ${found.file ? fileFacts(found.file) : nothing}`);
}

async function find(page, event) {
  event.preventDefault();
  const what = new FormData(event.target).get('what').trim();
  try {
    if (/^srm:/i.test(what)) {
      const { file } = await ask(`/v1/files?surl=${part(what)}`);
      found = { what, file };
    } else if (what.startsWith('/')) {
      found = { what, requests: await ask(`/v1/requests?limit=50&caller=${part(what)}`) };
    } else if (TOKEN.test(what)) {
      found = {};
      location.hash = `request=${part(what)}`;
    } else {
      found = { what, requests: await ask(`/v1/requests?limit=50&vo=${part(what)}`) };
    }
  } catch (trouble) {
    found = { trouble };
  }
  page.again();
}

function requestsOf(name, answer) {
  const caller = name.startsWith('/');
  const none = caller ? 'This caller has no requests. The subject must be complete.' : 'No request of a VO with this name, and no token.';
  return html`<h3 class="break">Requests of ${name}</h3>
    ${requestsTable(caller ? 'Requests of the caller' : 'Requests of the VO', answer, none)}
    ${answer.next ? html`<p class="quiet">There may be more; <code>bora requests ${caller ? '--caller DN' : '--vo VO'}</code> goes through all.</p>` : nothing}`;
}

function fileFacts(file) {
  const on = file.file;
  return html`<h3 class="break">${file.surl}</h3>
    <dl class="facts">
      <dt>area</dt><dd>${file.area}</dd>
      <dt>found</dt><dd>${file.found ? plain(file.found) : 'nothing of this name'} ${on ? residency(on) : nothing}</dd>
      ${on ? html`<dt>size</dt><dd>${bytes(on.size)}, modified ${moment(on.modified)}</dd>
        <dt>adler32</dt><dd class="code">${on.adler32 ?? 'not known'}</dd>` : nothing}
      ${on?.volume ? html`<dt>volume</dt><dd>${on.volume} of ${on.library}</dd>` : nothing}
      ${file.lock ? html`<dt>being written</dt><dd>${requestLink(file.lock.token)} by <span class="break">${file.lock.owner}</span></dd>` : nothing}</dl>
    ${file.told.length ? html`<ul>${file.told.map((one) => html`<li class="break">${one}</li>`)}</ul>` : nothing}
    ${table('Pins', [{ name: 'request', row: true }, { name: 'caller', look: 'break' }, 'state', 'until'],
      file.pins.map((one) => ({ key: `${one.token} ${one.state}`, cells: [requestLink(one.token), one.owner, one.waitsFor ? `waits for ${plain(one.waitsFor)}` : plain(one.state), moment(one.until)] })),
      'The file has no pins.')}`;
}

const residency = (on) => html`${on.onDisk ? mark('good', 'on disk') : nothing} ${on.onTape ? mark('good', 'on tape') : nothing}
  ${on.difficulty ? mark('bad', plain(on.difficulty)) : nothing}`;
