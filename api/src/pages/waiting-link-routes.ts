import type { CatalogFacts } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { html } from '../platform/http/html.ts';
import type { Route } from '../platform/http/route.ts';
import type { SignedLinks } from '../platform/links/signed-links.ts';
import { acceptOffer, declineOffer } from '../waiting/answer-offer.ts';
import { acceptPurpose, declinePurpose, describeOffer } from '../waiting/run-waiting-list.ts';
import { type EntryFacts, readOfferFacts } from '../waiting/waiting-list-store.ts';
import { type LinkPage, linkRoutes } from './link-page.ts';
import { waitingLinkWords } from './waiting-link-words.ts';

interface WaitingLinkDeps extends OrderDeps {
  links: SignedLinks;
}

/** Pages of the links in the mail about an offer. The state of the offer decides what a page shows, so a used link shows the result. */
export function waitingLinkRoutes({ database, catalog, clock, links }: WaitingLinkDeps): Route[] {
  const read = async (offerId: string): Promise<EntryFacts> => {
    const facts = await readOfferFacts(database.write, offerId);
    if (facts === undefined || !facts.isFarmerActive) throw new AppError('NOT_FOUND', 'There is no such offer.');
    return facts;
  };
  const command = ({ farmerId }: EntryFacts) => ({ database, catalog, actor: { id: farmerId, role: 'farmer' as const }, now: clock() });

  /** What is left to say about an offer that is answered or over; undefined: it is open. */
  const ended = (facts: EntryFacts): LinkPage | undefined => {
    const { language, offerStatus, expiresAt, orderId } = facts;
    const words = waitingLinkWords[language];
    if (offerStatus === 'accepted')
      return {
        language,
        title: words.accepted,
        content: html`<p>${words.acceptedText(orderId ?? '')}</p><p><a href="/orders/${orderId ?? ''}">${words.seeOrder}</a></p>`,
      };
    if (offerStatus === 'declined') return { language, title: words.declined, content: html`<p>${words.declinedText}</p>` };
    if (offerStatus === 'open' && expiresAt !== undefined && expiresAt > clock()) return undefined;
    return {
      language,
      title: words.ended,
      content: html`<p>${words.endedText}</p><p><a href="/waiting">${words.seeList}</a></p>`,
      status: 410,
    };
  };
  const showOffer = (facts: EntryFacts, catalogFacts: CatalogFacts, action: 'accept' | 'decline'): LinkPage => {
    const { language } = facts;
    const words = waitingLinkWords[language];
    const { when, place, area, crop, cost, until } = describeOffer(facts, language, catalogFacts);
    return {
      language,
      title: action === 'accept' ? words.acceptTitle : words.declineTitle,
      content: html`<div class="facts"><p class="when">${when}</p><p>${place}</p><p>${words.work(area, crop)} · ${cost}</p></div>
<p>${words.until(until ?? '')}</p>
<form method="post"><input type="hidden" name="answer" value="${action}"><button${action === 'accept' ? undefined : html` class="danger"`}>${action === 'accept' ? words.accept : words.decline}</button></form>
<p>${words.hint}</p>`,
    };
  };
  const pagesOf = (purpose: string, operationId: string, summary: string, action: 'accept' | 'decline'): Route[] =>
    linkRoutes({
      purpose,
      operationId,
      summary,
      links,
      clock,
      async show(offerId) {
        const facts = await read(offerId);
        return ended(facts) ?? showOffer(facts, await catalog.facts(), action);
      },
      async act(offerId) {
        const facts = await read(offerId);
        const over = ended(facts);
        if (over !== undefined) return over;
        try {
          await (action === 'accept' ? acceptOffer : declineOffer)(command(facts), offerId);
        } catch (error) {
          // Another answer came first, or the offer does not stand any more.
          if (!(error instanceof AppError) || error.code !== 'OFFER_ENDED') throw error;
          const now = await read(offerId);
          return ended(now) ?? (ended({ ...now, offerStatus: 'withdrawn' }) as LinkPage);
        }
        const after = await read(offerId);
        return ended(after) ?? showOffer(after, await catalog.facts(), action);
      },
      async expired(offerId) {
        const facts = await read(offerId);
        return ended(facts) ?? (ended({ ...facts, offerStatus: 'expired' }) as LinkPage);
      },
    });
  return [
    ...pagesOf(acceptPurpose, 'acceptOfferByLink', 'Accept an offer of the waiting list by link', 'accept'),
    ...pagesOf(declinePurpose, 'declineOfferByLink', 'Decline an offer of the waiting list by link', 'decline'),
  ];
}
