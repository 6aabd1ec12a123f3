// Lines and areas over two axes, drawn as SVG. The console and the reports of all benches draw with it. Colours come
// from the style sheet of the page: a line has the class c-LOOK. Nothing here depends on a library or on the time zone.

/** The least of 1, 2, 2.5 and 5 times a power of ten that reaches this value in at most so many steps. */
export function step(most, steps) {
  const rough = most / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.9999);
}

// A scale has the values at which lines cross the picture, their labels, and the place of any value between the edges, 0 to 1.

/** A scale from 0, so that twice the value is twice as high; its steps are at least so large. */
export function even(values, { steps = 4, least = 0, label = short } = {}) {
  const most = Math.max(...values, 0) || 1;
  const every = Math.max(least, step(most, steps));
  const count = Math.ceil((most * 1.02) / every);
  return labelled(Array.from({ length: count + 1 }, (_, i) => rounded(i * every)), label, (value) => value / (count * every));
}

/** The same at round numbers in binary units: 250 MiB, 500 MiB, 750 MiB. */
export function binary(values, { label }) {
  const unit = 1024 ** Math.floor(Math.log2(Math.max(...values, 1)) / 10);
  const inUnits = even(values.map((value) => value / unit));
  return labelled(inUnits.values.map((value) => value * unit), label, (value) => inUnits.place(value / unit));
}

/** With more lines than this, only powers of ten have a label. */
const MOST_LABELS = 8;

/** A logarithmic scale from and to 1, 2 or 5 times a power of ten; of values above 0. */
export function logarithmic(values, { label = short } = {}) {
  const known = values.filter((value) => value > 0);
  const first = known.length > 0 ? below(Math.min(...known)) : 1;
  const reached = known.length > 0 ? 1 / below(1 / Math.max(...known)) : 10;
  const last = reached > first * 1.0001 ? reached : first * 10;
  const [low, high] = [Math.log10(first), Math.log10(last)];
  const all = [];
  for (let power = Math.floor(low); power <= high + 1e-9; power++) {
    all.push(...[1, 2, 5].map((times) => times * 10 ** power).filter((value) => value >= first * 0.9999 && value <= last * 1.0001));
  }
  const marked = (value) => (all.length <= MOST_LABELS || Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6 ? label(value) : '');
  return labelled(all, marked, (value) => (value > 0 ? (Math.log10(value) - low) / (high - low) : NaN));
}

/** The largest of 1, 2 and 5 times a power of ten that is not above the value. */
function below(value) {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [5, 2, 1].find((times) => value >= times * power * 0.9999) * power;
}

const labelled = (values, label, place) => ({ values, labels: values.map(label), place });

/** Sums of fractions are not exact. */
const rounded = (value) => Number(value.toPrecision(12));

/** 20000 as 20k, 1000000 as 1M. */
export function short(value) {
  if (value >= 1e6) return `${rounded(Math.round(value / 1e3) / 1e3)}M`;
  return value >= 1e4 ? `${rounded(Math.round(value) / 1e3)}k` : String(rounded(value));
}

const SVG = 'http://www.w3.org/2000/svg';

/** An element of SVG with attributes, and with elements and text in it; what is undefined is left out. */
function element(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, typeof value === 'number' ? Number(value.toFixed(1)) : value);
  made.append(...inside.flat().filter((one) => one !== undefined));
  return made;
}

/**
 * The SVG element of a picture: {width, height, frame: {left, right, top, bottom}, label, x, y: scales, layers, bands, cursor, inside}.
 * A layer is {look, dashed, runs}, and a run is the points of an unbroken line: [x, y], or [x, y, base] of an area.
 * inside makes elements that are drawn above all.
 */
export function picture({ width, height, frame, label, x, y, layers, bands = [], cursor, inside = () => [] }) {
  const bottom = height - frame.bottom;
  const right = width - frame.right;
  const at = (value) => frame.left + x.place(value) * (right - frame.left);
  const up = (value) => bottom - y.place(value) * (bottom - frame.top);
  return element('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    bands.flatMap((band, i) => stripe(band, i, at, frame.left, right, frame.top, bottom)),
    y.values.flatMap((value, i) => [element('path', { class: 'grid', d: `M${frame.left} ${round(up(value))}H${right}` }), words(frame.left - 6, up(value) + 4, 'end', y.labels[i])]),
    x.values.flatMap((value, i) => [x.lines ? element('path', { class: 'grid', d: `M${round(at(value))} ${frame.top}V${bottom}` }) : undefined, words(at(value), bottom + 16, 'middle', x.labels[i])]),
    layers.map((layer) => element('g', { class: `c-${layer.look}` }, layer.runs.flatMap((run) => shape(layer, run, at, up)))),
    cursor === undefined ? undefined : element('path', { class: 'cursor', d: `M${round(at(cursor))} ${frame.top}V${bottom}` }),
    inside(at, up));
}

const round = (value) => value.toFixed(1);

const words = (x, y, anchor, text, look = 'axis') => (text === '' ? undefined : element('text', { class: look, x, y, 'text-anchor': anchor }, text));

