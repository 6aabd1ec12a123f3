// How numbers, times and names are written.

const LOCALE = 'en-GB';
const WHOLE = new Intl.NumberFormat(LOCALE);
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MINUTE = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: 'short', year: 'numeric' });
const MONTH_DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

export const whole = (number) => WHOLE.format(number);

/** 0.4, 12.3, 1,240: what a glance can take in. */
export function rate(number) {
  if (number === 0) return '0';
  if (number < 0.01) return '<0.01';
  if (number < 10) return number.toFixed(number < 1 ? 2 : 1);
  return WHOLE.format(Math.round(number));
}

/** 4.2, 10, 183: two figures, and no zeros that say nothing. */
const short = (number) => (number < 9.95 ? number.toFixed(1).replace(/\.0$/, '') : number.toFixed(0));

export function seconds(number) {
  if (number === 0) return '0';
  if (number < 0.001) return `${(number * 1e6).toFixed(0)} µs`;
  if (number < 1) return `${short(number * 1000)} ms`;
  return `${short(number)} s`;
}

/** In binary units, as the command line writes them: 0 B, 9.5 KiB, 100 MiB. */
export function bytes(number) {
  let unit = 0;
  let value = number;
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? whole(value) : short(value)} ${UNITS[unit]}`;
}

export const share = (piece, all) => (all > 0 ? `${((100 * piece) / all).toFixed(piece / all < 0.1 ? 1 : 0)} %` : '–');

export const clock = (instant) => CLOCK.format(new Date(instant));
export const minute = (millis) => MINUTE.format(new Date(millis));

/** 3 Nov */
export const day = (millis) => MONTH_DAY.format(new Date(millis));

export const date = (instant) => DAY.format(new Date(instant));

/** With its day, where that is not today. */
export function moment(instant, now = new Date()) {
  const at = new Date(instant);
  return at.toDateString() === now.toDateString() ? CLOCK.format(at) : `${DAY.format(at)} ${CLOCK.format(at)}`;
}

/** To the millisecond, as the log has it. */
export const stamp = (instant) => `${moment(instant)}.${String(new Date(instant).getMilliseconds()).padStart(3, '0')}`;

/** How long something is ago or lasts: 12 s, 4 min, 3 h, 2 d. */
export function span(millis) {
  const s = Math.max(0, Math.round(millis / 1000));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  if (s < 172_800) return `${Math.round(s / 3600)} h`;
  return `${Math.round(s / 86_400)} d`;
}

export const count = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;

/** caller_no_turn -> caller no turn. */
export const plain = (name) => name.toLowerCase().replaceAll('_', ' ');
