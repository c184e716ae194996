import { parse } from 'lossless-json';
import type { OrderInState } from './arrange.ts';

/** The shapes of the contract, copied from the contract and independent of the service's schemas. */
type Check = (value: unknown) => boolean;
export type Shape = Check | Fields | List;
interface Fields {
  [field: string]: Shape;
}
interface List {
  listOf: Fields;
}
const isList = (shape: Fields | List): shape is List => Object.keys(shape).join() === 'listOf';

const within =
  (least: bigint, most: bigint): Check =>
  (value) =>
    typeof value === 'bigint' && value >= least && value <= most;
const int64 = within(1n, 2n ** 63n - 1n);
const count = within(0n, 2n ** 63n - 1n);
const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
const flag: Check = (value) => typeof value === 'boolean';
const date: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const utc: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
export const exactly =
  (word: unknown): Check =>
  (value) =>
    value === word;

const localTime = {
  hour: within(0n, 23n),
  minute: within(0n, 59n),
  second: within(0n, 59n),
  nano: within(0n, 999_999_999n),
};
export const user = (role: string): Fields => ({
  id: int64,
  email: text,
  fullName: text,
  phoneNumber: text,
  street: text,
  city: text,
  province: text,
  postalCode: text,
  expertise: role === 'sprayer' ? oneOf('apprentice', 'adept', 'expert') : exactly(null),
  role: exactly(role),
  active: flag,
});
export const orderOf = (state: Partial<OrderInState>, receptionist: Shape = user('receptionist')): Fields => ({
  id: int64,
  receptionist,
  date,
  session: { id: int64, startTime: localTime, endTime: localTime },
  location: text,
  latitude: number,
  longitude: number,
  cropType: { id: int64, name: text },
  area: number,
  cost: number,
  orderStatus:
    state.orderStatus === undefined
      ? oneOf('pending', 'cancelled', 'confirmed', 'assigned', 'in_progress', 'completed')
      : exactly(state.orderStatus),
  paymentStatus: state.paymentStatus === undefined ? oneOf('pending', 'paid', 'failed') : exactly(state.paymentStatus),
  paymentMethod: state.paymentMethod === undefined ? oneOf('cash', 'visa', 'mastercard') : exactly(state.paymentMethod),
  completionDate: (value) =>
    state.orderStatus === undefined ? value === null || date(value) : state.orderStatus === 'completed' ? date(value) : value === null,
  confirmed: flag,
  creationDate: date,
});
export const withFarmer = (state: Partial<OrderInState>, receptionist?: Shape) => ({
  ...orderOf(state, receptionist),
  farmer: user('farmer'),
});
export const paged = (item: Fields): Shape => ({
  content: { listOf: item },
  page: { size: count, number: count, totalElements: count, totalPages: count },
});
export const feedback = {
  id: int64,
  order: withFarmer({}),
  overallRating: exactly(5n),
  attentiveRating: exactly(4n),
  friendlyRating: exactly(3n),
  professionalRating: exactly(1n),
  text,
};
export const notification = (role: string) => ({
  id: int64,
  recipient: { ...user(role), password: exactly('[redacted]') },
  order: withFarmer({}),
  subject: text,
  text,
  timestamp: utc,
});

/** Where a value differs from its shape: missing fields, extra fields, values of another type. */
export function deviations(value: unknown, shape: Shape, path = '$'): string[] {
  if (typeof shape === 'function') return shape(value) ? [] : [`${path} is ${show(value)}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    return value.flatMap((item, index) => deviations(item, shape.listOf, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is ${show(value)}`];
  const given = value as Record<string, unknown>;
  return [
    ...Object.keys(given)
      .filter((field) => !(field in shape))
      .map((field) => `${path}.${field} is too many`),
    ...Object.entries(shape).flatMap(([field, inner]) =>
      field in given ? deviations(given[field], inner, `${path}.${field}`) : [`${path}.${field} is missing`],
    ),
  ];
}

const show = (value: unknown) => (typeof value === 'bigint' ? `${value}` : JSON.stringify(value));
// biome-ignore lint/suspicious/noExplicitAny: tests read any response body and fail on missing fields
export const exact = (json: string): any => parse(json, null, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));
