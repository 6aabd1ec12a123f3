// Lines or stacked areas over time, in SVG: colours come from the style sheet, so light and dark need
// nothing here, and text stays text. The table beside it has the same figures, for screen readers.
import { html, svg, render, nothing } from '/page/lit/lit-html.js';
import { minute, clock, day, moment } from './words.js';

const HEIGHT = 210;
const LEFT = 56;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;
const SHORTEST_MILLIS = 5 * 60_000;

/** The least of 1, 2, 2.5, 5 times a power of ten at which few enough lines cross the picture. */
function step(most, lines) {
  const rough = most / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.9999);
}

/** Lines at even distances from 0 on, and where between the lowest (0) and the highest (1) a value lies. */
function even(known, least) {
  const highest = Math.max(...known, 0);
  const lines = Math.max(least, step(highest || 1, 4));
  const most = Math.ceil((highest * 1.02 || 1) / lines) * lines;
  const values = [];
  for (let i = 0; i * lines <= most * 1.0001; i++) values.push(i * lines);
  return { values, place: (value) => value / most };
}

/** Lines at round numbers in binary units: 256 MiB, 512 MiB, 768 MiB. */
function binary(known) {
  const highest = Math.max(...known, 1);
  const unit = 1024 ** Math.floor(Math.log2(highest) / 10);
  const { values, place } = even(known.map((value) => value / unit), 0);
  return { values: values.map((value) => value * unit), place: (value) => place(value / unit) };
}

const SCALES = {
  powers,
  bytes: binary,
  counts: (known) => even(known, 1),
};

/** Lines at powers of ten: milliseconds and minutes are both seen. */
function powers(known) {
  const positive = known.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 0.01)) + 0.001);
  const high = Math.max(low + 2, Math.ceil(Math.log10(Math.max(...positive, 0.01)) - 0.001));
  const values = [];
  for (let power = low; power <= high; power++) values.push(10 ** power);
  return { values, place: (value) => Math.max(0, (Math.log10(Math.max(value, 1e-9)) - low) / (high - low)) };
}

const MINUTE_MILLIS = 60_000;
const DAY_MILLIS = 24 * 60 * MINUTE_MILLIS;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * MINUTE_MILLIS);

function timeStep(millis) {
  return STEPS.find((one) => millis / one <= 7) ?? Math.max(1, Math.ceil(millis / DAY_MILLIS / 7)) * DAY_MILLIS;
}

/** Minutes of an hour as they are everywhere; hours and days as this browser counts them. */
function firstTick(from, every) {
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  return midnight + Math.ceil((from - midnight) / every) * every;
}

const timeLabel = (every, time) => (every < DAY_MILLIS ? minute(time) : day(time));

export class TimeChart extends HTMLElement {
  #given;
  #width = 0;
  #pointed;
  #watch = new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width !== this.#width) {
      this.#width = width;
      this.#draw();
    }
  });

  connectedCallback() {
    this.#watch.observe(this);
    this.addEventListener('pointermove', (event) => this.#point(event));
    this.addEventListener('pointerleave', () => this.#point());
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /**
   * What to draw: {label, times: [millis], everyMillis, scale, format, series: [{name, look, dashed, values}]};
   * scale: stacked, lines, counts of whole things, bytes, or powers, where what is ten times as much lies one step higher.
   */
  set picture(given) {
    this.#given = given;
    this.#draw();
  }

  #point(event) {
    const times = this.#given?.times ?? [];
    if (!event || times.length === 0) {
      this.#pointed = undefined;
    } else {
      const [from, to] = this.#span();
      const x = event.clientX - this.getBoundingClientRect().left;
      const at = from + ((x - LEFT) / (this.#width - LEFT - RIGHT)) * (to - from);
      let best = 0;
      times.forEach((time, i) => {
        if (Math.abs(time - at) < Math.abs(times[best] - at)) best = i;
      });
      this.#pointed = best;
    }
    this.#draw();
  }

  #span() {
    const { times } = this.#given;
    const to = times.at(-1) ?? Date.now();
    return [Math.min(times[0] ?? to, to - SHORTEST_MILLIS), to];
  }

  #draw() {
    if (!this.#given || this.#width < 40) return;
    const given = this.#given;
    const at = this.#pointed !== undefined && this.#pointed < given.times.length ? this.#pointed : undefined;
    render(html`${this.#picture(given, at)}${this.#legend(given, at)}`, this);
  }

  #picture(given, at) {
    const width = this.#width;
    const [from, to] = this.#span();
    const layers = given.scale === 'stacked' ? stack(given) : given.series.map((one) => ({ ...one, top: one.values, base: undefined }));
    const known = layers.flatMap((layer) => layer.top.filter(Number.isFinite));
    const { values: lines, place } = (SCALES[given.scale] ?? ((values) => even(values, 0)))(known);
    const x = (time) => LEFT + ((time - from) / (to - from)) * (width - LEFT - RIGHT);
    const y = (value) => HEIGHT - BOTTOM - place(value) * (HEIGHT - TOP - BOTTOM);
    return html`<svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img" aria-label=${given.label}>
      ${grid(width, y, lines, given.format)} ${ticks(from, to, x)}
      ${pieces(given).map((piece) => layers.map((layer) => drawn(layer, piece, given.times, x, y)))}
      ${at === undefined ? nothing : svg`<line class="cursor" x1=${x(given.times[at])} x2=${x(given.times[at])} y1=${TOP} y2=${HEIGHT - BOTTOM}></line>`}
    </svg>`;
  }

  #legend(given, at) {
    const index = at ?? given.times.length - 1;
    return html`<ul class="legend">
      ${given.series.map((one) => {
        const value = one.values[index];
        return html`<li class="c-${one.look}"><svg viewBox="0 0 26 10" aria-hidden="true">
          ${given.scale === 'stacked' ? svg`<rect class="fill" width="26" height="10"></rect>` : nothing}
          <line class="series ${one.dashed ? 'dashed' : ''}" x1="0" x2="26" y1=${given.scale === 'stacked' ? 1 : 5} y2=${given.scale === 'stacked' ? 1 : 5}></line></svg>
          <span class="name">${one.name}</span> <b>${Number.isFinite(value) ? given.format(value) : '–'}</b></li>`;
      })}
      <li class="quiet">${index < 0 ? 'nothing yet' : at === undefined ? (given.everyMillis < MINUTE_MILLIS ? 'now' : `from ${moment(given.times[index])}`) : moment(given.times[at])}</li>
    </ul>`;
  }
}

