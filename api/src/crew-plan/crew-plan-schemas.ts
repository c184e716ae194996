import { Type } from 'typebox';
import { expertises } from '../accounts/user.ts';
import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import {
  CalendarDate,
  Exact,
  Id,
  Int32,
  Nullable,
  NullableOneOf,
  NullableText,
  named,
  OneOf,
  Timestamp,
} from '../platform/http/schemas.ts';
import { planFailures, planStates, travelSources } from './crew-plan-rules.ts';

const NullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const Count = (description: string) => Int32({ minimum: 0, description });
const Metres = (description?: string) => Type.Integer({ format: 'int64', ...(description === undefined ? {} : { description }) });

export const phases = ['start', 'bound', 'improve', 'explain'] as const;

export const PlanCostSchema = named(
  'CrewPlanCost',
  Exact(
    {
      total: Metres(),
      distance: Metres('Metres driven.'),
      ordersWithoutCrew: Metres(),
      peopleRemoved: Metres(),
      peopleAdded: Metres(),
      fairness: Metres(),
      secondPersons: Metres(),
      firstJobBonus: Metres('Zero or negative.'),
    },
    { description: 'In metres of driving, by item.' },
  ),
);
export const costExample = {
  ...{ total: 148200, distance: 121200, ordersWithoutCrew: 0, peopleRemoved: 0, peopleAdded: 0 },
  ...{ fairness: 28000, secondPersons: 5000, firstJobBonus: -6000 },
};

const Person = named('CrewPlanPerson', Exact({ id: Id(), fullName: Type.String() }));
const personExample = { id: 6, fullName: 'Lê Văn Bay' };

export const CrewPlanSchema = named(
  'CrewPlan',
  Exact({
    id: Id(),
    date: CalendarDate(),
    state: OneOf(planStates, { description: '`replaced`: planned again; `replacedBy` is the newer proposal.' }),
    timestamp: Timestamp(),
    by: Type.String({ description: 'Name of the user.' }),
    fewestChanges: Type.Boolean({ description: 'Changes of present crews cost three times as much.' }),
    absent: Nullable(Person),
    basedOn: Nullable(Id()),
    replacedBy: Nullable(Id()),
    failure: NullableOneOf(planFailures, {
      description:
        '`interrupted`: the service has ended meanwhile; `worker`: the planner failed; `memory`: the day is too large for its memory.',
    }),
    phase: NullableOneOf(phases),
    elapsedMs: Count('Time that planning took so far.'),
    cost: Nullable(Metres('Best cost so far, in metres; null: none yet.')),
    lowerBound: Nullable(Metres('No plan costs less.')),
    gap: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: '(cost − lowerBound) / cost; 0: proven optimal.',
    }),
    isOptimal: Type.Boolean(),
    costs: Nullable(PlanCostSchema),
    previousCosts: Nullable(PlanCostSchema),
    minWithoutCrew: Nullable(Count('No plan leaves fewer orders without a crew.')),
    travel: OneOf(travelSources, {
      description: '`partial`, `fallback`: the routing server did not answer for some legs, or at all; they are great-circle distances.',
    }),
    orders: Count('Number of orders.'),
    changes: Count('Orders whose crew differs from the present one.'),
    withoutCrew: Count('Orders without a crew, in the proposal or so far.'),
    pinned: Count('Pinned rows.'),
    accepted: Count('Orders that were changed by the acceptance.'),
    leftOut: Count('Orders that were left out because they had changed meanwhile; the first rows of the list.'),
    acceptedAt: NullableTimestamp('null: not accepted.'),
    undoableUntil: NullableTimestamp('null: it cannot be undone.'),
    undoneAt: NullableTimestamp('null: not undone.'),
  }),
);

export const planExample = {
  id: 3,
  date: '2026-11-18',
  state: 'ready',
  timestamp: '2026-11-17T11:05:00.000Z',
  by: 'Phạm Thị Mai',
  fewestChanges: false,
  absent: null,
  basedOn: null,
  replacedBy: null,
  failure: null,
  phase: 'explain',
  elapsedMs: 840,
  cost: 148200,
  lowerBound: 148200,
  gap: 0,
  isOptimal: true,
  costs: costExample,
  previousCosts: { ...costExample, total: 1180900, distance: 153900, ordersWithoutCrew: 1000000 },
  minWithoutCrew: 0,
  travel: 'great_circle',
  ...{ orders: 12, changes: 4, withoutCrew: 0, pinned: 1, accepted: 0, leftOut: 0 },
  ...{ acceptedAt: null, undoableUntil: null, undoneAt: null },
};

