import { Type } from 'typebox';
import { looksLikePhone, phonePrefixes } from '../accounts/account-rules.ts';
import { PhoneNumber } from '../accounts/account-schemas.ts';
import { writeUser } from '../accounts/account-store.ts';
import { languages, personChangeFields } from '../accounts/person.ts';
import { UserSchema, userExample } from '../accounts/user.ts';
import { CropSchema, cropExample } from '../catalog/catalog-schemas.ts';
import { countNotifications } from '../notifications/notification-store.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { Paged, pageExample, pageJson, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, Int32, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { addNote, changeCustomer, noSuchFarmer } from './change-customer.ts';
import { confirmNumber } from './confirm-number.ts';
import { countFields, listFields } from './customer-field-store.ts';
import { countNotes, listMessages, listNotes } from './customer-note-store.ts';
import { countCustomers, customerSortColumns, findCustomer, isFarmer, listCustomers, searchCustomers } from './customer-store.ts';

const CustomerSchema = named(
  'Customer',
  Exact({
    farmer: UserSchema,
    language: OneOf(languages, { description: 'Language of messages to the farmer.' }),
    phoneConfirmed: Type.Boolean({
      description:
        'Whether the office or a code has confirmed the phone number. Callers are found, and get messages, by confirmed numbers only.',
    }),
    since: Timestamp({ description: 'Time at which the account was created.' }),
    mergedInto: Type.Unsafe<string | null>({
      type: ['integer', 'null'],
      format: 'int64',
      description: 'The account into which this one was merged; null: none.',
    }),
    openOrders: Int32({ minimum: 0 }),
    completedOrders: Int32({ minimum: 0 }),
    cancelledOrders: Int32({ minimum: 0 }),
    owed: Type.Number({ description: 'Amount due for completed orders.' }),
    messages: Int32({ minimum: 0 }),
    notes: Int32({ minimum: 0 }),
  }),
);
export const customerExample = {
  farmer: userExample,
  language: 'vi',
  phoneConfirmed: true,
  since: '2026-08-17T02:30:00.000Z',
  mergedInto: null,
  openOrders: 2,
  completedOrders: 7,
  cancelledOrders: 1,
  owed: 375000,
  messages: 34,
  notes: 1,
};

const FieldSchema = named(
  'CustomerField',
  Exact({
    location: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    cropType: CropSchema,
    area: Type.Number(),
    lastDate: CalendarDate({ description: 'Date of the last order there.' }),
    lastOrderId: Id(),
    orders: Int32({ minimum: 1 }),
  }),
);
const fieldExample = {
  location: 'Ruộng sau đình, Long Điền A',
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: cropExample,
  area: 12.5,
  lastDate: '2026-11-17',
  lastOrderId: 42,
  orders: 3,
};

const NoteSchema = named('CustomerNote', Exact({ id: Id(), timestamp: Timestamp(), by: Type.String(), text: Type.String() }));
const noteExample = { id: 1, timestamp: '2026-11-15T02:30:00.000Z', by: 'Trần Thị Mai', text: 'Gate is locked: call before you come.' };
const NoteBody = named('NewCustomerNote', Type.Object({ text: Text(2000) }));
const writeNote = compileRowWriter(NoteSchema);

const MessageSchema = named(
  'CustomerMessage',
  Exact({ id: Id(), timestamp: Timestamp(), orderId: Id(), subject: Type.String(), text: Type.String(), read: Type.Boolean() }),
);
const messageExample = {
  id: 9,
  timestamp: '2026-11-15T02:30:00.000Z',
  orderId: 42,
  subject: 'Your spray is booked',
  text: 'Tuesday 17 November at 06:00.',
  read: true,
};
const writeMessage = compileRowWriter(MessageSchema);

const CustomerChangeBody = named('CustomerChange', Type.Object(personChangeFields));
const ConfirmationBody = named('PhoneConfirmation', Type.Object({ phoneNumber: PhoneNumber }));
const FarmerId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The farmer.'), example: 3 }) });