/** The largest in front of all that is behind it: each layer begins where the one below ends. */
function stack(given) {
  let base = given.times.map(() => 0);
  return given.series.map((one) => {
    const top = one.values.map((value, i) => base[i] + (Number.isFinite(value) ? value : 0));
    const layer = { ...one, top, base };
    base = top;
    return layer;
  });
}

/** Where nobody looked for a while there is no line. */
function pieces({ times, everyMillis }) {
  const found = [];
  let begin = 0;
  for (let i = 1; i <= times.length; i++) {
    if (i === times.length || times[i] - times[i - 1] > 3.5 * everyMillis) {
      found.push([begin, i]);
      begin = i;
    }
  }
  return found;
}

/**
 * Where a layer has something, each run with the looks just before and after it; a stacked layer without height would
 * hide the one below. A line that stands by itself is one run.
 */
function runs({ top, base }, known) {
  if (!base) return [known];
  const found = [];
  let run;
  known.forEach((i, at) => {
    if (top[i] !== base[i]) {
      if (!run) found.push((run = known.slice(Math.max(0, at - 1), at)));
      run.push(i);
    } else {
      run?.push(i);
      run = undefined;
    }
  });
  return found;
}

function drawn(layer, [begin, end], times, x, y) {
  const known = [];
  for (let i = begin; i < end; i++) if (Number.isFinite(layer.top[i])) known.push(i);
  const some = runs(layer, known).filter((run) => run.length > 0);
  return some.length > 0 ? svg`<g class="c-${layer.look}">${some.map((run) => shape(layer, run, times, x, y))}</g>` : nothing;
}

function shape(layer, known, times, x, y) {
  const spot = (i, values) => `${x(times[i]).toFixed(1)},${y(values[i]).toFixed(1)}`;
  // one look alone is a dot: a line of no length with round ends
  const line = known.map((i) => spot(i, layer.top));
  const path = `M${line.join('L')}${line.length === 1 ? 'h0.1' : ''}`;
  const area = layer.base ? `${path}L${known.toReversed().map((i) => spot(i, layer.base)).join('L')}Z` : undefined;
  return svg`${area ? svg`<path class="fill" d=${area}></path>` : nothing}
    <path class="series ${layer.dashed ? 'dashed' : ''}" d=${path}></path>`;
}

function grid(width, y, values, format) {
  return values.map((value) => svg`<line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)}></line>
    <text class="axis" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${format(value)}</text>`);
}

function ticks(from, to, x) {
  const every = timeStep(to - from);
  const times = [];
  for (let time = firstTick(from, every); time <= to; time += every) times.push(time);
  // a label at the very edge would hang over it
  return times
    .filter((time) => x(time) > LEFT + 12 && x(time) < x(to) - 10)
    .map((time) => svg`<text class="axis" x=${x(time)} y=${HEIGHT - 6} text-anchor="middle">${timeLabel(every, time)}</text>`);
}

customElements.define('bora-chart', TimeChart);

/** How far apart the numbers of a chart are, so that there are some thirty of them. */
const APART = [
  [MINUTE_MILLIS, 'a row for each minute'],
  [60 * MINUTE_MILLIS, 'a row for each hour'],
  [DAY_MILLIS, 'a row for each day'],
];

/** The numbers of a chart, the newest first: for who reads or listens. */
export function numbers(given) {
  const [apart, words] = APART.find(([millis]) => millis > given.everyMillis) ?? APART.at(-1);
  const rows = [];
  let last = Infinity;
  for (let i = given.times.length - 1; i >= 0 && rows.length < 31; i--) {
    if (last - given.times[i] >= apart - 1000) {
      rows.push(i);
      last = given.times[i];
    }
  }
  return html`<details><summary>Numbers of this chart</summary><div class="scroll" role="group" aria-label=${`Numbers: ${given.title}`}>
    <table><caption>${given.title}, ${words}</caption>
      <thead><tr><th scope="col">time</th>${given.series.map((one) => html`<th scope="col" class="n">${one.name}</th>`)}</tr></thead>
      <tbody>${rows.map((i) => html`<tr><th scope="row">${moment(given.times[i])}</th>
        ${given.series.map((one) => html`<td class="n">${Number.isFinite(one.values[i]) ? given.format(one.values[i]) : '–'}</td>`)}</tr>`)}</tbody>
    </table></div></details>`;
}

/** A picture with its numbers. */
export const chart = (given) => html`<bora-chart .picture=${given}></bora-chart>${numbers(given)}`;
