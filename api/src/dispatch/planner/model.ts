/**
 * Input and output of the planner. Everything here survives a structured clone, so that a plan can be made in a worker thread. Ids are
 * strings that the planner only compares. Costs and distances are whole metres. Minutes count from midnight.
 */

export type Expertise = 'apprentice' | 'adept' | 'expert';

export interface Place {
  latitude: number;
  longitude: number;
}

export interface PlanSession {
  id: string;
  startMinute: number;
  endMinute: number;
}

/** A pinned crew is exact. A pinned person may get a partner. */
export type Pin = { kind: 'crew'; sprayerIds: string[] } | { kind: 'person'; sprayerId: string };

export interface PlanOrder {
  id: string;
  sessionId: string;
  place: Place;
  /** In the unit of `PlanSettings.pairArea`. */
  area: number;
  farmerId: string;
  /** The crew before the plan; empty when there was none. */
  previousCrew: string[];
  pin?: Pin;
}

export interface PlanSprayer {
  id: string;
  expertise: Expertise;
  base: Place;
  /** Sessions in which the sprayer is absent. */
  absentSessionIds: string[];
  /** Sessions in which the sprayer has a job that is not part of the plan, for example one that has started. */
  busySessionIds: string[];
  /** Jobs on the other days of the Monday–Sunday week. */
  otherJobsInWeek: number;
  /** Jobs of the day that the plan may give the sprayer; absent: no limit. */
  maxJobs?: number;
  /** False if a licence is required and the sprayer has none that is valid on the day. */
  isLicensed: boolean;
}

/** A person never works for this farmer, or two people never work together. */
export type Ban =
  | { id: string; kind: 'farmer'; sprayerId: string; farmerId: string }
  | { id: string; kind: 'pair'; sprayerIds: [string, string] };

/** Cost of each item in metres. */
export interface PlanWeights {
  orderWithoutCrew: number;
  personRemoved: number;
  personAdded: number;
  /** Times (n − 1) for the n-th job in the week. */
  fairness: number;
  secondPerson: number;
  /** Subtracted for an apprentice who has no other job in the week. */
  firstJobBonus: number;
}

export interface PlanSettings {
  /** Orders with a larger area need two people. */
  pairArea: number;
  /** Length of the work at a field. */
  workMinutes: number;
  /** How late a crew may arrive at its next field of the block. */
  toleranceMinutes: number;
  /** Road distance divided by great-circle distance. */
  detourFactor: number;
  speedKmh: number;
  /** A pause longer than this between two sessions separates blocks; between blocks everybody returns to the base. */
  blockPauseMinutes: number;
  weights: PlanWeights;
}

export const defaultSettings: PlanSettings = {
  pairArea: 15,
  workMinutes: 45,
  toleranceMinutes: 15,
  detourFactor: 1.3,
  speedKmh: 35,
  blockPauseMinutes: 120,
  weights: {
    orderWithoutCrew: 1_000_000,
    personRemoved: 20_000,
    personAdded: 5_000,
    fairness: 1_000,
    secondPerson: 5_000,
    firstJobBonus: 6_000,
  },
};

/**
 * Legs from a routing server, instead of great-circle distances. Row and column n < orders.length is the n-th order; after them come the
 * bases of the sprayers, in their order. `metres[from][to]` and `minutes[from][to]`; a missing or non-finite value means the great-circle leg.
 */
export interface TravelMatrix {
  metres: number[][];
  minutes: number[][];
}

export interface PlanDay {
  /** Sessions of the day; orders and absences refer to them. */
  sessions: PlanSession[];
  orders: PlanOrder[];
  sprayers: PlanSprayer[];
  bans: Ban[];
  settings: PlanSettings;
  travel?: TravelMatrix;
}

export interface PlanOptions {
  seed: number;
  timeLimitMs: number;
}

export const defaultOptions: PlanOptions = { seed: 0, timeLimitMs: 30_000 };

export interface PlanCost {
  /** Sum of the other items. */
  total: number;
  distance: number;
  ordersWithoutCrew: number;
  peopleRemoved: number;
  peopleAdded: number;
  fairness: number;
  secondPersons: number;
  /** Zero or negative. */
  firstJobBonus: number;
}

/** How a member of the crew comes to the field: from the base, or from the field of an earlier order of the block. */
export interface Approach {
  sprayerId: string;
  /** Undefined: from the base. */
  fromOrderId?: string;
  metres: number;
  /** Position of the sprayer among all that were free for this order with the same seniority, by these metres; 1 is the nearest. */
  rank: number;
  jobsInWeek: number;
}

