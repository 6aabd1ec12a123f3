// Lines or stacked areas over time. The table beside each has the same figures, for screen readers.
import { html, svg, render, nothing } from '/page/lit/lit-html.js';
import { binary, even, logarithmic, picture } from './plot.js';
import { minute, day, moment } from './words.js';

const HEIGHT = 210;
const FRAME = { left: 56, right: 8, top: 10, bottom: 24 };
const SHORTEST_MILLIS = 5 * 60_000;

const SCALES = {
  powers: logarithmic,
  bytes: binary,
  counts: (known, look) => even(known, { ...look, least: 1 }),
  lines: even,
  stacked: even,
};

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
      const at = from + ((x - FRAME.left) / (this.#width - FRAME.left - FRAME.right)) * (to - from);
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
    const [from, to] = this.#span();
    const layers = given.scale === 'stacked' ? stack(given) : given.series.map((one) => ({ ...one, top: one.values }));
    const known = layers.flatMap((layer) => layer.top.filter(Number.isFinite));
    return picture({
      width: this.#width,
      height: HEIGHT,
      frame: FRAME,
      label: given.label,
      x: timeScale(from, to, this.#width - FRAME.left - FRAME.right),
      y: SCALES[given.scale](known, { label: given.format }),
      layers: layers.map((layer) => ({ ...layer, runs: pieces(given).flatMap((piece) => runsOf(layer, piece, given.times)) })).filter((layer) => layer.runs.length > 0),
      cursor: given.times[at],
    });
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

/** The runs of a layer in a piece, as points. */
function runsOf(layer, [begin, end], times) {
  const known = [];
  for (let i = begin; i < end; i++) if (Number.isFinite(layer.top[i])) known.push(i);
  return runs(layer, known)
    .filter((run) => run.length > 0)
    .map((run) => run.map((i) => (layer.base ? [times[i], layer.top[i], layer.base[i]] : [times[i], layer.top[i]])));
}

/** A label at the very edge would hang over it: those have none. */
function timeScale(from, to, width) {
  const every = timeStep(to - from);
  const place = (time) => (time - from) / (to - from);
  const values = [];
  for (let time = firstTick(from, every); time <= to; time += every) {
    if (place(time) * width > 12 && (1 - place(time)) * width > 10) values.push(time);
  }
  return { values, labels: values.map((time) => timeLabel(every, time)), place };
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
