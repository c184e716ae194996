import { deadlineOf, missingFields } from './profile-rules.ts';
import type { RecordContent } from './record-content.ts';

/** What the row of a record repeats of its newest version, for lists. Times are in UTC. */
export interface RecordState {
  version: number;
  profile: string;
  date: string;
  finishedAt: string;
  products: string;
  missing: string[];
  dueAt: string;
  reEntryAt: string | null;
  harvestFrom: string | null;
  /** null: products were not compared with the register. */
  productIds: string[] | null;
  intervalsUnknown: boolean;
}

/** The state that follows from the content of the newest version. */
export const stateOf = (content: RecordContent): RecordState => ({
  version: content.version.version,
  profile: content.profile,
  date: content.date,
  finishedAt: content.finishedAt,
  products: content.products.map(({ name }) => name).join(', '),
  missing: missingFields(content),
  dueAt: deadlineOf(content).toISOString(),
  reEntryAt: content.reEntryAt,
  harvestFrom: content.harvestFrom,
  productIds: content.findings === undefined ? null : content.products.flatMap(({ productId }) => productId ?? []),
  intervalsUnknown: content.intervalsUnknown ?? false,
});

/** Whose work it was, as the row of the record has it. */
export interface RecordOwner {
  orderId: string;
  visit: number;
  operatorId: string;
}

/** What the crew reported in the transaction that made the record. */
export interface ReportedWork {
  sprayerId: string;
  areaSprayed: number;
  note: string | null;
  finishedAt: string;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How the row of a record differs from its newest version; undefined: not at all. */
export function stateFault(state: RecordState, owner: RecordOwner, newest: RecordContent): string | undefined {
  const { orderId, visit, operator } = newest;
  if (!isSame(owner, { orderId, visit, operatorId: operator.id })) return 'its order or operator is not that of its content';
  const expected = stateOf(newest);
  const differing = (Object.keys(expected) as (keyof RecordState)[]).find((name) => !isSame(state[name], expected[name]));
  return differing === undefined ? undefined : `its state differs from its content: ${differing}`;
}

/** How the first version of a record differs from the report of the work; undefined: not at all. */
export function reportFault(report: ReportedWork | undefined, first: RecordContent): string | undefined {
  if (report === undefined) return 'the report of its work is missing';
  const { operator, treatedArea, note, finishedAt } = first;
  const recorded: ReportedWork = { sprayerId: operator.id, areaSprayed: treatedArea, note, finishedAt };
  const differing = (Object.keys(recorded) as (keyof ReportedWork)[]).find((name) => !isSame(report[name], recorded[name]));
  return differing === undefined ? undefined : `its first version differs from the report of the work: ${differing}`;
}
