import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { orderExists } from '../orders/order-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Id, Nullable, NullableOneOf, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { maxCrewSize, meetsPin } from './crew-rules.ts';
import { readCrew } from './crew-store.ts';
import { findPin } from './order-pin-store.ts';
import { pinCrew, unpinCrew } from './pin-crew.ts';

const pinKinds = ['crew', 'person'] as const;
const kindText = 'crew: exactly these sprayers. person: this sprayer, with or without a partner.';

const PinSchema = named(
  'OrderPin',
  Exact({
    pin: Nullable(
      Exact({
        kind: OneOf(pinKinds, { description: kindText }),
        sprayers: Type.Array(
          Exact({
            id: Id(),
            fullName: Type.String(),
            expertise: NullableOneOf(['apprentice', 'adept', 'expert'], { description: 'null: not a sprayer any more.' }),
            active: Type.Boolean({ description: 'false: deactivated, so the pin cannot be met.' }),
          }),
        ),
        by: Type.String({ description: 'Name of the user who set it.' }),
        timestamp: Timestamp(),
        isMet: Type.Boolean({ description: 'The present crew of the order agrees with it.' }),
      }),
    ),
  }),
);
const pinExample = {
  pin: {
    kind: 'person',
    sprayers: [{ id: 6, fullName: 'Lê Văn Bay', expertise: 'expert', active: true }],
    by: 'Trần Thị Đồng',
    timestamp: '2026-11-15T02:30:00.000Z',
    isMet: false,
  },
};
const PinBody = named(
  'NewOrderPin',
  Type.Object({
    kind: OneOf(pinKinds, { description: kindText }),
    sprayerIds: Type.Array(Id(), {
      minItems: 1,
      maxItems: maxCrewSize,
      uniqueItems: true,
      description: 'One for a person; one or two for a crew.',
    }),
  }),
);

/** Crews that the office fixes for an order. */
export function pinRoutes({ database, clock }: OrderDeps): Route[] {
  const answer = async (db: Db, orderId: string): Promise<string> => {
    const pin = await findPin(db, orderId);
    if (pin === undefined) return '{"pin":null}';
    const { kind, sprayers, by, timestamp } = pin;
    const isMet = meetsPin(pin, await readCrew(db, orderId));
    const members = sprayers.map(
      ({ id, fullName, expertise, active }) =>
        `{"id":${id},"fullName":${JSON.stringify(fullName)},"expertise":${JSON.stringify(expertise)},"active":${active}}`,
    );
    return `{"pin":{"kind":"${kind}","sprayers":[${members}],"by":${JSON.stringify(by)},"timestamp":"${timestamp}","isMet":${isMet}}}`;
  };
  const shared = { path: '/api/receptionist/order/{id}/pin', access: 'receptionist', tag: 'receptionist', params: OrderId } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      operationId: 'getOrderPin',
      summary: 'The pinned crew of an order',
      response: PinSchema,
      example: pinExample,
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return answer(database.read, params.id);
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      operationId: 'pinCrew',
      summary: 'Pin the crew of an order',
      description:
        'Suggestions, assignments and plans keep the pin. A crew that is assigned already stays; `isMet` says whether it agrees.',
      body: PinBody,
      bodyExample: { kind: 'person', sprayerIds: [5] },
      response: PinSchema,
      example: pinExample,
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'CREW_UNKNOWN', 'CREW_NEEDS_SENIOR', 'CREW_BANNED'],
      idempotent: true,
      async handle({ database: through, params, body, user }) {
        if (body.kind === 'person' && body.sprayerIds.length > 1)
          throw invalid({ path: 'sprayerIds', message: 'must have one sprayer for a pinned person' });
        await pinCrew({ database: through, actor: user, now: clock() }, params.id, body);
        return answer(through.write, params.id);
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      operationId: 'unpinCrew',
      summary: 'Remove the pin of an order',
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ database: through, params, user }) {
        await unpinCrew({ database: through, actor: user, now: clock() }, params.id);
        return { done: true };
      },
    }),
  ];
}