/** Facts behind the crew of an order, most important first. Texts are made from them elsewhere. */
export type Reason =
  | { kind: 'pinned' }
  | { kind: 'kept'; sprayerIds: string[] }
  | { kind: 'nearest'; isPair: boolean; approaches: Approach[] }
  | { kind: 'balanced'; approaches: Approach[] }
  | { kind: 'cheapest-day'; approaches: Approach[] }
  | { kind: 'pair-needed'; area: number; pairArea: number }
  | { kind: 'first-job'; sprayerIds: string[] };

/** The cheapest other crew while the other orders keep theirs, or exchange crews with one of them. */
export interface Alternative {
  crew: string[];
  /** The order that gets this order's crew, if the crews are exchanged. */
  exchangedWithOrderId?: string;
  extraCost: number;
}

export interface PlannedOrder {
  orderId: string;
  /** Sorted by id; empty if the order has no crew. */
  crew: string[];
  reasons: Reason[];
  /** Undefined if no other crew is possible. */
  alternative?: Alternative;
}

export interface RouteLeg {
  /** Undefined: the base. */
  fromOrderId?: string;
  toOrderId?: string;
  metres: number;
  travelMinutes: number;
  /** When the sprayer leaves a field (end of work) or must leave the base to be on time. */
  departMinute: number;
  arriveMinute: number;
}

export interface BlockRoute {
  sessionIds: string[];
  legs: RouteLeg[];
  metres: number;
}

export interface SprayerRoute {
  sprayerId: string;
  blocks: BlockRoute[];
  jobs: number;
  metres: number;
}

/** A rule or fact that takes part in a conflict. Without any one of a conflict's members the others can be met together. */
export type ConflictFact =
  | { kind: 'order-needs-crew'; orderId: string }
  | { kind: 'needs-pair'; orderId: string; area: number; pairArea: number }
  | { kind: 'pin'; orderId: string }
  | { kind: 'absence'; sprayerId: string; sessionId: string }
  | { kind: 'busy'; sprayerId: string; sessionId: string }
  | { kind: 'licence'; sprayerId: string }
  | { kind: 'job-limit'; sprayerId: string; maxJobs: number }
  | { kind: 'ban'; banId: string }
  | { kind: 'unreachable'; fromOrderId: string; toOrderId: string; travelMinutes: number; availableMinutes: number }
  /** The crew rule: at least one adept or expert. */
  | { kind: 'needs-senior' }
  /** One job per sprayer and session, with the sprayers there are. */
  | { kind: 'one-job-per-session'; sessionId: string; sprayers: number };

/** One fact to give up, or a smaller crew elsewhere, so that the order gets a crew. */
export interface Resolution {
  fact: ConflictFact;
  /** The crew that the order would get. */
  crew: string[];
  /** The other orders stay as they are, except those named here. */
  changes: { orderId: string; crew: string[] }[];
  /** Cost of the day after the change minus the cost of the plan. */
  extraCost: number;
}

export interface UnplacedOrder {
  orderId: string;
  /** Minimal: the facts conflict with each other, and without any one of them they do not. Includes the order's own need for a crew. */
  conflict: ConflictFact[];
  /** False if time ran out before every fact was proven necessary. */
  isMinimal: boolean;
  /** Undefined if giving up one fact is not enough. */
  resolution?: Resolution;
}

export interface DayPlan {
  /** `optimal`: proven; `limit`: the time limit or a cancellation ended the search. */
  status: 'optimal' | 'limit';
  /** In the order of the input. */
  orders: PlannedOrder[];
  cost: PlanCost;
  /** The same day with the previous crews of all orders, as far as they are legal. */
  previousCost: PlanCost;
  /** No plan costs less. */
  lowerBound: number;
  /** (cost − lowerBound) / cost; 0 when proven optimal. */
  gap: number;
  /** No plan leaves fewer orders without a crew. */
  minOrdersWithoutCrew: number;
  /** Sprayers with at least one job, in the order of the input. */
  routes: SprayerRoute[];
  unplaced: UnplacedOrder[];
}

export type PlanPhase = 'start' | 'bound' | 'improve' | 'explain';

export interface PlanProgress {
  phase: PlanPhase;
  /** Best plan so far. */
  cost: number;
  lowerBound: number;
  ordersWithoutCrew: number;
}

export type OnProgress = (progress: PlanProgress) => void;
export type IsCancelled = () => boolean;

/** The signature of `plan` in plan.ts. */
export type Plan = (day: PlanDay, options: PlanOptions, onProgress?: OnProgress, isCancelled?: IsCancelled) => Promise<DayPlan>;