export const PlanRowSchema = named(
  'CrewPlanRow',
  Exact({
    orderId: Id(),
    farmer: Exact({ id: Id(), fullName: Type.String() }),
    location: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    area: Type.Number(),
    session: SessionSchema,
    present: Type.Array(Person, { description: 'The crew when the plan was made.' }),
    proposed: Type.Array(Person, { description: 'Empty: no crew.' }),
    isChanged: Type.Boolean(),
    isPinned: Type.Boolean({ description: 'Planning again keeps this crew.' }),
    isEdited: Type.Boolean({ description: 'The office has chosen the crew.' }),
    reason: Type.String({ description: 'Why, in the language of the user; empty after a change of a neighbouring row.' }),
    alternative: NullableText({ description: 'The next best crew and what it costs more, in the language of the user.' }),
    alternativeCost: Nullable(Metres('What the next best crew costs more.')),
    outcome: NullableOneOf(['accepted', 'left_out']),
    outcomeCode: NullableText({ description: 'Why it was left out: a problem code.' }),
    outcomeText: NullableText(),
  }),
);
export const rowExample = {
  orderId: 42,
  farmer: { id: 9, fullName: 'Nguyễn Văn Lúa' },
  location: 'Ấp 3, Mỹ Thành Bắc',
  latitude: 10.41,
  longitude: 106.05,
  area: 12,
  session: sessionExample,
  present: [],
  proposed: [personExample],
  isChanged: true,
  isPinned: false,
  isEdited: false,
  reason: 'Nearest free sprayer, 2.1 km from the 05:00 field.',
  alternative: 'With Trần Văn Chín: costs 3.4 km more.',
  alternativeCost: 3400,
  ...{ outcome: null, outcomeCode: null, outcomeText: null },
};

const LegSchema = named(
  'CrewPlanLeg',
  Exact({
    fromOrderId: Nullable(Id('null: the base.')),
    toOrderId: Nullable(Id('null: the base.')),
    metres: Metres(),
    minutes: Int32({ minimum: 0 }),
    departs: Type.String({ description: 'HH:mm' }),
    arrives: Type.String({ description: 'HH:mm' }),
  }),
);

export const RouteSchema = named(
  'CrewPlanRoute',
  Exact({
    sprayer: Exact({ id: Id(), fullName: Type.String(), expertise: OneOf(expertises) }),
    base: Exact({ latitude: Type.Number(), longitude: Type.Number() }),
    jobs: Count('Number of jobs.'),
    metres: Metres(),
    blocks: Type.Array(Exact({ metres: Metres(), legs: Type.Array(LegSchema) }), {
      description: 'A long pause between sessions separates blocks; each begins and ends at the base.',
    }),
  }),
);
export const routeExample = {
  sprayer: { ...personExample, expertise: 'expert' },
  base: { latitude: 10.4, longitude: 106.1 },
  jobs: 1,
  metres: 11200,
  blocks: [
    {
      metres: 11200,
      legs: [
        { fromOrderId: null, toOrderId: 42, metres: 5600, minutes: 10, departs: '04:50', arrives: '05:00' },
        { fromOrderId: 42, toOrderId: null, metres: 5600, minutes: 10, departs: '05:45', arrives: '05:55' },
      ],
    },
  ],
};

export const UnplacedSchema = named(
  'CrewPlanUnplaced',
  Exact({
    orderId: Id(),
    farmer: Exact({ id: Id(), fullName: Type.String() }),
    session: SessionSchema,
    conflict: Type.Array(Exact({ kind: Type.String(), text: Type.String() }), {
      description: 'Facts that conflict with each other; without any one of them the order fits.',
    }),
    isMinimal: Type.Boolean({ description: 'false: time ran out before every fact was proven necessary.' }),
    resolution: NullableText({ description: 'The cheapest way to give it a crew; null: no single fact is enough.' }),
    resolutionCost: Nullable(Metres()),
    resolutionCrew: Type.Array(Person),
  }),
);
export const unplacedExample = {
  orderId: 43,
  farmer: { id: 9, fullName: 'Nguyễn Văn Lúa' },
  session: sessionExample,
  conflict: [
    { kind: 'order-needs-crew', text: 'The 05:00 order of Nguyễn Văn Lúa needs a crew.' },
    { kind: 'absence', text: 'Lê Văn Bay is absent at 05:00.' },
  ],
  isMinimal: true,
  resolution: 'Without “Lê Văn Bay is absent at 05:00”, Lê Văn Bay can do it.',
  resolutionCost: 0,
  resolutionCrew: [personExample],
};

export const ChoiceSchema = named(
  'CrewPlanChoice',
  Exact({ sprayers: Type.Array(Person), extraCost: Metres('Compared with the proposal as it is; negative: cheaper.') }),
);
export const choiceExample = { sprayers: [personExample], extraCost: 3400 };
