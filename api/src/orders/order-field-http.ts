import { Type } from 'typebox';
import { BoundarySchema, boundaryJson } from '../fields/field-schemas.ts';
import { findOrderField } from '../fields/order-field-store.ts';
import { Exact, Nullable, NullableText, named } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { OrderId } from './order-http.ts';

const NullableId = Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1 });
export const OrderFieldSchema = named(
  'OrderField',
  Exact({
    fieldId: NullableId,
    name: NullableText(),
    boundary: Nullable(BoundarySchema),
    areaM2: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    obstacles: NullableText(),
    notes: NullableText(),
  }),
);
export const orderFieldExample = {
  fieldId: 7,
  name: 'Ruộng sau đình, Long Điền A',
  boundary: null,
  areaM2: null,
  obstacles: 'Đường điện phía bắc',
  notes: null,
};

/** What the routes that read the field of an order share. */
export const readingOrderField = {
  method: 'GET',
  description: 'Boundary and area as they were when the field was chosen. All values are null if the order has no field of the registry.',
  params: OrderId,
  response: OrderFieldSchema,
  example: orderFieldExample,
  problems: ['NOT_FOUND'],
} as const;

/** JSON of the field of an order. */
export async function orderFieldJson(db: Db, orderId: string): Promise<string> {
  const found = await findOrderField(db, orderId);
  if (found === undefined) return '{"fieldId":null,"name":null,"boundary":null,"areaM2":null,"obstacles":null,"notes":null}';
  const text = JSON.stringify;
  return `{"fieldId":${found.fieldId},"name":${text(found.name)},"boundary":${boundaryJson(found.boundary)},"areaM2":${found.areaM2},"obstacles":${text(found.obstacles)},"notes":${text(found.notes)}}`;
}
