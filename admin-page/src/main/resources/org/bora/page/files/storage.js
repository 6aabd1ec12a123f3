// Storage areas, tape, GridFTP servers.
import { html, svg, nothing } from '/page/lit/lit-html.js';
import { panel, table, mark } from './panel.js';
import { bytes, count, moment, plain, share, span, whole } from './words.js';

const WIDE = 1000;
const TALL = 22;

/** A bar of what fills something: parts are [[bytes, look]], marks are bytes at which something happens. */
function bar(label, total, parts, marks) {
  const x = (piece) => (total > 0 ? Math.min(WIDE, (WIDE * piece) / total) : 0);
  let begin = 0;
  const drawn = parts.filter(([piece]) => piece > 0).map(([piece, look]) => {
    const from = begin;
    begin += piece;
    // a little of something can be seen too
    return svg`<rect class=${look} x=${x(from)} y="0" width=${Math.max(3, x(begin) - x(from))} height=${TALL}></rect>`;
  });
  return html`<svg class="bar" viewBox="0 0 ${WIDE} ${TALL}" preserveAspectRatio="none" role="img" aria-label=${label}>
    <rect class="free" width=${WIDE} height=${TALL}></rect>${drawn}
    ${marks.map((at) => svg`<line class="tick" x1=${x(at)} x2=${x(at)} y1="0" y2=${TALL} vector-effect="non-scaling-stroke"></line>`)}
    <rect class="case" width=${WIDE} height=${TALL} vector-effect="non-scaling-stroke"></rect></svg>`;
}

export function areasPanel(page) {
  const buffers = new Map((page.tape.data?.buffers ?? []).map((one) => [one.area, one]));
  return panel({ id: 'areas', title: 'Storage areas', note: 'sizes in binary units' }, page.areas, (figures) => html`
    ${table('Storage areas', [{ name: 'area', row: true }, 'how full', { name: 'used', number: true }, { name: 'being written', number: true },
    { name: 'reserved', number: true }, { name: 'free', number: true }, { name: 'size', number: true }, { name: 'files', number: true }, { name: 'on tape', number: true }, 'watermarks'],
  figures.areas.map((area) => areaRow(area, buffers.get(area.name))), 'No storage area is configured.')}
    <ul class="legend">${[['used', 'used'], ['promised', 'promised to files being written'], ['reserved', 'reserved, nothing in it yet'], ['free', 'free, or used by others'], ['watermark', 'watermarks: files leave above the right one, down to the left one']]
    .map(([look, name]) => html`<li><span class="swatch ${look}"></span>${name}</li>`)}</ul>
    ${reservations(figures.areas)}`);
}

function areaRow(area, buffer) {
  const named = html`<b>${area.name}</b> <span class="quiet">${area.storageClass}</span><div class="quiet small break">${area.sfn}</div>`;
  const silent = html`${mark('bad', 'no answer')} <span class="break">${area.trouble ?? ''}</span>`;
  const tape = area.tape ? html`${bytes(area.tape.bytes)}<div class="quiet small">${count(area.tape.files, 'file')}</div>` : '–';
  const disk = area.disk;
  if (!disk) {
    return { key: area.name, cells: [named, silent, '–', '–', '–', '–', '–', '–', tape, '–'] };
  }
  const marks = buffer && !buffer.trouble ? [buffer.lowMark, buffer.highMark] : [];
  const label = `${share(disk.used, disk.total)} used, ${share(disk.promised, disk.total)} being written, ${share(disk.reserved, disk.total)} reserved, ${share(disk.free, disk.total)} free`;
  return {
    key: area.name,
    cells: [named, html`${bar(label, disk.total, [[disk.used, 'used'], [disk.promised, 'promised'], [disk.reserved, 'reserved']], marks)}<span class="small quiet">${share(disk.used + disk.promised + disk.reserved, disk.total)} taken</span> ${area.trouble ? silent : nothing}`,
      bytes(disk.used), bytes(disk.promised), bytes(disk.reserved), bytes(disk.free),
      html`${bytes(disk.total)}${area.bounded ? nothing : html`<div class="quiet small">filesystem</div>`}`, whole(disk.files), tape, watermarks(buffer)],
  };
}

