// Requests that are open, and the time line of one.
import { html, render, nothing } from '/page/lit/lit-html.js';
import { ask, order, part } from './ask.js';
import { confirm } from './confirm.js';
import { linesOf, logLines, mayAsk } from './log.js';
import { panel, table, act, findLink, mark, reachable, requestLink, said } from './panel.js';
import { bytes, count, moment, plain, seconds, span, whole } from './words.js';

const LOOKS = { DONE: 'good', RELEASED: 'good', PINNED: 'good', SPACE_AVAILABLE: 'queued', QUEUED: 'queued', RUNNING: 'queued', WAITING: 'queued', FAILED: 'bad' };
const AGAIN_MILLIS = 5_000;

/** The token in the address of the page; empty for none. */
export const tokenInAddress = () => {
  try {
    return location.hash.startsWith('#request=') ? decodeURIComponent(location.hash.slice(9)) : '';
  } catch {
    return '';  // a malformed link must not stop the page
  }
};

export function requestsPanel(page) {
  return panel({ id: 'requests', title: 'Open requests', note: 'the newest first' }, page.requests, (found) => html`
    ${requestsTable('Open requests', found, 'No request is open.')}
    ${found.next ? html`<p class="quiet">There are more; <code>bora requests --open</code> goes through all.</p>` : nothing}`);
}

/** A page of requests as a table. */
export function requestsTable(caption, { at, requests }, none) {
  const now = Date.parse(at);
  const rows = requests.map((one) => ({
    key: one.token,
    cells: [requestLink(one.token), plain(one.kind), findLink(one.owner), one.vo ? findLink(one.vo) : '–', states(one.files), bytes(one.bytes), `${span(now - Date.parse(one.created))} ago`, moment(one.ends), one.suspended ? mark('warn', 'suspended') : '–'],
  }));
  return table(caption, [{ name: 'request', row: true }, 'kind', { name: 'caller', look: 'break' }, 'VO', 'files', { name: 'bytes', number: true }, { name: 'made', number: true }, 'ends', 'note'], rows, none);
}

const states = (files) => Object.entries(files).map(([state, number]) => html`${mark(LOOKS[state] ?? 'quiet', `${whole(number)} ${plain(state)}`)} `);

/** Shows the request in the address for as long as it is there, and asks for it again and again. */
export class RequestView {
  #dialog = document.createElement('dialog');
  #token = '';
  #story;
  #refusal;
  #log;
  #timer;
  #page;

  /** The address that was left for the request: the way back to it. */
  #before = '';

