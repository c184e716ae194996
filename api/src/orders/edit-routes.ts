import { unitOfOrder } from '../catalog/area-unit-rules.ts';
import { cropJson } from '../catalog/catalog.ts';
import { cropExample, QuoteSchema } from '../catalog/catalog-schemas.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Call, type Route, route } from '../platform/http/route.ts';
import { orderNotFound } from './act-on-order.ts';
import { editOrder, type FollowLedger, getEditQuote, prepareEdit, type WithdrawIntents } from './edit-order.ts';
import {
  CrewNoteSchema,
  crewNoteExample,
  EditBody,
  EditQuoteQuery,
  EditSchema,
  editExample,
  editStepExample,
  writeEdit,
} from './edit-schemas.ts';
import { countEdits, editSortColumns, findCrewNote, listEdits } from './edit-store.ts';
import { answerFarmerOrder, answerOrder, commandContext, type OrderDeps, OrderId } from './order-http.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from './order-schemas.ts';
import { findFarmerOrder, orderExists } from './order-store.ts';

const shared = { params: OrderId, problems: ['NOT_FOUND'] } as const;
const editing = {
  ...shared,
  method: 'POST',
  body: EditBody,
  bodyExample: editExample,
  problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'COST_FIXED', 'AREA_TOO_LARGE', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  idempotent: true,
  versioned: true,
} as const;
const rule =
  'The cost follows the prices of the day of booking. It cannot change once the order is paid or an invoice is issued; an open card payment of the old cost is ended.';

/** Editing an order before work begins, and the note to the crew. */
export function editRoutes(deps: OrderDeps, withdrawIntents: WithdrawIntents, followLedger: FollowLedger): Route[] {
  const { database, catalog } = deps;
  const ownOnly = async (orderId: string, farmerId: string) => {
    if ((await findFarmerOrder(database.read, orderId, farmerId)) === undefined) throw orderNotFound();
  };
  const existingOnly = async (orderId: string) => {
    if (!(await orderExists(database.read, orderId))) throw orderNotFound();
  };
  const edits = (orderId: string, pageable: Pageable) =>
    readPage(
      pageable,
      () => countEdits(database.read, orderId),
      async (limit, offset) => (await listEdits(database.read, orderId, pageable.sort, limit, offset)).map(writeEdit),
    );
  const quote = async (call: Call<typeof OrderId, typeof EditQuoteQuery, undefined, 'farmer'>) => {
    const { price, cost, cropId, area, areaUnit } = await getEditQuote(commandContext(deps, call), call.params.id, call.query);
    const { company, crops } = await catalog.facts();
    const crop = crops.get(cropId);
    return `{"cropType":${crop === undefined ? 'null' : cropJson(crop)},"area":${area},"unit":${JSON.stringify(unitOfOrder(areaUnit, company.areaUnit))},"pricePerUnit":${price},"cost":${cost},"currency":"${company.currency}"}`;
  };
  const quoting = {
    ...shared,
    method: 'GET',
    description: 'Calculated with the prices at booking.',
    query: EditQuoteQuery,
    response: QuoteSchema,
    example: { cropType: cropExample, area: 14, unit: 'decare', pricePerUnit: 30000, cost: 420000, currency: 'VND' },
  } as const;
  const listing = {
    ...shared,
    method: 'GET',
    description: 'Default sort: oldest first. Each edit is also an entry of the history.',
    paging: { sortable: Object.keys(editSortColumns) },
    response: Paged('OrderEditPage', EditSchema),
    example: { content: [editStepExample], page: pageExample },
  } as const;
  const noting = { ...shared, method: 'GET', response: CrewNoteSchema, example: crewNoteExample } as const;
  return [
    route({
      ...editing,
      path: '/api/farmer/order/{id}/edit',
      operationId: 'editFarmerOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Change area, crop, place or note of my order',
      description: `While it is pending. ${rule}`,
      response: FarmerOrderSchema,
      example: { ...farmerOrderExample, area: 14, cost: 420000 },
      prepare: (call) => prepareEdit(commandContext(deps, call), call.params.id, call.body, withdrawIntents),
      handle: async (call) =>
        answerFarmerOrder(deps, await editOrder(commandContext(deps, call), call.params.id, call.body, followLedger), call.reply),
    }),
    route({
      ...editing,
      path: '/api/receptionist/order/{id}/edit',
      operationId: 'editOrder',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Change area, crop, place or note of an order',
      description: `Before its work begins. The office may exceed the largest area of the session. ${rule}`,
      response: OrderSchema,
      example: { ...orderExample, area: 14, cost: 420000 },
      prepare: (call) => prepareEdit(commandContext(deps, call), call.params.id, call.body, withdrawIntents),
      handle: async (call) =>
        answerOrder(deps, await editOrder(commandContext(deps, call), call.params.id, call.body, followLedger), call.reply),
    }),
    route({
      ...listing,
      path: '/api/farmer/order/{id}/edit/',
      operationId: 'listFarmerOrderEdits',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Edits of my order: old and new values',
      async handle({ params, user, pageable }) {
        await ownOnly(params.id, user.id);
        return edits(params.id, pageable);
      },
    }),
    route({
      ...listing,
      path: '/api/receptionist/order/{id}/edit/',
      operationId: 'listOrderEdits',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Edits of an order: old and new values',
      async handle({ params, pageable }) {
        await existingOnly(params.id);
        return edits(params.id, pageable);
      },
    }),
    route({
      ...quoting,
      path: '/api/farmer/order/{id}/quote',
      operationId: 'quoteFarmerOrderEdit',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Price of my order with another crop or area',
      handle: (call) => quote(call),
    }),
    route({
      ...quoting,
      path: '/api/receptionist/order/{id}/quote',
      operationId: 'quoteOrderEdit',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Price of an order with another crop or area',
      handle: (call) => quote(call),
    }),
    route({
      ...noting,
      path: '/api/farmer/order/{id}/note',
      operationId: 'getFarmerOrderNote',
      access: 'farmer',
      tag: 'farmer',
      summary: 'The note to the crew of my order',
      async handle({ params, user }) {
        await ownOnly(params.id, user.id);
        return { note: await findCrewNote(database.read, params.id) };
      },
    }),
    route({
      ...noting,
      path: '/api/receptionist/order/{id}/note',
      operationId: 'getOrderNote',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The note to the crew of an order',
      async handle({ params }) {
        await existingOnly(params.id);
        return { note: await findCrewNote(database.read, params.id) };
      },
    }),
  ];
}
