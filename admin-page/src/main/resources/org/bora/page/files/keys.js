// Access keys of S3 clients, and what users and organisations may have of the areas.
import { html, nothing } from '/page/lit/lit-html.js';
import { ask, order, part } from './ask.js';
import { confirm } from './confirm.js';
import { panel, table, act, mark, said, wrapped } from './panel.js';
import { bytes, moment, whole } from './words.js';

const KEYS = '/v1/s3-keys';

export function keysPanel(page) {
  return panel({ id: 'keys', title: 'Access keys', note: 'of S3 clients, the next to expire first' }, page.keys, ({ keys }) => {
    const columns = [{ name: 'owner', row: true, look: 'break' }, { name: 'key', look: 'code' }, { name: 'label', look: 'break' }, 'state', 'ends', 'last used',
      ...(page.admin ? [{ name: '', look: 'act' }] : [])];
    const rows = keys.map((key) => ({
      key: key.id,
      cells: [html`${wrapped(key.owner)}<div class="quiet small">${key.fqans.join(', ')}</div>`, key.id, key.label || '–', stateOf(key), moment(key.ends), key.used ? moment(key.used) : 'never',
        html`${act(page, '', key.enabled ? 'Disable …' : 'Enable …', key.id, () => turn(page, key))}${act(page, 'danger', 'Remove …', key.id, () => remove(page, key))}`],
    }));
    return table('Access keys', columns, rows.map((row) => ({ ...row, cells: row.cells.slice(0, columns.length) })), 'There are no access keys.');
  });
}

function stateOf(key) {
  if (!key.enabled) return mark('warn', 'disabled');
  return Date.parse(key.ends) < Date.now() ? mark('warn', 'ended') : mark('good', 'enabled');
}

function turn(page, key) {
  const change = key.enabled ? 'disable' : 'enable';
  confirm({
    question: `${key.enabled ? 'Disable' : 'Enable'} the access key ${key.id}?`,
    consequence: key.enabled
      ? `Doors refuse what is signed with it within a minute. It can be enabled again. Its owner: ${key.owner}.`
      : `Doors serve what is signed with it within a minute. Its owner: ${key.owner}.`,
    verb: key.enabled ? 'Disable' : 'Enable',
    todo: async () => {
      await order('POST', `${KEYS}/${part(key.id)}`, { change });
      return `${key.id} is ${change}d.`;
    },
  }, page.again);
}

function remove(page, key) {
  confirm({
    question: `Remove the access key ${key.id}?`,
    consequence: `Doors refuse what is signed with it within a minute, for good. Its owner, ${key.owner}, can make another one.`,
    verb: 'Remove',
    todo: async () => {
      await order('DELETE', `${KEYS}/${part(key.id)}`);
      return `${key.id} is removed.`;
    },
  }, page.again);
}

/** Whose use of the quotas is shown: what was asked, and what came of it. */
let looked = {};

export function quotasPanel(page) {
  return panel({ id: 'quotas', title: 'Quotas', note: 'of each user and each VO' }, page.quotas, ({ quotas }) => {
    const lines = looked.quotas ?? quotas;
    const used = looked.quotas !== undefined;
    const columns = [{ name: 'area', row: true }, 'of', { name: 'bytes', number: true }, { name: 'files', number: true },
      ...(used ? [{ name: 'used bytes', number: true }, { name: 'used files', number: true }] : [])];
    const rows = lines.map((one) => ({
      key: `${one.area} ${one.holder}`,
      cells: [one.area, one.holder === 'vo' ? 'VO' : 'user', limit(one.bytes, bytes), limit(one.files, whole),
        ...(used ? [bytes(one.usedBytes), whole(one.usedFiles)] : [])],
    }));
    return html`<form class="line" role="search" @submit=${(event) => find(page, event)}>
        <label>Usage of the user<input name="dn" class="code" required autocomplete="off" spellcheck="false" placeholder="/DC=org/CN=Alice"></label>
        <label>of the VO<input name="vo" autocomplete="off" spellcheck="false"></label><button>Look up</button></form>
      ${looked.trouble ? html`<p class="trouble">${said(looked.trouble)}</p>` : nothing}
      ${used ? html`<p class="break">${looked.dn}${looked.vo ? `, ${looked.vo}` : ''}, when it was looked up</p>` : nothing}
      ${table('Quotas', columns, rows, 'No area has a quota.')}`;
  });
}

const limit = (value, words) => (value == null ? 'any' : words(value));

async function find(page, event) {
  event.preventDefault();
  const values = new FormData(event.target);
  const dn = values.get('dn').trim();
  const vo = values.get('vo').trim();
  try {
    const answer = await ask(`/v1/quotas?dn=${part(dn)}${vo ? `&vo=${part(vo)}` : ''}`);
    looked = { dn, vo, quotas: answer.quotas };
  } catch (trouble) {
    looked = { trouble };
  }
  page.again();
}
