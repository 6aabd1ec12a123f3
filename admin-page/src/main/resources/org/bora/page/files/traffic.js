// Calls, times to transfer URLs, frontends: what the processes of the site tell of themselves.
import { html, nothing } from '/page/lit/lit-html.js';
import { certificateText } from './certificates.js';
import { chart } from './chart.js';
import { panel, table, act, findLink, mark, requestLink } from './panel.js';
import { order, part } from './ask.js';
import { confirm } from './confirm.js';
import { pictureOf, shown } from './past.js';
import { bytes, count, rate, seconds, whole, plain, span, moment } from './words.js';

const RESULTS = [
  ['DONE', 'done', 'done'],
  ['QUEUED', 'queued', 'queued'],
  ['REFUSED', 'refused', 'refused'],
  ['BUSY', 'busy', 'busy'],
  ['FAILED', 'failed', 'failed'],
];

/** Those that clients call; a backend answers the same calls, they are not counted twice. */
export const doorsOf = (fleet) => fleet.processes.filter((one) => one.origin.kind !== 'BACKEND');

/** By operation: {DONE: rate, ...}, all, total. */
function byOperation(fleet) {
  const found = new Map();
  for (const process of doorsOf(fleet)) {
    for (const calls of process.operations) {
      const row = found.get(calls.operation) ?? { name: calls.operation, all: 0, total: 0 };
      row[calls.result] = (row[calls.result] ?? 0) + calls.perSecond;
      row.all += calls.perSecond;
      row.total += calls.total;
      found.set(calls.operation, row);
    }
  }
  return [...found.values()].sort((a, b) => b.all - a.all || b.total - a.total);
}

export function callsPanel(page) {
  const history = shown(page);
  const { moments, words } = history;
  const series = RESULTS.map(([result, name, look]) => ({ name, look, values: moments.map((one) => one.results[result] ?? 0) }));
  const now = series.reduce((sum, one) => sum + (one.values.at(-1) ?? 0), 0);
  const note = 'per second, mean of the last minute; total since the frontends started';
  return panel({ id: 'calls', title: 'Calls', note, size: 'wide' }, page.fleet, (fleet) => {
    const rows = byOperation(fleet).map((row) => ({
      key: row.name,
      cells: [row.name, rate(row.all), ...RESULTS.map(([result]) => rate(row[result] ?? 0)), whole(row.total)],
    }));
    const columns = [{ name: 'operation', row: true }, { name: 'all', number: true },
      ...RESULTS.map(([, name]) => ({ name, number: true })), { name: 'total', number: true }];
    return html`<div class="beside"><div>
      ${chart(pictureOf(history, 'Calls per second by result', `Calls per second by result, stacked, ${words}; last ${rate(now)} per second. The table beside it has the numbers.`, series, rate, 'stacked'))}
      </div>${table('Calls by operation and result', columns, rows, 'No calls since the frontends started.')}</div>`;
  });
}

export function turlsPanel(page) {
  const history = shown(page);
  const { moments, words } = history;
  const known = (one, value) => (one.turls.count > 0 ? value : NaN);
  const series = [
    { name: 'p50', look: 'done', values: moments.map((one) => known(one, one.turls.median)) },
    { name: 'p99 (slowest frontend)', look: 'queued', dashed: true, values: moments.map((one) => known(one, one.turls.p99)) },
  ];
  const last = moments.at(-1)?.turls ?? { count: 0 };
  const now = last.count ? `last ${seconds(last.median)} and ${seconds(last.p99)}` : 'none was given in the last minute';
  return panel({ id: 'turls', title: 'Time to transfer URL', note: 'of the last minute; logarithmic scale', size: 'half' }, page.fleet, (fleet) => {
    const rows = doorsOf(fleet).map((one) => ({
      key: one.origin.name,
      cells: [one.origin.name, whole(one.turls.count), one.turls.count ? seconds(one.turls.median) : '–', one.turls.count ? seconds(one.turls.p99) : '–'],
    }));
    return html`
      ${chart(pictureOf(history, 'Time to transfer URL', `Time until a client has its transfer URL, half of them (p50) and all but one in a hundred (p99), ${words}; ${now}.`, series, seconds, 'powers'))}
      <h3>By frontend</h3>
      ${table('Time to transfer URL by frontend', [{ name: 'frontend', row: true, look: 'break' }, { name: 'answers', number: true }, { name: 'p50', number: true }, { name: 'p99', number: true }], rows, 'No frontend tells of itself.')}`;
  });
}

