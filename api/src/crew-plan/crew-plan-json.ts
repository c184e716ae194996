import type { Catalog } from '../catalog/catalog.ts';
import type { Alternative, BlockRoute, ConflictFact, Place, PlanCost, Reason } from '../dispatch/planner/model.ts';
import { idValue, toJson } from '../platform/http/id-json.ts';
import type { Row } from '../platform/postgres/database.ts';
import type { Unplaced } from './crew-plan-row-store.ts';
import { gapOf, undoableUntil } from './crew-plan-rules.ts';
import { alternativeInWords, factInWords, reasonsInWords, resolutionInWords, type Vocabulary } from './crew-plan-words.ts';

const parse = <T>(text: unknown): T | null => (text == null ? null : (JSON.parse(String(text)) as T));
const nullableId = (id: unknown): string | null => (id == null ? null : idValue(String(id)));
const nullableNumber = (value: unknown): number | null => (value == null ? null : Number(value));

type PeopleCell = [id: string, fullName: string][];
const people = (cell: unknown) => (parse<PeopleCell>(cell) ?? []).map(([id, fullName]) => ({ id: idValue(id), fullName }));

export function planJson(row: Row): string {
  const [id, date, state, timestamp, by, fewestChanges, absentId, absentName, basedOn, replacedBy, failure, phase, elapsedMs] = row;
  const [progressCost, bound, progressWithout, isOptimal, costs, previousCosts, minWithoutCrew, travel, acceptedAt, undoneAt] =
    row.slice(13);
  const [orders, changes, crewless, pinned, accepted, leftOut] = row.slice(23);
  const items = parse<PlanCost>(costs);
  const cost = items?.total ?? nullableNumber(progressCost);
  const lowerBound = nullableNumber(bound);
  return toJson({
    id: idValue(String(id)),
    ...{ date, state, timestamp, by, fewestChanges: fewestChanges === 't' },
    absent: absentId == null ? null : { id: idValue(String(absentId)), fullName: absentName },
    ...{ basedOn: nullableId(basedOn), replacedBy: nullableId(replacedBy), failure: failure ?? null, phase: phase ?? null },
    ...{ elapsedMs: Number(elapsedMs), cost, lowerBound, gap: cost === null || lowerBound === null ? null : gapOf(cost, lowerBound) },
    isOptimal: isOptimal === 't',
    ...{ costs: items, previousCosts: parse<PlanCost>(previousCosts), minWithoutCrew: nullableNumber(minWithoutCrew), travel },
    ...{ orders: Number(orders), changes: Number(changes), withoutCrew: Number(items === null ? (progressWithout ?? 0) : crewless) },
    ...{ pinned: Number(pinned), accepted: Number(accepted), leftOut: Number(leftOut) },
    acceptedAt: acceptedAt ?? null,
    undoableUntil: state === 'accepted' ? undoableUntil(new Date(String(acceptedAt))).toISOString() : null,
    undoneAt: undoneAt ?? null,
  });
}

/** Ids of the sprayers and orders that the texts of rows name. */
export function namedIn(rows: readonly Row[]): { sprayerIds: string[]; orderIds: string[] } {
  const sprayers = new Set<string>();
  const orders = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (typeof value === 'object' && value !== null) for (const [name, item] of Object.entries(value)) visit(item, name);
    else if (typeof value === 'string' && /^(sprayerIds?|crew)$/.test(key)) sprayers.add(value);
    else if (typeof value === 'string' && /orderid$/i.test(key)) orders.add(value);
  };
  for (const row of rows) for (const cell of row.slice(12, 15)) visit(parse(cell), '');
  return { sprayerIds: [...sprayers], orderIds: [...orders] };
}

const sessionMark = 'session of the row';

/** A session is stored as JSON text already. */
const withSession = (json: string, catalog: Catalog, sessionId: unknown): string =>
  json.replace(`"${sessionMark}"`, () => catalog.fragments.session?.(String(sessionId)) ?? 'null');

/** The session of the row must be loaded (catalog.ensureLoaded). */
export function rowJson(catalog: Catalog, row: Row, vocabulary: Vocabulary): string {
  const [orderId, farmerId, fullName, location, latitude, longitude, area, sessionId, present, proposed] = row;
  const [isPinned, isEdited, reasons, alternative, , outcome, outcomeCode, outcomeText] = row.slice(10);
  const next = parse<Alternative>(alternative);
  const [before, after] = [people(present), people(proposed)];
  const json = toJson({
    orderId: idValue(String(orderId)),
    session: sessionMark,
    farmer: { id: idValue(String(farmerId)), fullName },
    ...{ location, latitude: Number(latitude), longitude: Number(longitude), area: Number(area) },
    ...{ present: before, proposed: after },
    isChanged: before.length !== after.length || before.some(({ id }) => !after.some((other) => other.id === id)),
    ...{ isPinned: isPinned === 't', isEdited: isEdited === 't' },
    reason: reasonsInWords(parse<Reason[]>(reasons) ?? [], isEdited === 't', vocabulary),
    alternative: next === null ? null : alternativeInWords(next, vocabulary),
    alternativeCost: next === null ? null : next.extraCost,
    ...{ outcome: outcome ?? null, outcomeCode: outcomeCode ?? null, outcomeText: outcomeText ?? null },
  });
  return withSession(json, catalog, sessionId);
}

export function unplacedJson(catalog: Catalog, row: Row, vocabulary: Vocabulary): string {
  const [orderId, farmerId, fullName] = row;
  const { conflict, isMinimal, resolution } = parse<Unplaced>(row[14]) as Unplaced;
  const json = toJson({
    orderId: idValue(String(orderId)),
    session: sessionMark,
    farmer: { id: idValue(String(farmerId)), fullName },
    conflict: conflict.map((fact: ConflictFact) => ({ kind: fact.kind, text: factInWords(fact, vocabulary) })),
    isMinimal,
    resolution: resolution === undefined ? null : resolutionInWords(resolution, vocabulary),
    resolutionCost: resolution?.extraCost ?? null,
    resolutionCrew: (resolution?.crew ?? []).map((id) => ({ id: idValue(id), fullName: vocabulary.nameOf(id) })),
  });
  return withSession(json, catalog, row[7]);
}

const clockTime = (minute: number): string => {
  const within = ((Math.round(minute) % 1440) + 1440) % 1440;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
};

export function routeJson([id, fullName, expertise, jobs, metres, blocks, base]: Row): string {
  return toJson({
    sprayer: { id: idValue(String(id)), fullName, expertise },
    base: parse<Place>(base) ?? { latitude: 0, longitude: 0 },
    ...{ jobs: Number(jobs), metres: Number(metres) },
    blocks: (parse<BlockRoute[]>(blocks) ?? []).map((block) => ({
      metres: block.metres,
      legs: block.legs.map((leg) => ({
        fromOrderId: nullableId(leg.fromOrderId),
        toOrderId: nullableId(leg.toOrderId),
        metres: leg.metres,
        minutes: Math.ceil(leg.travelMinutes),
        departs: clockTime(leg.departMinute),
        arrives: clockTime(leg.arriveMinute),
      })),
    })),
  });
}
