// Names of files, which may hold any character: what cannot be seen is written out, and no name moves the text around it.
import { html } from '/page/lit/lit-html.js';

/** Control and format characters (those that turn the direction of text among them), odd spaces, and spaces at an end. */
const UNSEEN = /([\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $)/u;

const code = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;

/** A name with what cannot be seen written out, as text. */
export const written = (name) => name.split(UNSEEN).map((piece, i) => (i % 2 ? code(piece) : piece)).join('');

/** The same for the page: what is written out is in a frame of its own. */
export const shown = (name) => html`<bdi class="name">${name.split(UNSEEN).map((piece, i) => (i % 2 ? html`<span class="unseen-char">${code(piece)}</span>` : piece))}</bdi>`;