export function queuePanel(page) {
  const history = shown(page);
  const { moments, words } = history;
  const series = [
    { name: 'waiting', look: 'busy', values: moments.map((one) => one.waiting) },
    { name: 'at the backends', look: 'done', dashed: true, values: moments.map((one) => one.inside) },
  ];
  return panel({ id: 'queue', title: 'Queue', note: 'calls before and in the backends', size: 'half' }, page.fleet, (fleet) => {
    const rows = doorsOf(fleet).flatMap((one) => one.turns.map((turn) => ({
      key: `${one.origin.name} ${turn.kind}`,
      cells: [one.origin.name, plain(turn.kind), whole(turn.waiting), `${whole(turn.inside)} of ${whole(turn.places)}`,
        whole(turn.given), turn.given > 0 ? seconds(turn.waitedSeconds / turn.given) : '–', whole(turn.refused)],
    })));
    return html`
      ${chart(pictureOf(history, 'Queue', `Calls that wait and calls that backends work on, ${words}; last ${moments.at(-1)?.waiting ?? 0} and ${moments.at(-1)?.inside ?? 0}.`, series, whole, 'counts'))}
      <h3>By frontend and kind of work</h3>
      ${table('Queue by frontend and kind of work', [{ name: 'frontend', row: true, look: 'break' }, 'kind', { name: 'waiting', number: true },
    { name: 'inside', number: true }, { name: 'turns', number: true }, { name: 'mean wait', number: true }, { name: 'refused', number: true }], rows, 'No frontend tells of itself.')}`;
  });
}

export function transfersPanel(page) {
  const note = 'over HTTP and S3; for each process the 50 longest; updated every 5 s';
  return panel({ id: 'transfers', title: 'Transfers', note }, page.fleet, (fleet) => {
    const columns = [{ name: 'file', row: true, look: 'break' }, 'what', { name: 'caller', look: 'break' }, { name: 'other side', look: 'break' },
      { name: 'door', look: 'break' }, { name: 'how far', number: true }, { name: 'mean rate', number: true }, { name: 'for', number: true },
      ...(page.admin ? [{ name: '', look: 'act' }] : [])];
    const rows = fleet.processes.flatMap((one) => (one.transfers ?? []).map((each) => ({
      key: each.id,
      cells: [each.name, each.kind, each.caller, each.other, one.origin.name,
        each.size === undefined || each.size === null ? bytes(each.bytes) : `${bytes(each.bytes)} of ${bytes(each.size)}`,
        each.seconds > 0 ? `${bytes(each.bytes / each.seconds)}/s` : '–', seconds(each.seconds),
        act(page, 'danger', 'End …', each.name, () => endTransfer(page, each))].slice(0, columns.length),
    })));
    return table('Transfers', columns, rows, 'No transfers over HTTP or S3.');
  });
}

function endTransfer(page, one) {
  confirm({
    question: `End the ${one.kind} of ${one.name}?`,
    consequence: `It is cut off within seconds, and nothing of an upload is left; its client may begin again.`,
    verb: 'End it',
    todo: async () => {
      await order('DELETE', `/v1/transfers/${part(one.id)}`);
      return `The ${one.kind} of ${one.name} is ended.`;
    },
  }, page.again);
}

