// The directories of the storage areas, page by page. The place is in the address: #files=AREA/PATH, each name encoded.
import { html, nothing } from '/page/lit/lit-html.js';
import { ask, part } from './ask.js';
import { fileFacts, holder, whereabouts } from './file.js';
import { shown, written } from './names.js';
import { findLink, mark, panel, said, table } from './panel.js';
import { bytes, count, moment, plain, whole } from './words.js';

const IN_ADDRESS = '#files=';
const AFTER = '&after=';
const MOST = 100;

/** What was asked for last, and what came of it. */
let seen = {};

/** The address of a place: names from the area down, and where in its directory a page begins. */
const address = (names, after) => `${IN_ADDRESS}${names.map(part).join('/')}${after ? AFTER + part(after) : ''}`;

/** The place in the address of the page; undefined where it names none. */
function inAddress() {
  if (!location.hash.startsWith(IN_ADDRESS)) return undefined;
  const [place, after] = location.hash.slice(IN_ADDRESS.length).split(AFTER);
  try {
    return { names: place.split('/').filter(Boolean).map(decodeURIComponent), after: after ? decodeURIComponent(after) : '' };
  } catch {
    return { names: [], after: '' };  // a malformed link must not stop the page
  }
}

/** Follows the address. */
export class FilesView {
  #page;
  #hash = '';

  constructor(page) {
    this.#page = page;
    window.addEventListener('hashchange', () => this.follow());
    window.addEventListener('popstate', () => this.follow());
  }