const stroke = (dashed, d) => element('path', { class: `series${dashed ? ' dashed' : ''}`, d });

function shape({ dashed }, run, at, up) {
  const spot = (x, y) => `${round(at(x))},${round(up(y))}`;
  // a point alone is a dot: a line of no length with round ends
  const path = `M${run.map(([x, y]) => spot(x, y)).join('L')}${run.length === 1 ? 'h0.1' : ''}`;
  const line = stroke(dashed, path);
  if (run[0].length < 3) return [line];
  return [element('path', { class: 'fill', d: `${path}L${run.toReversed().map(([x, , base]) => spot(x, base)).join('L')}Z` }), line];
}

function stripe({ from, to, label }, i, at, left, right, top, bottom) {
  const [begin, end] = [Math.max(at(from), left), Math.min(at(to), right)];
  if (!(end >= begin)) return [];
  // two lines of labels in turn: neighbours may be narrow
  return [element('rect', { class: 'band', x: begin, y: top, width: Math.max(end - begin, 1), height: bottom - top }), words((begin + end) / 2, top + 12 + 11 * (i % 2), 'middle', label, 'small')];
}

const WIDTH = 760;
const HEIGHT = 380;
const FRAME = { left: 74, right: 24, top: 42, bottom: 52 };
const KEY_LINE = 20;
const LOOKS = 8;

/** One for each line, so that colours are not all that tells lines apart. */
const MARKS = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  'M-3.5-3.5h7v7h-7z',
  'M0-4.5l4.5 8h-9z',
  'M0-5.5l4.5 5.5-4.5 5.5-4.5-5.5z',
  'M0 4.5l4.5-8h-9z',
  'M-1.3-4.5h2.6v3.2h3.2v2.6h-3.2v3.2h-2.6v-3.2h-3.2v-2.6h3.2z',
  'M-4.5-2h9v4h-9z',
  'M-4.5-1.5l9-3v9l-9-3z',
];

/** A line with more points has a mark on some of them, so that the marks stay apart. */
const MOST_MARKS = 24;

/**
 * A picture of a report with its key: {title, across, up, note, logX, logY, bands: [{from, to, label}],
 * lines: [{name, look, dashed, alone, points: [[x, y]]}]}. Points that stand alone are crosses without a line.
 * Where an axis is logarithmic, all values are above 0.
 */
export function plot(spec) {
  const lines = spec.lines.map((line, i) => ({ ...line, look: line.look || (i % LOOKS) + 1, mark: MARKS[i % MARKS.length] }));
  const scale = (log, which) => (log ? logarithmic : even)(lines.flatMap((line) => line.points.map((point) => point[which])), { steps: 7 });
  const middle = (FRAME.left + WIDTH - FRAME.right) / 2;
  const half = (FRAME.top + HEIGHT - FRAME.bottom) / 2;
  return picture({
    width: WIDTH,
    height: HEIGHT + KEY_LINE * lines.length + 6,
    frame: { ...FRAME, bottom: FRAME.bottom + KEY_LINE * lines.length + 6 },
    label: spec.title,
    x: { ...scale(spec.logX, 0), lines: true },
    y: scale(spec.logY, 1),
    bands: spec.bands,
    layers: lines.map((line) => ({ ...line, runs: line.alone ? [] : [line.points] })),
    inside: (at, up) => [
      words(FRAME.left, 22, 'start', spec.title, 'title'),
      words(middle, HEIGHT - FRAME.bottom + 36, 'middle', spec.across),
      element('text', { class: 'axis', transform: `translate(16 ${half}) rotate(-90)`, 'text-anchor': 'middle' }, spec.up),
      words(middle, half, 'middle', spec.note ?? '', 'note'),
      ...lines.map((line) => marked(line, at, up)),
      ...lines.flatMap((line, i) => keyed(line, HEIGHT + KEY_LINE * i)),
    ],
  });
}

function spot(line, x, y) {
  const [look, d] = line.alone ? ['cross', 'M-5-5L5 5M-5 5L5-5'] : ['mark', line.mark];
  return element('path', { class: look, transform: `translate(${round(x)} ${round(y)})`, d });
}

function marked(line, at, up) {
  const every = line.alone ? 1 : Math.ceil(line.points.length / MOST_MARKS);
  return element('g', { class: `c-${line.look}` }, line.points.filter((_, i) => i % every === 0).map(([x, y]) => spot(line, at(x), up(y))));
}

function keyed(line, y) {
  const key = [line.alone ? undefined : stroke(line.dashed, `M${FRAME.left} ${y}h30`), spot(line, FRAME.left + 15, y)];
  return [element('g', { class: `c-${line.look}` }, key), words(FRAME.left + 38, y + 4, 'start', line.name, 'key')];
}

/** Draws each picture of a report after the element that holds it. */
export function plotAll(page) {
  for (const held of page.querySelectorAll('script.plot')) held.after(plot(JSON.parse(held.textContent)));
}