function watermarks(buffer) {
  if (!buffer) return '–';
  if (buffer.trouble) return html`${mark('bad', 'unknown')} ${buffer.trouble}`;
  const over = buffer.occupied > buffer.highMark;
  return html`<span class="nowrap">${bytes(buffer.highMark)} → ${bytes(buffer.lowMark)}</span> ${over ? mark('warn', 'above') : nothing}
    ${buffer.notOnTape > 0 ? html`<div class="quiet small">${bytes(buffer.notOnTape)} not on tape yet</div>` : nothing}`;
}

function reservations(areas) {
  const rows = areas.flatMap((area) => area.reservations.map((one) => ({
    key: one.token,
    cells: [html`<span class="code">${one.token}</span>`, area.name, one.description, one.owner, bytes(one.total), bytes(one.used), bytes(one.promised), bytes(one.free), one.ends ? moment(one.ends) : 'never'],
  })));
  if (rows.length === 0) return nothing;
  return html`<details><summary>${count(rows.length, 'reservation')}</summary>
    ${table('Reservations', [{ name: 'token', row: true, look: 'break' }, 'area', 'description', { name: 'owner', look: 'break' }, { name: 'size', number: true }, { name: 'used', number: true },
    { name: 'being written', number: true }, { name: 'free', number: true }, 'ends'], rows, '')}</details>`;
}

export function tapePanel(page) {
  return panel({ id: 'tape', title: 'Tape', note: 'recalls by volume, and what goes to tape' }, page.tape, (tape) => {
    if (tape.libraries.length === 0) return html`<p class="quiet">No tape library is configured.</p>`;
    return html`${recalls(tape)}<h3>Libraries</h3>${libraries(tape)}`;
  });
}

/** States are apart: those being read, those that failed at least once, those that only wait. */
function recalls(tape) {
  const now = Date.parse(tape.at);
  const most = Math.max(1, ...tape.libraries.flatMap((library) => library.recalls.map((one) => one.files)));
  const rows = tape.libraries.flatMap((library) => library.recalls.map((one) => {
    const failing = Math.min(one.failing, one.files - one.running);
    const waiting = one.files - one.running - failing;
    const label = `${whole(waiting)} waiting, ${whole(one.running)} being read, ${whole(failing)} failing`;
    return {
      key: `${library.name} ${one.volume}`,
      cells: [one.volume || 'not known yet', library.name, bar(label, most, [[one.running, 'used'], [failing, 'full'], [waiting, 'reserved']], []),
        whole(waiting), whole(one.running), one.failing > 0 ? html`${mark('bad', whole(one.failing))}` : '0', bytes(one.bytes), span(now - Date.parse(one.oldest)), one.failure || '–'],
    };
  }));
  return table('Recalls by volume and state', [{ name: 'volume', row: true }, 'library', 'files', { name: 'waiting', number: true }, { name: 'being read', number: true },
    { name: 'failing', number: true }, { name: 'bytes', number: true }, { name: 'longest wait', number: true }, { name: 'last failure', look: 'break' }], rows, 'No files wait for recall from tape.');
}

function libraries(tape) {
  const rows = tape.libraries.map((library) => {
    const to = library.migrations;
    return {
      key: library.name,
      cells: [library.name, plain(library.kind), library.drives.map((drive) => html`<div class="nowrap">${drive.number}: ${drive.use ?? 'idle'}${drive.volume ? `, ${drive.volume}` : ''}</div>`),
        html`${count(to.waiting, 'file')}, ${bytes(to.waitingBytes)}`, whole(to.running), to.failing > 0 ? mark('bad', whole(to.failing)) : '0', whole(to.removals), to.held > 0 ? mark('warn', whole(to.held)) : '0'],
    };
  });
  return table('Tape libraries', [{ name: 'library', row: true }, 'kind', 'drives', { name: 'waiting to be written', number: true }, { name: 'being written', number: true },
    { name: 'failing', number: true }, { name: 'copies to remove', number: true }, { name: 'held', number: true }], rows, '');
}

export function doorsPanel(page) {
  return panel({ id: 'doors', title: 'GridFTP servers', note: 'as this backend sees them', size: 'half' }, page.doors, (said) => {
    const rows = said.doors.map((one) => ({
      key: one.name,
      cells: [html`${one.name}<div class="quiet small">${one.protocol} at ${one.host}:${one.port}</div>`, mark(one.healthy ? 'good' : 'bad', one.healthy ? 'healthy' : 'not healthy'), one.reason || '–', moment(one.since)],
    }));
    return table('GridFTP servers', [{ name: 'server', row: true, look: 'break' }, 'health', { name: 'why', look: 'break' }, 'since'], rows, 'No GridFTP server is configured.');
  });
}
