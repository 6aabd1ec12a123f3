// Who calls, who uses what, who is kept out; and taking this process out of service.
import { html, nothing } from '/page/lit/lit-html.js';
import { order, part } from './ask.js';
import { confirm } from './confirm.js';
import { panel, table, act, findLink, mark } from './panel.js';
import { doorsOf } from './traffic.js';
import { bytes, moment, plain, whole } from './words.js';

const BANS = '/v1/bans';

export function callersPanel(page) {
  return panel({ id: 'callers', title: 'Top callers', note: 'calls of the last whole minute, all frontends', size: 'half' }, page.fleet, (fleet) => {
    const calls = new Map();
    for (const process of doorsOf(fleet)) {
      for (const one of process.callers) calls.set(one.dn, (calls.get(one.dn) ?? 0) + one.calls);
    }
    const rows = [...calls].sort((a, b) => b[1] - a[1]).slice(0, 10).map(([dn, number]) => ({
      key: dn,
      cells: [dn.startsWith('/') ? findLink(dn) : dn, whole(number), dn.startsWith('(') ? nothing : act(page, 'danger', 'Ban …', dn, () => ban(page, dn))],
    }));
    const columns = [{ name: 'caller', row: true, look: 'break' }, { name: 'calls', number: true }, ...(page.admin ? [{ name: '', look: 'act' }] : [])];
    return table('Top callers', columns, rows.map((row) => ({ ...row, cells: row.cells.slice(0, columns.length) })), 'Nobody called in the last minute.');
  });
}

export function usersPanel(page) {
  return panel({ id: 'users', title: 'Who holds what', note: 'open files', size: 'half' }, page.callers, (figures) => {
    const rows = figures.callers.map((one) => ({
      key: one.owner,
      cells: [findLink(one.owner), whole(one.requests), whole(one.writing), bytes(one.promisedBytes), whole(one.pinned), whole(one.waiting), whole(one.copying)],
    }));
    return table('Who holds what', [{ name: 'caller', row: true, look: 'break' }, { name: 'requests', number: true }, { name: 'writing', number: true }, { name: 'promised', number: true },
      { name: 'pinned', number: true }, { name: 'waiting', number: true }, { name: 'copying', number: true }], rows, 'Nobody has a file open.');
  });
}

function ban(page, dn) {
  // a name cannot be escaped in a ban: who reads it must know that it is more than a name
  const many = dn.includes('*');
  confirm({
    question: many ? `Ban all callers like ${dn}?` : `Ban ${dn}?`,
    consequence: (many ? 'In a ban * stands for any text: everybody whose name fits is meant, and not this caller alone. ' : '')
      + `All frontends refuse every call of ${many ? 'these callers' : 'this caller'} within seconds. Transfers that already run at the GridFTP servers are not ended.`,
    verb: 'Ban',
    fields: [
      { name: 'reason', label: 'Reason (for administrators; the banned learn none)', required: true },
      { name: 'lasts', label: 'For how long, such as 12h or 3d (empty: until it is lifted)' },
    ],
    todo: async ({ reason, lasts }) => {
      await order('POST', BANS, { kind: 'dn', name: dn, reason, ...(lasts ? { lasts } : {}) });
      return many ? `All like ${dn} are banned.` : `${dn} is banned.`;
    },
  }, page.again);
}

export function bansPanel(page) {
  return panel({ id: 'bans', title: 'Bans', note: 'callers who are kept out', size: 'half' }, page.bans, (said) => {
    const columns = ['kind', { name: 'who', row: true, look: 'break' }, { name: 'why', look: 'break' }, { name: 'by', look: 'break' }, 'until', ...(page.admin ? [{ name: '', look: 'act' }] : [])];
    const ordered = said.ordered.map((one) => ({
      key: one.id,
      cells: [plain(one.kind), one.pattern, one.reason || '–', html`${one.by}<div class="quiet small nowrap">${moment(one.since)}</div>`, one.until ? moment(one.until) : 'until lifted',
        act(page, '', 'Lift …', `the ban of ${one.pattern}`, () => lift(page, one))],
    }));
    // a file may name one caller twice
    const written = said.configured.map((one, i) => ({
      key: `${i} ${one.kind} ${one.pattern}`,
      cells: [plain(one.kind), one.pattern, '–', one.origin, 'until its file changes', nothing],
    }));
    return table('Bans', columns, [...ordered, ...written].map((row) => ({ ...row, cells: row.cells.slice(0, columns.length) })), 'Nobody is banned.');
  });
}

function lift(page, one) {
  confirm({
    question: `Lift the ban of ${one.pattern}?`,
    consequence: 'All frontends serve this caller again within seconds.',
    verb: 'Lift it',
    todo: async () => {
      await order('DELETE', `${BANS}/${part(one.id)}`);
      return `${one.pattern} is served again.`;
    },
  }, page.again);
}

/** Any state but normal operation; see `bora drain`. */
export const isDraining = (drain) => drain.state !== 'serving';

export function drainPanel(page) {
  return panel({ id: 'drain', title: 'Service', note: 'of the process that serves this page' }, page.drain, (drain) => html`
    <p>${mark(isDraining(drain) ? 'warn' : 'good', drain.state)}</p>
    ${drain.left.length ? html`<ul>${drain.left.map((left) => html`<li class="break">${left.text}</li>`)}</ul>` : nothing}
    ${serviceButton(page, drain)}`);
}

function serviceButton(page, drain) {
  if (!isDraining(drain)) return act(page, 'danger', 'Drain …', '', () => take(page, 'begin'));
  if (drain.reversible) return act(page, '', 'Back into service …', '', () => take(page, 'undo'));
  return html`<p>Its port is closed. Stop this process and start it again.</p>`;
}

function take(page, what) {
  const begin = what === 'begin';
  confirm({
    question: begin ? 'Drain this process?' : 'Put this process back into service?',
    consequence: begin
      ? 'It reports not ready, so load balancers and frontends send calls elsewhere. Calls that still arrive are answered. You can put it back into service at any time.'
      : 'It reports ready again.',
    verb: begin ? 'Drain' : 'Put it back',
    todo: async () => (await order('POST', '/v1/drain', { order: what })).state,
  }, page.again);
}
