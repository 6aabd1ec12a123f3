// A question before everything that changes something.
import { html, render, nothing } from '/page/lit/lit-html.js';
import { said } from './panel.js';

/**
 * Asks, orders, and tells what came of it, in one dialog. A refused order can be corrected and sent again.
 *
 * @param question in a sentence
 * @param consequence what it will mean
 * @param verb on the button
 * @param fields [{name, label, value}] to be filled in first
 * @param todo gets the fields; its promise gives what to say
 */
export function confirm({ question, consequence, verb, fields = [], todo }, after) {
  const dialog = document.createElement('dialog');
  dialog.className = 'small';
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  let asked = { state: 'open' };

  const run = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    asked = { state: 'sent' };
    draw();
    try {
      asked = { state: 'done', text: await todo(values) };
    } catch (refusal) {
      asked = { state: 'refused', text: refusal.wayOut === undefined ? String(refusal) : said(refusal) };
    }
    draw();
    dialog.querySelector(asked.state === 'refused' ? 'input, button' : 'button').focus();
    after();
  };

  const draw = () => render(html`<form @submit=${run}>
      <div class="head"><h2 id="confirm-title">${question}</h2></div>
      <div class="body">
        ${asked.state === 'done' ? nothing : html`<p>${consequence}</p>`}
        <div role="status">${asked.state === 'sent' ? html`<p>asking …</p>` : nothing}
          ${asked.text ? html`<p class=${asked.state === 'refused' ? 'trouble' : ''}>${asked.text}</p>` : nothing}</div>
        ${asked.state === 'done' ? nothing : fields.map((field) => html`<label>${field.label}<input name=${field.name} .value=${field.value ?? ''} autocomplete="off" ?required=${field.required} ?readonly=${asked.state === 'sent'}></label>`)}
      </div>
      <div class="foot">
        <button type="button" @click=${() => dialog.close()} autofocus>${asked.state === 'open' ? 'Leave it' : 'Close'}</button>
        ${asked.state === 'done' ? nothing : html`<button class="danger" type="submit" ?disabled=${asked.state === 'sent'}>${verb}</button>`}
      </div></form>`, dialog);

  draw();
  dialog.showModal();
}
