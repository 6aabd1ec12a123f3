// What a process has logged about one request.
import { html, nothing } from '/page/lit/lit-html.js';
import { ask, part } from './ask.js';
import { mark, said, table } from './panel.js';
import { count, plain, stamp } from './words.js';

const LOOKS = { ERROR: 'bad', WARN: 'warn' };
const ROUTE = '/v1/log/{id}';

/** Only administrators are answered, and others do not ask. */
export const mayAsk = (page) => page.admin && page.has.has(ROUTE);

/** Lines about a request: {data} or {trouble}. */
export async function linesOf(token) {
  try {
    return { data: await ask(ROUTE.replace('{id}', part(token))) };
  } catch (trouble) {
    return { trouble };
  }
}

/**
 * The lines, how far back they go, and which processes were not asked.
 *
 * @param source as from linesOf; undefined until there is an answer
 */
export function logLines(page, source) {
  if (!mayAsk(page)) return html`<p class="quiet">Only admins can read log lines.</p>`;
  if (!source) return html`<p class="quiet">asking …</p>`;
  if (source.trouble) return html`<p class="trouble">${said(source.trouble)}</p>`;
  const { process, since, lines, omitted, others } = source.data;
  const rows = lines.map((line, i) => ({
    key: `${line.time} ${i}`,
    cells: [html`<time datetime=${line.time}>${stamp(line.time)}</time>`, mark(LOOKS[line.level] ?? 'quiet', line.level), message(line), line.logger.split('.').at(-1),
      line.call ? html`<span class="code">${line.call}</span>` : '–'],
  }));
  return html`${omitted ? html`<p class="quiet">${count(omitted, 'older line')} not shown.</p>` : nothing}
    ${table('Log lines', [{ name: 'time', row: true, look: 'nowrap' }, 'level', { name: 'message', look: 'break' }, { name: 'logger', look: 'break' }, { name: 'call', look: 'break' }], rows, `${process} has no log line about this request.`)}
    <p class="quiet small" id="log-reach">${process} remembers its lines since ${stamp(since)}; its log files have older ones. Calls that succeed are logged at level DEBUG only. ${notAsked(others)}</p>`;
}

function message({ message: text, stack }) {
  return html`<span class="line-text">${text}</span>${stack.length ? html`<details><summary>stack trace, ${count(stack.length, 'line')}</summary><pre class="stack">${stack.join('\n')}</pre></details>` : nothing}`;
}

function notAsked(others) {
  const ask = html`<code>bora requests log ID --url URL</code>`;
  if (!others) return html`This process cannot tell now which other processes the site has; they were not asked. ${ask} asks one.`;
  if (others.length === 0) return nothing;
  return html`Not asked: ${others.map((one) => `${plain(one.kind)} ${one.name}`).join(', ')}. ${ask} asks one; a frontend or a door finds its lines by the call.`;
}
