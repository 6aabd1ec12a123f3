// Asks the administrators' port. All that is refused comes as a Refusal, with its words.

const PATIENCE_MILLIS = 20_000;
const LINK = '#link=';

// Who came by a link (`bora page`) shows no certificate. The link counts for one browser: the one that first sends it with a secret of its own.
if (location.hash.startsWith(LINK)) {
  const random = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem('secret', Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  sessionStorage.setItem('link', location.hash.slice(LINK.length));
  history.replaceState(null, '', location.pathname);
}

function credentials() {
  const secret = sessionStorage.getItem('secret');
  const link = sessionStorage.getItem('link');
  if (secret === null) return {};
  return link === null ? { Authorization: `Bearer ${secret}` } : { Authorization: `Bearer ${secret}`, 'X-Bora-Link': link };
}

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.what);
    this.status = status;
    this.why = problem.why;
    this.wayOut = problem.wayOut;
  }
}

/** A GET; gives what the JSON says. */
export function ask(path) {
  return send(path, { method: 'GET' });
}

/** A POST or DELETE. Its header is one that no form of a foreign page can send. */
export function order(method, path, body) {
  const headers = { 'X-Bora': '1' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return send(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** A part of a path or the value of a parameter, whatever is in it. */
export const part = encodeURIComponent;

async function send(path, options) {
  let reply;
  let said;
  try {
    reply = await fetch(path, {
      ...options, headers: { ...options.headers, ...credentials() }, cache: 'no-store', credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    // the time may be over in the midst of it
    const json = (reply.headers.get('Content-Type') ?? '').startsWith('application/json');
    said = json ? await reply.json() : await reply.text();
  } catch (broken) {
    throw new Refusal(0, {
      what: 'no answer from this Bora',
      why: broken.name === 'TimeoutError' ? 'it took longer than 20 s' : 'it cannot be reached',
      wayOut: 'this page goes on asking',
    });
  }
  if (reply.ok) {
    sessionStorage.removeItem('link');
    return said;
  }
  throw new Refusal(reply.status, said.error ?? { what: `answer ${reply.status}`, why: String(said), wayOut: '' });
}