export function processesPanel(page) {
  return panel({ id: 'processes', title: 'Frontends and backends', note: 'updated every 5 s; counts since each started' }, page.fleet, (fleet) => {
    const now = Date.parse(fleet.at);
    const rows = fleet.processes.map((one) => ({
      key: `${one.origin.kind} ${one.origin.name}`,
      cells: [one.origin.name, plain(one.origin.kind), one.origin.version, span(now - Date.parse(one.origin.started)), doorText(one), linkText(one), refusalText(one), certificateText(one, now),
        html`<span class=${now - Date.parse(one.at) > 15_000 ? 'mark warn' : ''}>${span(now - Date.parse(one.at))} ago</span>`],
    }));
    return table('Processes', [{ name: 'process', row: true, look: 'break' }, 'kind', 'version', { name: 'up', number: true }, 'connections', 'backends', 'refusals', 'certificates', { name: 'last report', number: true }], rows,
      'No process has told of itself within 30 s. This page is served, so the processes cannot reach their database.');
  });
}

function doorText({ door }) {
  if (!door) return html`<span class="quiet">–</span>`;
  const kept = `${whole(door.open)} open, ${whole(door.beforeHttp)} before HTTP, ${whole(door.inLine)} waiting`;
  const gone = [[door.dropped, 'dropped'], [door.turnedAway, 'turned away']].filter(([number]) => number > 0).map(([number, what]) => `${whole(number)} ${what}`);
  return html`${kept}${gone.length ? html`<br><span class="quiet">${gone.join(', ')}</span>` : nothing}`;
}

function linkText({ origin, links }) {
  if (links.length === 0) return html`<span class="quiet">${origin.kind === 'ALL_IN_ONE' ? 'in this process' : '–'}</span>`;
  return links.map((link) => html`<div class="nowrap">${mark(link.ready ? 'good' : 'bad', link.ready ? 'ready' : 'not ready')} ${link.backend}, ${whole(link.outstanding)} asked</div>${link.trouble ? html`<div class="quiet">${link.trouble}</div>` : nothing}`);
}

function refusalText({ origin, refusals }) {
  const some = refusals.filter((one) => one.total > 0);
  if (origin.kind === 'BACKEND') return html`<span class="quiet">–</span>`;
  return some.length ? some.map((one) => `${whole(one.total)} ${plain(one.reason)}`).join(', ') : html`<span class="quiet">none</span>`;
}

export function errorsPanel(page) {
  return panel({ id: 'errors', title: 'Last errors and refusals', note: 'failures first, then refusals, newest first; the same again is counted' }, page.errors, ({ errors }) => {
    const rows = errors.map((one) => ({
      key: `${one.trace} ${one.first}`,
      cells: [moment(one.at), times(one), mark(one.result.toLowerCase(), one.result.toLowerCase()), html`${one.operation}<div class="quiet small">${one.status}</div>`, target(one), one.reason,
        one.token ? requestLink(one.token) : html`<span class="quiet">none</span>`, findLink(one.dn), html`<span class="code">${one.trace}</span>`],
    }));
    return table('Last errors and refusals', [{ name: 'last', row: true, look: 'nowrap' }, 'times', 'result', { name: 'operation', look: 'break' }, { name: 'file', look: 'break' }, { name: 'what the client was told', look: 'break' },
      'request', { name: 'caller', look: 'break' }, { name: 'in the logs', look: 'break' }], rows, 'None since the frontends started.');
  });
}

const times = (one) => html`${whole(one.times)}${one.times > 1 ? html`<div class="quiet small">since ${moment(one.first)}</div>` : nothing}`;

/** The file that a call was about, or the first of them and how many others there are. */
function target({ target: file }) {
  if (!file) return html`<span class="quiet">none named</span>`;
  return html`${findLink(file.surl)}${file.others > 0 ? html` <span class="quiet nowrap">and ${count(file.others, 'other')}</span>` : nothing}`;
}