  constructor(page) {
    this.#page = page;
    this.#dialog.setAttribute('aria-labelledby', 'request-title');
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('close', () => {
      if (tokenInAddress()) history.pushState(null, '', location.pathname + this.#before);
      this.#leave();
    });
    window.addEventListener('hashchange', () => this.follow());
    window.addEventListener('popstate', () => this.follow());
  }

  follow() {
    const token = tokenInAddress();
    if (!token) this.#before = /^#[a-z]+=/.test(location.hash) ? location.hash : '';
    if (token === this.#token) return;
    this.#leave();
    if (!token) {
      this.#dialog.close();
      return;
    }
    this.#token = token;
    this.#draw();
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#look();
  }

  #leave() {
    this.#token = '';
    this.#story = this.#refusal = this.#log = undefined;
    clearTimeout(this.#timer);
  }

  async #look() {
    const token = this.#token;
    clearTimeout(this.#timer);
    this.#lookAtLog(token);
    let story;
    let refusal;
    try {
      story = await ask(`/v1/requests/${part(token)}`);
    } catch (refused) {
      refusal = refused;
    }
    if (token !== this.#token) return;
    this.#story = story ?? this.#story;
    this.#refusal = refusal;
    this.#draw();
    if (!this.#page.paused && refusal?.status !== 404) this.#timer = setTimeout(() => this.#look(), AGAIN_MILLIS);
  }

  /** Apart from the story: neither waits for the other. */
  async #lookAtLog(token) {
    if (!mayAsk(this.#page)) return;
    const log = await linesOf(token);
    if (token !== this.#token) return;
    this.#log = log;
    this.#draw();
  }

  #draw() {
    const story = this.#story;
    render(html`<div class="head"><h2 id="request-title">Request <span class="code break">${this.#token}</span></h2>
        <button type="button" @click=${() => this.#dialog.close()} autofocus>Close</button></div>
      <div class="body">
        ${this.#refusal ? html`<p class="trouble" role="status">${said(this.#refusal)}</p>` : nothing}
        ${story ? this.#told(story) : this.#refusal ? nothing : html`<p class="quiet">asking …</p>`}
      </div>`, this.#dialog);
    reachable();
  }

  #told({ story: { request, files, events, moreEvents }, audit }) {
    return html`<dl class="facts">
        <dt>kind</dt><dd>${plain(request.kind)} ${mark(request.open ? 'queued' : 'quiet', request.open ? 'open' : 'ended')} ${request.suspended ? mark('warn', 'suspended') : nothing}</dd>
        <dt>caller</dt><dd class="break">${findLink(request.owner)}${request.role ? html` <span class="quiet">${request.role}</span>` : nothing}</dd>
        ${request.vo ? html`<dt>VO</dt><dd>${findLink(request.vo)}</dd>` : nothing}
        ${request.description ? html`<dt>description</dt><dd>${request.description}</dd>` : nothing}
        <dt>files</dt><dd>${states(request.files)} ${bytes(request.bytes)}</dd></dl>
      ${request.open ? act(this.#page, 'danger', 'Abort this request …', request.token, () => this.#abort(request)) : nothing}
      <h3>Time line</h3>${timeline(events, moreEvents, audit)}
      <h3>Log lines</h3>${logLines(this.#page, this.#log)}
      <h3>Files</h3>${filesTable(files, request.files)}`;
  }

  #abort(request) {
    confirm({
      question: 'Abort this request?',
      consequence: `${count(Object.values(request.files).reduce((a, b) => a + b, 0), 'file')} of ${request.owner}: what is being written is thrown away, pins are released, what waits for tape is given up. The client is told that it was aborted. This cannot be undone.`,
      verb: 'Abort it',
      fields: [{ name: 'reason', label: 'Reason (shown in the time line; may be empty)' }],
      todo: async ({ reason }) => {
        const { status, told } = await order('POST', `/v1/requests/${part(request.token)}/abort`, reason ? { reason } : undefined);
        return `${status}${told ? `: ${told}` : ''}`;
      },
    }, () => {
      this.#look();
      this.#page.again();
    });
  }
}

/** What the database knows and is yet to come, and what this process wrote into its audit log. */
function timeline(events, moreEvents, audit) {
  const now = new Date();
  const marks = [
    ...events.map((one) => ({ at: new Date(one.at), what: done(one) })),
    ...audit.lines.map((line) => ({ at: new Date(line.time), what: audited(line) })),
    { at: now, what: 'now', now: true },
  ].sort((a, b) => a.at - b.at);
  return html`${audit.whole ? nothing : html`<p class="quiet">The audit log of this process does not go back this far or cannot be read; <code>bora audit</code> searches all files.</p>`}
    ${moreEvents ? html`<p class="quiet">${count(moreEvents, 'more event')} between these ${moreEvents === 1 ? 'is' : 'are'} not shown.</p>` : nothing}
    <ol class="timeline">${marks.map((one) => html`<li class=${one.now ? 'now' : one.at > now ? 'to-come' : ''}>
    <time datetime=${one.at.toISOString()}>${moment(one.at)}</time><span>${one.what}${one.at > now ? html`<span class="quiet"> (in ${span(one.at - now)})</span>` : nothing}</span></li>`)}</ol>`;
}

/** What the audit log has about a file, the oldest first; its own name is not said again. */
export const auditLines = (audit, surl) => html`${audit.whole ? nothing : html`<p class="quiet">The audit log of this process does not go back further or cannot be read; <code>bora audit</code> searches all files.</p>`}
  <ol class="timeline">${audit.lines.map((line) => html`<li><time datetime=${line.time}>${moment(line.time)}</time><span>${audited(line.surl === surl ? { ...line, surl: undefined } : line)}${line.request ? html` ${requestLink(line.request)}` : nothing}</span></li>`)}</ol>`;

function done({ what, by, reason, last }) {
  return html`${what}${by ? html` by <span class="break">${by}</span>` : nothing}${reason ? `: ${reason}` : nothing}${last ? html`<span class="quiet"> (the last at ${moment(last)})</span>` : nothing}`;
}

function audited(line) {
  const files = line.files > 1 ? ` (file ${line.file} of ${line.files})` : '';
  const how = [line.outcome, line.status, line.explanation].filter(Boolean).join(', ');
  return html`${line.op ?? line.event}${files} by ${line.dn ?? line.by ?? 'this service'}: ${how}
    <span class="quiet">${[line.surl, line.to ? `to ${line.to}` : '', line.us === undefined ? '' : seconds(line.us / 1e6)].filter(Boolean).join(', ')}</span>`;
}

function filesTable(files, counts) {
  const all = Object.values(counts).reduce((a, b) => a + b, 0);
  const rows = files.map((one) => ({
    key: `${one.position} ${one.surl}`,
    cells: [whole(one.position), html`${findLink(one.surl)}${one.target ? html`<div class="quiet">to ${one.target}</div>` : nothing}`, mark(LOOKS[one.state] ?? 'quiet', plain(one.state)), one.size === null || one.size === undefined ? '–' : bytes(one.size),
      one.until ? moment(one.until) : '–', [one.waitsFor ? `waits for ${plain(one.waitsFor)}` : '', one.failure ?? '', one.told].filter(Boolean).join('; ') || '–'],
  }));
  return html`${table('Files', [{ name: 'no.', number: true }, { name: 'file', row: true, look: 'break' }, 'state', { name: 'size', number: true }, 'until', { name: 'told', look: 'break' }], rows, 'It has no files.')}
    ${all > files.length ? html`<p class="quiet">The first ${whole(files.length)} of ${whole(all)}.</p>` : nothing}`;
}
