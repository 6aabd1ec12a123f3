// What all panels have: a heading, what went wrong with asking, tables that scroll by themselves.
import { html, nothing } from '/page/lit/lit-html.js';
import { repeat } from '/page/lit/directives/repeat.js';
import { clock } from './words.js';

/**
 * A panel.
 *
 * @param source {data, at, trouble} of what it shows; its last data stay in view when there is no answer
 * @param body asked for with the data, where there are any
 */
export function panel({ id, title, note = nothing, size = '' }, source, body) {
  return html`<section class="panel ${size}" id=${id} aria-labelledby="${id}-title">
    <div class="head"><h2 id="${id}-title">${title}</h2><span class="quiet">${note}</span></div>
    ${trouble(source)}
    ${source.data ? body(source.data) : source.trouble ? nothing : html`<p class="quiet">asking …</p>`}
  </section>`;
}

function trouble({ trouble: refusal, data, at }) {
  if (!refusal) return nothing;
  const old = data ? ` What you see is of ${clock(at)}.` : '';
  return html`<p class="trouble">${said(refusal)}${old}</p>`;
}

/** A refusal in one sentence. */
export const said = (refusal) =>
  `${refusal.message}: ${[refusal.why, refusal.wayOut].filter(Boolean).join('; ')}.`;

/**
 * A table; on a narrow screen each row is a card, and each cell has the name of its column before it. The
 * roles are said because a table that is not shown as one loses them.
 *
 * @param columns [{name, number, row}] or names; row: its cells head their rows
 * @param rows [{key, cells}]: a row keeps its place in the document by its key, and with it the focus of who is in it
 * @param none said where there is no row
 */
export function table(caption, columns, rows, none) {
  const heads = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
  if (rows.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<div class="scroll" role="group" aria-label=${caption}><table class="cards" role="table">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col" class=${head.number ? 'n' : ''}>${head.name || html`<span class="unseen">what you can do</span>`}</th>`)}</tr></thead>
    <tbody role="rowgroup">${repeat(rows, (row) => row.key, (row) => html`<tr role="row">${row.cells.map((cell, i) => tableCell(heads[i], cell))}</tr>`)}</tbody>
  </table></div>`;
}

/** A subject or a path, which is broken before its slashes, and within a part only where that is too long. */
export const wrapped = (text) => html`${text.split(/(?<=.)(?=\/)/).map((part, i) => (i > 0 ? html`<wbr><span class="part">${part}</span>` : html`<span class="part">${part}</span>`))}`;

function tableCell(head, shown) {
  const cell = head.look === 'break' && typeof shown === 'string' && shown.includes('/') ? wrapped(shown) : shown;
  const classes = `${head.number ? 'n' : ''} ${head.look ?? ''} ${cell === '0' ? 'zero' : cell === '–' ? 'none' : ''}`;
  return head.row
    ? html`<th role="rowheader" scope="row" class=${classes} data-name=${head.name}><div>${cell}</div></th>`
    : html`<td role="cell" class=${classes} data-name=${head.name}><div>${cell}</div></td>`;
}

/** A word in a frame, whose colour says nothing that the word does not. */
export const mark = (look, word) => html`<span class="mark ${look}">${word}</span>`;

/** A button of those who may change things; nobody else sees it. */
export const act = (page, look, label, about, todo) =>
  page.admin
    ? html`<button type="button" class=${look} @click=${todo}>${label}<span class="unseen"> ${about}</span></button>`
    : nothing;

/** The way to a request's time line. */
export const requestLink = (token) =>
  html`<a class="code nowrap" href="#request=${encodeURIComponent(token)}" title=${token}>${token.length > 13 ? `${token.slice(0, 8)}…${token.slice(-4)}` : token}<span class="unseen">, time line of this request</span></a>`;

/** The way to what the page finds under a subject, a SURL or the name of a VO. */
export const findLink = (text, about = '') =>
  html`<a href="#find=${encodeURIComponent(text)}">${text.includes('/') ? wrapped(text) : text}${about ? html`<span class="unseen">${about}</span>` : nothing}</a>`;

/** What scrolls can be scrolled by keyboard, and what does not is no stop on the way; after every drawing. */
export function reachable() {
  for (const box of document.querySelectorAll('.scroll')) {
    box.tabIndex = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight ? 0 : -1;
  }
}
