// What an administrator should know first: what does not mend itself, or is about to go wrong.
import { expiryNews } from './certificates.js';
import { isDraining } from './people.js';
import { doorsOf } from './traffic.js';
import { bytes, clock, moment, plain, rate, share, whole } from './words.js';

const NEARLY_FULL = 0.95;
const SILENT_MILLIS = 15_000;
const GONE_MILLIS = 30 * 60_000;

/** [{text, bad}], the worst first; each a sentence. */
export function news(page) {
  const found = [...tapeNews(page.tape.data), ...areaNews(page.areas.data), ...doorNews(page.doors.data), ...fleetNews(page.fleet.data), ...expiryNews(page.fleet.data), ...goneNews(page.heard, page.fleet.data), ...drainNews(page.drain.data)];
  return found.sort((a, b) => b.bad - a.bad);
}

const tell = (bad, text) => ({ bad, text });

function tapeNews(tape) {
  return (tape?.alarms ?? []).map((alarm) => tell(true, `${alarm.text} (${alarm.key}, since ${moment(alarm.raised)})`));
}

function areaNews(figures) {
  return (figures?.areas ?? []).flatMap((area) => {
    if (area.trouble || !area.disk) return [tell(true, `The filesystem of area ${area.name} does not answer: ${area.trouble ?? 'no reason is known'}.`)];
    const left = area.disk.free;
    return area.disk.total > 0 && left < (1 - NEARLY_FULL) * area.disk.total
      ? [tell(left === 0, `Area ${area.name} has ${bytes(left)} left of ${bytes(area.disk.total)} (${share(left, area.disk.total)}).`)]
      : [];
  });
}

function doorNews(said) {
  const doors = said?.doors ?? [];
  const ill = doors.filter((one) => !one.healthy);
  return ill.map((one) => tell(ill.length === doors.length, `GridFTP server ${one.name} is not healthy: ${one.reason || 'no reason is known'}.`));
}

function fleetNews(fleet) {
  if (!fleet) return [];
  const now = Date.parse(fleet.at);
  const failing = doorsOf(fleet).flatMap((one) => one.operations).filter((one) => one.result === 'FAILED').reduce((sum, one) => sum + one.perSecond, 0);
  return [
    ...(failing > 0 ? [tell(true, `${rate(failing)} calls per second fail for reasons of the site: see the last errors.`)] : []),
    ...fleet.processes.filter((one) => now - Date.parse(one.at) > SILENT_MILLIS).map((one) => tell(true, `${one.origin.name} (${plain(one.origin.kind)}) has not reported since ${clock(one.at)}.`)),
    ...doorsOf(fleet).flatMap((one) => one.links.filter((link) => !link.ready).map((link) => tell(one.links.every((other) => !other.ready), `Frontend ${one.origin.name} cannot use backend ${link.backend}.`))),
    ...doorsOf(fleet).filter((one) => one.turns.some((turn) => turn.waiting > turn.places && turn.places > 0)).map((one) => tell(false, `More calls wait at ${one.origin.name} than its backends have places: ${whole(one.turns.reduce((sum, turn) => sum + turn.waiting, 0))} in line.`)),
  ];
}

const key = (one) => `${one.origin.kind} ${one.origin.name}`;

/** Keeps what each process told last: one that is silent for half a minute is no part of the fleet any more. */
export function remember(heard, fleet) {
  for (const one of fleet.processes) heard.set(key(one), one);
  for (const [name, one] of heard) if (Date.parse(fleet.at) - Date.parse(one.at) > GONE_MILLIS) heard.delete(name);
}

function goneNews(heard, fleet) {
  if (!fleet) return [];
  const here = new Set(fleet.processes.map(key));
  return [...heard].filter(([name]) => !here.has(name))
    .map(([, one]) => tell(true, `${one.origin.name} (${plain(one.origin.kind)}) has not reported since ${clock(one.at)}, and has probably stopped.`));
}

function drainNews(drain) {
  return drain && isDraining(drain) ? [tell(false, `This process is not in service: ${drain.state}.`)] : [];
}