/** The office's view of farmers. */
export function customerRoutes({ database, catalog, clock, hasSms }: OrderDeps & { hasSms: boolean }): Route[] {
  const writeField = compileRowWriter(FieldSchema, catalog.fragments);
  const answer = async (db: Db, id: string): Promise<string> => {
    const customer = await findCustomer(db, id);
    if (customer === undefined) throw noSuchFarmer();
    const { user, language, phoneConfirmed, since, mergedInto, openOrders, completedOrders, cancelledOrders, owed, messages, notes } =
      customer;
    return `{"farmer":${writeUser(user)},"language":"${language}","phoneConfirmed":${phoneConfirmed},"since":"${since}","mergedInto":${mergedInto},"openOrders":${openOrders},"completedOrders":${completedOrders},"cancelledOrders":${cancelledOrders},"owed":${owed},"messages":${messages},"notes":${notes}}`;
  };
  const checkFarmer = async (id: string) => {
    if (!(await isFarmer(database.read, id))) throw noSuchFarmer();
  };
  const shared = { access: 'receptionist', tag: 'receptionist' } as const;
  const ofFarmer = { ...shared, params: FarmerId, paging: { sortable: [] }, problems: ['NOT_FOUND'] } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/customer/',
      operationId: 'listCustomers',
      summary: 'Farmers, found by name, phone number or place',
      description:
        'Default sort: by name; of a search, a phone number that was given in full, names that begin with the text, other names, then places. Without a search, all farmers.',
      query: Type.Object({
        search: Type.Optional(
          Text(100, {
            description:
              'Prefixes of words in the name or the address, or, with two letters or more, in the place of an order; with or without accents. Or a phone number or its beginning, in any format.',
            example: 'lua cho moi',
          }),
        ),
        active: Type.Optional(Type.Boolean({ description: 'Default: true.', example: true })),
      }),
      paging: { sortable: Object.keys(customerSortColumns) },
      response: Paged('UserPage', UserSchema),
      example: { content: [userExample], page: pageExample },
      async handle({ query: { search, active = true }, pageable }) {
        const { page, size, sort } = pageable;
        if (search === undefined)
          return readPage(
            pageable,
            () => countCustomers(database.read, active),
            async (limit, offset) => (await listCustomers(database.read, active, sort, limit, offset)).map(writeUser),
          );
        const typed = search.trim();
        const filter = { active, search: typed, phonePrefixes: looksLikePhone(typed) ? phonePrefixes(typed) : [] };
        const { total, rows } = await searchCustomers(database.read, filter, sort, size, page * size);
        return pageJson(pageable, total, rows.map(writeUser));
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/customer/{id}',
      operationId: 'getCustomer',
      summary: 'A farmer, with the data of the account',
      params: FarmerId,
      response: CustomerSchema,
      example: customerExample,
      problems: ['NOT_FOUND'],
      handle: ({ params }) => answer(database.read, params.id),
    }),
    route({
      ...shared,
      method: 'PATCH',
      path: '/api/receptionist/customer/{id}',
      operationId: 'changeCustomer',
      summary: 'Change name, phone number, address or e-mail address of a farmer',
      description: 'Omitted fields stay unchanged.',
      params: FarmerId,
      body: CustomerChangeBody,
      bodyExample: { phoneNumber: '0901 234 561', city: 'Chợ Mới' },
      response: CustomerSchema,
      example: customerExample,
      problems: ['NOT_FOUND', 'ACCOUNT_EXISTS', 'FARMER_MERGED'],
      async handle(call) {
        await changeCustomer({ database: call.database, actorId: call.user.id, now: clock(), hasSms }, call.params.id, call.body);
        return answer(call.database.write, call.params.id);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/customer/{id}/confirm-phone',
      operationId: 'confirmCustomerPhone',
      summary: 'Confirm the phone number of a farmer after a call',
      description:
        'Call the number first: the person there must say that the account is theirs. From then on callers with this number are this farmer. Other accounts whose holders have typed the number lose it. Idempotent.',
      params: FarmerId,
      body: ConfirmationBody,
      bodyExample: { phoneNumber: '0901 234 561' },
      response: CustomerSchema,
      example: customerExample,
      problems: ['NOT_FOUND', 'ACCOUNT_EXISTS', 'FARMER_DEACTIVATED'],
      async handle(call) {
        await confirmNumber({ database: call.database, actorId: call.user.id, now: clock() }, call.params.id, call.body.phoneNumber);
        return answer(call.database.write, call.params.id);
      },
    }),
    route({
      ...ofFarmer,
      method: 'GET',
      path: '/api/receptionist/customer/{id}/field/',
      operationId: 'listCustomerFields',
      summary: 'Places of earlier orders of a farmer',
      description: 'Newest first, each as in its last order.',
      response: Paged('CustomerFieldPage', FieldSchema),
      example: { content: [fieldExample], page: pageExample },
      async handle({ params, pageable }) {
        await checkFarmer(params.id);
        return readPage(
          pageable,
          () => countFields(database.read, params.id),
          async (limit, offset) => {
            const rows = await listFields(database.read, params.id, limit, offset);
            await catalog.ensureLoaded(
              rows.map((row) => String(row[3])),
              [],
            );
            return rows.map(writeField);
          },
        );
      },
    }),
    route({
      ...ofFarmer,
      method: 'GET',
      path: '/api/receptionist/customer/{id}/note/',
      operationId: 'listCustomerNotes',
      summary: "The office's notes about a farmer",
      description: 'Newest first. Farmers do not see them.',
      response: Paged('CustomerNotePage', NoteSchema),
      example: { content: [noteExample], page: pageExample },
      async handle({ params, pageable }) {
        await checkFarmer(params.id);
        return readPage(
          pageable,
          () => countNotes(database.read, params.id),
          async (limit, offset) => (await listNotes(database.read, params.id, limit, offset)).map(writeNote),
        );
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/customer/{id}/note',
      operationId: 'addCustomerNote',
      summary: 'Write a note about a farmer',
      params: FarmerId,
      body: NoteBody,
      bodyExample: { text: noteExample.text },
      response: NoteSchema,
      example: noteExample,
      problems: ['NOT_FOUND', 'FARMER_MERGED'],
      idempotent: true,
      handle: async (call) =>
        writeNote(await addNote({ database: call.database, actorId: call.user.id, now: clock() }, call.params.id, call.body.text)),
    }),
    route({
      ...ofFarmer,
      method: 'GET',
      path: '/api/receptionist/customer/{id}/message/',
      operationId: 'listCustomerMessages',
      summary: 'Messages to a farmer',
      description: 'Newest first.',
      response: Paged('CustomerMessagePage', MessageSchema),
      example: { content: [messageExample], page: pageExample },
      async handle({ params, pageable }) {
        await checkFarmer(params.id);
        return readPage(
          pageable,
          () => countNotifications(database.read, params.id),
          async (limit, offset) => (await listMessages(database.read, params.id, limit, offset)).map(writeMessage),
        );
      },
    }),
  ];
}