  follow() {
    const place = inAddress();
    if (!place || location.hash === this.#hash || !document.getElementById('files')) return;
    this.#hash = location.hash;
    document.getElementById('files').scrollIntoView();
    if (place.names.length) go(this.#page, place);
    else show(this.#page, {});
  }
}

function show(page, what) {
  seen = what;
  page.draw();
}

async function go(page, { names, after }) {
  const asking = { names, after, asking: true, answer: same(names, seen.names) ? seen.answer : undefined };
  show(page, asking);
  const [area, ...path] = names;
  try {
    const answer = await ask(`/v1/entries?limit=${MOST}&area=${part(area)}&path=${part(path.join('/'))}&after=${part(after)}`);
    if (seen === asking) show(page, { names, after, answer, at: new Date() });
  } catch (trouble) {
    if (seen === asking) show(page, { names, after, trouble });
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What was typed: a SURL, or an area and a path in it. */
async function typed(page, event) {
  event.preventDefault();
  const what = new FormData(event.target).get('place');
  let names = what.split('/').filter(Boolean);
  if (/^srm:\/\//i.test(what.trim())) {
    const asking = { names: [], asking: true };
    show(page, asking);
    try {
      const { area, path } = await ask(`/v1/entries?limit=1&surl=${part(what.trim())}`);
      if (seen !== asking) return;
      names = [area, ...path.split('/').filter(Boolean)];
    } catch (trouble) {
      if (seen === asking) show(page, { names: [], trouble });
      return;
    }
  }
  const to = address(names);
  if (location.hash === to) go(page, { names, after: '' });
  else location.hash = to;
}

export function filesPanel(page) {
  const { names = [], after, answer, trouble } = seen;
  const source = { data: page.areas.data, trouble: page.areas.data ? undefined : page.areas.trouble };
  return panel({ id: 'files', title: 'Files', note: 'a look recalls nothing and changes nothing' }, source, ({ areas }) => html`
    <form class="line" @submit=${(event) => typed(page, event)}>
      <label class="wide">Area and path, or SURL<input name="place" class="code" required autocomplete="off" spellcheck="false" placeholder="${areas[0]?.name ?? 'area'}/raw/run7" .value=${names.join('/')}></label><button>Show</button></form>
    <nav class="crumbs" aria-label="Place">${crumbs(names)}
      ${names.length ? html`<button type="button" @click=${() => go(page, { names, after })}>Look again</button>` : nothing}</nav>
    <div aria-live="polite">${seen.asking ? html`<p class="quiet">looking …</p>` : nothing}
      ${trouble ? html`<p class="trouble" role="status">${said(trouble)} ${trouble.status === 409 ? html`<a href=${address(names)}>To the first page</a>` : nothing}</p>` : nothing}</div>
    ${names.length ? nothing : areaList(areas)}
    ${answer ? (answer.file ? fileFacts(answer) : directory(names, answer)) : nothing}`);
}

function crumbs(names) {
  if (!names.length) return html`<span class="quiet">Choose a storage area.</span>`;
  return html`<ol><li><a href=${IN_ADDRESS}>areas</a></li>${names.map((name, i) => html`<li>${i === names.length - 1
    ? html`<a href=${address(names)} aria-current="page">${shown(name)}</a>`
    : html`<a href=${address(names.slice(0, i + 1))}>${shown(name)}</a>`}</li>`)}</ol>`;
}

function areaList(areas) {
  return table('Storage areas to look at', [{ name: 'area', row: true }, 'class', { name: 'path of clients', look: 'break' }],
    areas.map((one) => ({ key: one.name, cells: [html`<a href=${address([one.name])}>${one.name}</a>`, one.storageClass, one.sfn] })), 'No storage area is configured.');
}

function directory(names, page) {
  const rows = page.entries.map((one) => entryRow(names, one));
  return html`<p class="quiet small break">${written(page.sfn)}, area ${page.area}, ${page.storageClass}, at ${moment(page.at)}. ${page.order === 'NAME' ? 'In the order of names.' : 'A very wide directory: names are in the order of the filesystem.'}</p>
    ${page.areas.length ? html`<p>Storage areas in this directory: ${page.areas.map((one) => html`<a href=${address([one.area])}>${shown(one.name)}</a> `)}</p>` : nothing}
    ${page.uploads.length ? uploads(names, page) : nothing}
    ${table('Entries', [{ name: 'name', row: true, look: 'break' }, 'kind', { name: 'size', number: true }, 'changed', 'where', { name: 'pins', look: 'break' }, { name: 'held by', look: 'break' }, 'adler32'], rows,
    page.next ? 'Nothing is left of this page.' : 'There is nothing here.')}
    ${page.allPins ? nothing : html`<p class="quiet">There are too many pins on this page to count all of them.</p>`}
    ${page.next || seen.after ? html`<p class="pages">${seen.after ? html`<a href=${address(names)}>First page</a> ` : nothing}${page.next ? html`<a href=${address(names, page.next)} rel="next">Next page</a>` : html`<span class="quiet">This is the last page.</span>`}</p>` : nothing}`;
}

function entryRow(names, one) {
  const to = html`<a href=${address([...names, one.name])}>${shown(one.name)}${one.kind === 'DIRECTORY' ? '/' : ''}</a>`;
  return {
    key: one.name,
    cells: [to, one.trouble ? html`${mark('bad', 'no look')} <span class="break">${written(one.trouble)}</span>` : plain(one.kind ?? ''), number(one.size), one.modified ? moment(one.modified) : '–',
      whereabouts(one.locality, one.recall), one.pins ? pins(one.pins) : '–', one.held ? holder(one.held) : '–', one.adler32 ? html`<span class="code">${one.adler32}</span>` : '–'],
  };
}

const number = (size) => (size === null || size === undefined ? '–' : html`<span title=${count(size, 'byte')}>${bytes(size)}</span>`);

function pins({ pinned, waiting, until, owners, moreOwners }) {
  return html`${pinned ? `${whole(pinned)} pinned` : ''}${pinned && waiting ? ', ' : ''}${waiting ? `${whole(waiting)} waiting` : ''}, until ${moment(until)}
    <div class="quiet small break">${owners.map((one) => html`<div>${findLink(one)}</div>`)}${moreOwners ? 'and others' : nothing}</div>`;
}

function uploads(names, page) {
  const rows = page.uploads.map((one) => ({
    key: one.hidden,
    cells: [html`<a href=${address([...names, one.name])}>${shown(one.name)}</a>`, holder(one.held), one.arrived === null ? '–' : bytes(one.arrived), one.expected === null ? '–' : bytes(one.expected), html`<span class="code">${one.hidden}</span>`, one.door ? html`<span class="code">${one.door}</span>` : '–'],
  }));
  return html`<h3>Being written here</h3>
    ${table('Files being written', [{ name: 'name', row: true, look: 'break' }, { name: 'held by', look: 'break' }, { name: 'arrived', number: true }, { name: 'announced', number: true }, { name: 'hidden upload', look: 'break' }, { name: 'door', look: 'break' }], rows, '')}
    ${page.moreUploads ? html`<p class="quiet">There are more than these.</p>` : nothing}
    <h3>Entries</h3>`;
}
