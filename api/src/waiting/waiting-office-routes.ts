import { Type } from 'typebox';
import type { MessageContext } from '../notifications/send-messages.ts';
import { answerOrder, commandContext, type OrderDeps, RescheduleBody, rescheduleExample } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findOrder } from '../orders/order-store.ts';
import { findOrAddCaller } from '../orders/place-for-caller.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Id, named, Text } from '../platform/http/schemas.ts';
import { type Db, withinTransaction } from '../platform/postgres/database.ts';
import { acceptOffer, declineOffer, entryNotFound, leaveWaitingList } from './answer-offer.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { offerByHand } from './offer-place.ts';
import { mailRemoval } from './run-waiting-list.ts';
import { countEntries, countSteps, entrySortColumns, listEntries, listSteps, readEntry } from './waiting-list-store.ts';
import {
  NewCallerWaitingEntrySchema,
  newCallerWaitingEntryExample,
  OfficeWaitingEntrySchema,
  officeWaitingEntryExample,
  WaitingEntryId,
  WaitingOfferId,
  WaitingStepSchema,
  WaitingWriter,
  waitingStepExample,
  wishOf,
} from './waiting-schemas.ts';

/** The waiting list for the office. */
export function waitingOfficeRoutes(deps: OrderDeps & { messages: MessageContext }): Route[] {
  const { database, catalog } = deps;
  const writer = new WaitingWriter(catalog);
  const writeStep = compileRowWriter(WaitingStepSchema, catalog.fragments);
  const answer = async (db: Db, id: string): Promise<string> => {
    const row = await readEntry(db, id);
    if (row === undefined) throw entryNotFound();
    return String((await writer.entries([row], true))[0]);
  };
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/waiting-entry/',
      operationId: 'listWaitingEntries',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The waiting list',
      description: 'Default: open entries, longest waiting first.',
      query: Type.Object({
        date: Type.Optional(CalendarDate({ description: 'Only entries that want this date.', example: '2026-11-17' })),
        sessionId: Type.Optional(Type.Unsafe<string>({ ...Id('Only entries that want this session.'), example: 3 })),
        closed: Type.Optional(Type.Boolean({ description: 'true: entries that have ended, latest first.', example: false })),
      }),
      paging: { sortable: Object.keys(entrySortColumns) },
      response: Paged('OfficeWaitingEntryPage', OfficeWaitingEntrySchema),
      example: { content: [officeWaitingEntryExample], page: pageExample },
      handle({ query, pageable }) {
        const filter = { date: query.date ?? null, sessionId: query.sessionId ?? null, isClosed: query.closed === true };
        return readPage(
          pageable,
          () => countEntries(database.read, filter),
          async (limit, offset) => writer.entries(await listEntries(database.read, filter, pageable.sort, limit, offset), true),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/waiting-entry/{id}/step/',
      operationId: 'listWaitingSteps',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'History of an entry',
      description: 'Offers and their answers, and each time the entry was passed over with the reason. Latest first.',
      params: WaitingEntryId,
      paging: { sortable: [] },
      response: Paged('WaitingStepPage', WaitingStepSchema),
      example: { content: [waitingStepExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        if ((await readEntry(database.read, params.id)) === undefined) throw entryNotFound();
        return readPage(
          pageable,
          () => countSteps(database.read, params.id),
          async (limit, offset) => {
            const rows = await listSteps(database.read, params.id, limit, offset);
            await catalog.ensureLoaded(
              [],
              rows.flatMap((row) => row[4] ?? []),
            );
            return rows.map(writeStep);
          },
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/waiting-entry',
      operationId: 'addToWaitingList',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Add a farmer on the phone to the waiting list',
      description: 'The farmer is found by phone number, or a new account is created.',
      body: NewCallerWaitingEntrySchema,
      bodyExample: newCallerWaitingEntryExample,
      response: OfficeWaitingEntrySchema,
      example: { ...officeWaitingEntryExample, status: 'waiting', offer: null },
      problems: ['FARMER_DEACTIVATED', 'PLACE_FREE', 'WAITING_LIMIT', 'SESSION_BEGUN'],
      idempotent: true,
      async handle(call) {
        const { farmer, ...wish } = call.body;
        const command = commandContext(deps, call);
        return call.database.transaction(async (tx) => {
          const farmerId = await findOrAddCaller(tx, farmer, command.actor.id, command.now);
          const id = await joinWaitingList({ ...command, database: withinTransaction(call.database, tx) }, farmerId, wishOf(wish));
          return answer(tx, id);
        });
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/waiting-entry/{id}/remove',
      operationId: 'removeFromWaitingList',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Remove an entry from the waiting list, with a reason',
      description: 'The farmer is notified. An open offer of the entry goes to the next in line. Idempotent.',
      params: WaitingEntryId,
      body: named('WaitingRemoval', Type.Object({ reason: Text(500) })),
      bodyExample: { reason: 'The farmer called and has found another day.' },
      response: OfficeWaitingEntrySchema,
      example: { ...officeWaitingEntryExample, status: 'removed', ahead: null, offer: null },
      problems: ['NOT_FOUND', 'WAITING_ENTRY_CLOSED'],
      idempotent: true,
      async handle(call) {
        const command = commandContext(deps, call);
        const reason = call.body.reason.trim();
        return call.database.transaction(async (tx) => {
          const isRemoved = await leaveWaitingList({ ...command, database: withinTransaction(call.database, tx) }, call.params.id, reason);
          if (isRemoved) await mailRemoval(tx, deps, call.params.id, reason, command.now);
          return answer(tx, call.params.id);
        });
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/waiting-entry/{id}/offer',
      operationId: 'offerWaitingPlace',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Offer a free place to an entry by hand',
      description:
        'Also for other dates and sessions than the entry has, in the quiet hours, and shortly before the session. Entries that have waited longer for the place are passed over, with that reason.',
      params: WaitingEntryId,
      body: RescheduleBody,
      bodyExample: rescheduleExample,
      response: OfficeWaitingEntrySchema,
      example: officeWaitingEntryExample,
      problems: [
        'NOT_FOUND',
        'WAITING_ENTRY_CLOSED',
        'DATE_NOT_BOOKABLE',
        'SESSION_BEGUN',
        'SESSION_FULL',
        'SESSION_CLOSED',
        'AREA_TOO_LARGE',
      ],
      idempotent: true,
      async handle(call) {
        const { date, session } = call.body;
        await offerByHand(commandContext(deps, call), call.params.id, { date, sessionId: session.id });
        return answer(call.database.write, call.params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/waiting-offer/{id}/accept',
      operationId: 'acceptWaitingOfferForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Accept an offer for a farmer on the phone',
      params: WaitingOfferId,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND', 'OFFER_ENDED', 'FARMER_DEACTIVATED', 'SESSION_FULL', 'SESSION_CLOSED', 'SESSION_BEGUN'],
      idempotent: true,
      async handle(call) {
        const orderId = await acceptOffer(commandContext(deps, call), call.params.id);
        return answerOrder(deps, await findOrder(call.database.write, orderId), call.reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/waiting-offer/{id}/decline',
      operationId: 'declineWaitingOfferForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Decline an offer for a farmer on the phone',
      params: WaitingOfferId,
      response: OfficeWaitingEntrySchema,
      example: { ...officeWaitingEntryExample, status: 'waiting', offer: null },
      problems: ['NOT_FOUND', 'OFFER_ENDED'],
      idempotent: true,
      handle: async (call) => answer(call.database.write, await declineOffer(commandContext(deps, call), call.params.id)),
    }),
  ];
}
