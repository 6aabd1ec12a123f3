// Which stretch of time the charts show: the last half hour, or a day or a month from the database; and trends of VOs and areas.
import { html } from '/page/lit/lit-html.js';
import { chart } from './chart.js';
import { panel, table } from './panel.js';
import { ask } from './ask.js';
import { bytes, rate, share, whole } from './words.js';

const NOTHING = { everySeconds: 5, moments: [] };
const CHOSEN = 'bora-span';
const SPANS = {
  hour: { name: 'half hour', words: 'over the last half hour', millis: 30 * 60_000 },
  day: { name: 'day', words: 'over the last day', millis: 86_400_000 },
  month: { name: 'month', words: 'over the last month', millis: 31 * 86_400_000 },
};
const LOOKS = ['done', 'busy', 'refused', 'queued', 'good'];

/** What the page keeps of it: which span is chosen, and what is known of each. */
export const past = () => ({ span: SPANS[sessionStorage.getItem(CHOSEN)] ? sessionStorage.getItem(CHOSEN) : 'hour', hour: NOTHING, day: NOTHING, month: NOTHING });

/** Asks for what came after the last moment that is known; a refusal leaves what is known. */
export async function fillSpan(known, span) {
  const { moments } = known[span];
  const parameters = new URLSearchParams();
  if (span !== 'hour') parameters.set('span', span);
  if (moments.length > 0) parameters.set('after', moments.at(-1).at);
  try {
    const piece = await ask(`/v1/history?${parameters}`);
    const all = [...moments, ...piece.moments];
    const first = Date.parse(all.at(-1)?.at ?? 0) - SPANS[span].millis;
    known[span] = { everySeconds: piece.everySeconds, moments: all.filter((one) => Date.parse(one.at) >= first) };
  } catch {
    // the fleet is asked at the same time and tells what is wrong
  }
}

/** The moments that charts show, and in words which time they are of. */
export const shown = (page) => ({ ...page.past[page.past.span], ...SPANS[page.past.span] });

/** Chooses the time that all charts show. */
export function spans(page) {
  const chosen = (event) => {
    page.past.span = event.target.value;
    sessionStorage.setItem(CHOSEN, page.past.span);
    page.again();
  };
  return html`<label class="small">Charts of the last <select @change=${chosen}>
    ${Object.entries(SPANS).map(([key, { name }]) => html`<option value=${key} ?selected=${key === page.past.span}>${name}</option>`)}</select></label>`;
}

/** A chart of moments. */
export function pictureOf(history, title, label, series, format, scale) {
  const times = history.moments.map((one) => Date.parse(one.at));
  return { title, label, times, everyMillis: history.everySeconds * 1000, series, format, scale };
}

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** A line for each of the largest, and one for all others: more lines cannot be told apart. */
function lines(moments, part, weigh) {
  const names = [...new Set(moments.flatMap((one) => Object.keys(part(one))))];
  const weight = new Map(names.map((name) => [name, weigh(moments.map((one) => part(one)[name] ?? 0))]));
  names.sort((a, b) => weight.get(b) - weight.get(a) || a.localeCompare(b));
  const own = names.length > LOOKS.length ? names.slice(0, LOOKS.length - 1) : names;
  const rest = names.slice(own.length);
  const series = own.map((name, i) => ({ name, look: LOOKS[i], dashed: i % 2 === 1, values: moments.map((one) => part(one)[name] ?? NaN) }));
  if (rest.length > 0) {
    series.push({ name: `${rest.length} others`, look: LOOKS.at(-1), dashed: true, values: moments.map((one) => rest.reduce((sum, name) => sum + (part(one)[name] ?? 0), 0)) });
  }
  return series;
}

export function trendsPanel(page) {
  const note = 'of VOs and storage areas; choose the time at the top';
  return panel({ id: 'trends', title: 'Trends', note, size: 'wide' }, page.fleet, () => html`${vos(shown(page))}${areas(page)}`);
}

function vos(history) {
  const { moments, words } = history;
  // a VO that does not call has no rate
  const part = (one) => ({ ...Object.fromEntries(names.map((name) => [name, 0])), ...one.vos });
  const names = [...new Set(moments.flatMap((one) => Object.keys(one.vos ?? {})))];
  const rows = names.map((name) => {
    const values = moments.map((one) => one.vos?.[name] ?? 0);
    return { name, mean: mean(values), most: Math.max(...values) };
  }).sort((a, b) => b.mean - a.mean || a.name.localeCompare(b.name)).slice(0, 20);
  const all = rows.reduce((sum, one) => sum + one.mean, 0);
  const columns = [{ name: 'VO', row: true, look: 'break' }, { name: 'calls per second', number: true }, { name: 'of all', number: true }, { name: 'most', number: true }];
  const label = `Calls per second by VO, ${words}. The table beside it has the means.`;
  return html`<div class="beside"><div>
    ${chart(pictureOf(history, 'Calls per second by VO', label, lines(moments, part, mean), rate, 'lines'))}</div>
    ${table('Top VOs', columns, rows.map((one) => ({ key: one.name, cells: [one.name, rate(one.mean), share(one.mean, all), rate(one.most)] })), `No calls ${words}.`)}</div>`;
}

/** Areas are looked at when a stretch of the day ends: half an hour is read from the day. */
function areas(page) {
  const history = page.past.span === 'hour' ? { ...page.past.day, ...SPANS.day } : shown(page);
  const held = history.moments.filter((one) => Object.keys(one.areas ?? {}).length > 0);
  if (held.length === 0) return html`<h3>Storage areas</h3><p class="quiet">Bora looks at the areas every five minutes. The first look is still to come.</p>`;
  const drawn = { ...history, moments: held };
  const used = (one) => Object.fromEntries(Object.entries(one.areas).map(([name, area]) => [name, area.used]));
  const last = held.at(-1).areas;
  const change = (name) => last[name].used - held.find((one) => one.areas[name]).areas[name].used;
  const rows = Object.keys(last).sort((a, b) => last[b].used - last[a].used || a.localeCompare(b)).map((name) => ({
    key: name,
    cells: [name, bytes(last[name].used), `${change(name) < 0 ? '−' : '+'}${bytes(Math.abs(change(name)))}`, bytes(last[name].free), last[name].tape > 0 ? bytes(last[name].tape) : '–'],
  }));
  const columns = [{ name: 'area', row: true, look: 'break' }, { name: 'used', number: true }, { name: 'change', number: true }, { name: 'free', number: true }, { name: 'on tape', number: true }];
  const label = `Bytes on disk by storage area, ${history.words}; ${whole(rows.length)} areas. The table beside it has the numbers.`;
  return html`<h3>Storage areas ${history.words}</h3><div class="beside"><div>
    ${chart(pictureOf(drawn, 'Bytes on disk by storage area', label, lines(held, used, (values) => values.at(-1)), bytes, 'bytes'))}</div>
    ${table('Storage areas', columns, rows, 'No storage area.')}</div>`;
}
