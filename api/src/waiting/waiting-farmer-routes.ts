import { answerFarmerOrder, commandContext, type OrderDeps } from '../orders/order-http.ts';
import { FarmerOrderSchema, farmerOrderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Db } from '../platform/postgres/database.ts';
import { acceptOffer, declineOffer, leaveWaitingList } from './answer-offer.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { maxOpenEntries } from './waiting.ts';
import { countFarmerEntries, entrySortColumns, listFarmerEntries, readEntry } from './waiting-list-store.ts';
import {
  NewWaitingEntrySchema,
  newWaitingEntryExample,
  WaitingEntryId,
  WaitingEntrySchema,
  WaitingOfferId,
  WaitingWriter,
  waitingEntryExample,
  wishOf,
} from './waiting-schemas.ts';

/** The waiting list for farmers. */
export function waitingFarmerRoutes(deps: OrderDeps): Route[] {
  const { database, catalog } = deps;
  const writer = new WaitingWriter(catalog);
  const answer = async (db: Db, id: string): Promise<string> => {
    const row = await readEntry(db, id);
    return row === undefined ? 'null' : String((await writer.entries([row], false))[0]);
  };
  return [
    route({
      method: 'GET',
      path: '/api/farmer/waiting-entry/',
      operationId: 'listMyWaitingEntries',
      access: 'farmer',
      tag: 'farmer',
      summary: 'My entries on the waiting list',
      description: 'With the open offer of each, if there is one. Default sort: open entries first, then the latest.',
      paging: { sortable: Object.keys(entrySortColumns) },
      response: Paged('WaitingEntryPage', WaitingEntrySchema),
      example: { content: [waitingEntryExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countFarmerEntries(database.read, user.id),
          async (limit, offset) => writer.entries(await listFarmerEntries(database.read, user.id, pageable.sort, limit, offset), false),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/farmer/waiting-entry',
      operationId: 'joinWaitingList',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Join the waiting list',
      description: `For sessions that are full. When a place becomes free, the entry that has waited longest for it gets an offer. At most ${maxOpenEntries} open entries.`,
      body: NewWaitingEntrySchema,
      bodyExample: newWaitingEntryExample,
      response: WaitingEntrySchema,
      example: { ...waitingEntryExample, status: 'waiting', offer: null },
      problems: ['PLACE_FREE', 'WAITING_LIMIT', 'SESSION_BEGUN'],
      idempotent: true,
      async handle(call) {
        const id = await joinWaitingList(commandContext(deps, call), call.user.id, wishOf(call.body));
        return answer(call.database.write, id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/waiting-entry/{id}/leave',
      operationId: 'leaveWaitingList',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Leave the waiting list',
      description: 'An open offer of the entry goes to the next in line. Idempotent.',
      params: WaitingEntryId,
      response: WaitingEntrySchema,
      example: { ...waitingEntryExample, status: 'left', ahead: null, offer: null },
      problems: ['NOT_FOUND', 'WAITING_ENTRY_CLOSED'],
      idempotent: true,
      async handle(call) {
        await leaveWaitingList(commandContext(deps, call), call.params.id);
        return answer(call.database.write, call.params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/waiting-offer/{id}/accept',
      operationId: 'acceptWaitingOffer',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Accept an offer',
      description: 'Books the place that the offer holds; the order is confirmed. Idempotent.',
      params: WaitingOfferId,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['NOT_FOUND', 'OFFER_ENDED', 'TOO_MANY_OPEN_BOOKINGS', 'SESSION_FULL', 'SESSION_CLOSED', 'SESSION_BEGUN', 'AREA_TOO_LARGE'],
      idempotent: true,
      async handle(call) {
        const orderId = await acceptOffer(commandContext(deps, call), call.params.id);
        return answerFarmerOrder(deps, await findFarmerOrder(call.database.write, orderId, call.user.id), call.reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/waiting-offer/{id}/decline',
      operationId: 'declineWaitingOffer',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Decline an offer',
      description: 'The place goes to the next in line. The entry keeps its position for other places. Idempotent.',
      params: WaitingOfferId,
      response: WaitingEntrySchema,
      example: { ...waitingEntryExample, status: 'waiting', offer: null },
      problems: ['NOT_FOUND', 'OFFER_ENDED'],
      idempotent: true,
      handle: async (call) => answer(call.database.write, await declineOffer(commandContext(deps, call), call.params.id)),
    }),
  ];
}
