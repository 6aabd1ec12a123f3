// One file of a storage area: everything that is known about it.
import { html, nothing } from '/page/lit/lit-html.js';
import { written } from './names.js';
import { findLink, mark, requestLink, table } from './panel.js';
import { bytes, moment, plain } from './words.js';

const RECALLS = { WAITING: 'waits for recall', RUNNING: 'being recalled', UNLOCATED: 'waits for recall' };
const PLACES = {
  ONLINE: [['good', 'on disk']],
  NEARLINE: [['queued', 'on tape']],
  ONLINE_AND_NEARLINE: [['good', 'on disk'], ['queued', 'on tape']],
  UNAVAILABLE: [['bad', 'unavailable']],
  LOST: [['bad', 'lost']],
};

/** Where the bytes are, in words and in that of SRM. */
export function whereabouts(locality, recall) {
  if (!locality) return '–';
  return html`${(PLACES[locality] ?? [['quiet', plain(locality)]]).map(([look, word]) => html`${mark(look, word)} `)}${recall ? mark('warn', RECALLS[recall] ?? plain(recall)) : nothing}
    <div class="quiet small">${locality.replaceAll('_', ' ')}</div>`;
}

/** The upload that holds a name. */
export const holder = (held) => html`${requestLink(held.token)} <div class="quiet small break">${held.overdue ? 'overdue since' : 'until'} ${moment(held.until)}, ${findLink(held.owner)}</div>`;

function upload(lock) {
  const size = lock.arrived === null ? 'nothing can be seen' : `${bytes(lock.arrived)}${lock.expected ? ` of ${bytes(lock.expected)}` : ''} arrived`;
  return html`<dt>being written</dt><dd>request ${requestLink(lock.token)} of <span class="break">${findLink(lock.owner)}</span>, since ${moment(lock.since)}, until ${moment(lock.until)}${lock.overdue ? html` ${mark('warn', 'overdue')}` : nothing}</dd>
    <dt>hidden upload</dt><dd><span class="code">${lock.hidden}</span>, ${size}</dd>
    <dt>door</dt><dd class="code">${lock.door}</dd>`;
}

function stored(on) {
  return html`<dt>size</dt><dd>${bytes(on.size)}, changed ${moment(on.modified)}</dd>
    <dt>where</dt><dd>${on.onDisk ? mark('good', 'on disk') : mark('quiet', 'not on disk')} ${on.onTape ? mark('queued', 'on tape') : nothing} ${on.difficulty ? mark('bad', plain(on.difficulty)) : nothing}${on.volume ? ` volume ${on.volume} of ${on.library}` : ''}</dd>
    <dt>adler32</dt><dd class="code">${on.adler32 ?? 'not stored'}</dd>
    <dt>account</dt><dd>uid ${on.uid}, gid ${on.gid}</dd>`;
}

function books(file) {
  return html`<dt>written by</dt><dd class="break">${findLink(file.owner)} ${moment(file.stored)}</dd>
    <dt>space</dt><dd class="code">${file.space}</dd>
    <dt>kept</dt><dd>${plain(file.storageType)}${file.ends ? `, until ${moment(file.ends)}` : ''}</dd>`;
}

/** What has this name now. */
export function foundText(file) {
  if (file.found) return plain(file.found);
  if (file.trouble) return 'not known: the storage could not be asked';
  return file.lock ? 'no file yet: an upload holds this name' : 'no file or directory has this name';
}

/** All that is known. */
export function fileFacts({ area, storageClass, sfn, file }) {
  return html`<dl class="facts">
      <dt>path of clients</dt><dd>${written(sfn)}</dd>
      <dt>area</dt><dd>${area} <span class="quiet">${storageClass}</span></dd>
      <dt>found</dt><dd>${foundText(file)}</dd>
      ${file.file ? stored(file.file) : nothing}
      ${file.lock ? upload(file.lock) : nothing}
      ${file.books ? books(file.books) : nothing}
      ${file.tape.map((one) => html`<dt>tape</dt><dd>${written(one)}</dd>`)}</dl>
    ${file.trouble ? html`<p class="trouble">${written(file.trouble)}</p>` : nothing}
    ${table('Pins', [{ name: 'request', row: true }, { name: 'caller', look: 'break' }, 'state', 'until'],
    file.pins.map((one) => ({ key: `${one.token} ${one.state} ${one.until}`, cells: [requestLink(one.token), findLink(one.owner), one.waitsFor ? `waits for ${plain(one.waitsFor)}` : plain(one.state), moment(one.until)] })),
    'The file has no pins.')}`;
}
