// When certificates and revocation lists of the processes expire.
import { html } from '/page/lit/lit-html.js';
import { mark } from './panel.js';
import { date, plain } from './words.js';

const DAY_MILLIS = 86_400_000;
const NOTICE_MILLIS = 14 * DAY_MILLIS;

/** By kind, what to do; link and administrators have authorities of the site. */
const REMEDIES = {
  host_certificate: 'ask its authority for a new one and put it in place',
  revocation_list: 'see that fetch-crl runs',
  link_authority: 'make a new authority of the link, and certificates of it',
  admin_authority: 'make a new authority of the administrators, and certificates of it',
  admin_client_certificate: 'its holder, a person or the monitoring, needs a new one',
};

const isList = (what) => what.endsWith('revocation_list');

/** Certificates are told of two weeks before they expire, and revocation lists a day: fetch-crl renews lists long before. */
const isDue = ({ what, end }, now) => Date.parse(end) - now < (isList(what) ? DAY_MILLIS : NOTICE_MILLIS);

/** [{text, bad}] for those that must be renewed soon. */
export function expiryNews(fleet) {
  if (!fleet) return [];
  const now = Date.parse(fleet.at);
  return fleet.processes.flatMap(({ origin, certificates }) => (certificates ?? []).filter((one) => isDue(one, now)).map(({ what, end }) => {
    const expires = Date.parse(end) < now ? 'expired' : 'expires';
    const text = `${isList(what) ? 'A' : 'The'} ${plain(what)} of ${origin.name} ${expires} on ${date(end)}: ${REMEDIES[what] ?? 'make a new one and put it in place'}.`;
    return { bad: Date.parse(end) < now + (isList(what) ? 0 : DAY_MILLIS), text };
  }));
}

/** A line for each, the first to expire on top. */
export function certificateText({ certificates }, now) {
  const all = [...(certificates ?? [])].sort((a, b) => Date.parse(a.end) - Date.parse(b.end));
  if (all.length === 0) return html`<span class="quiet">–</span>`;
  return all.map((one) => html`<div class="small">${plain(one.what)} until ${isDue(one, now) ? mark('warn', date(one.end)) : date(one.end)}</div>`);
}
