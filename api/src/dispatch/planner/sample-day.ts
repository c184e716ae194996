import {
  type Ban,
  defaultSettings,
  type Expertise,
  type Place,
  type PlanDay,
  type PlanOrder,
  type PlanSession,
  type PlanSprayer,
} from './model.ts';

/** Days for tests and benchmarks: the same numbers give the same day. */

export type Draw = () => number;

/** A linear congruential generator; each draw is at least 0 and below 1. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const sampleSessions: PlanSession[] = [4, 5, 6, 7, 16, 17].map((hour) => ({
  id: String(hour),
  startMinute: hour * 60,
  endMinute: hour * 60 + 60,
}));

const kmPerDegree = (Math.PI * 6371.0088) / 180;

function placeAt(eastKm: number, northKm: number): Place {
  const origin = { latitude: 10.4, longitude: 105.3 };
  const round = (degrees: number): number => Number(degrees.toFixed(6));
  return {
    latitude: round(origin.latitude + northKm / kmPerDegree),
    longitude: round(origin.longitude + eastKm / (kmPerDegree * Math.cos((origin.latitude * Math.PI) / 180))),
  };
}

/** Orders and sprayers in a square of 40 km, with two bases. */
export function sampleDay(orderCount: number, sprayerCount: number, seed: number): PlanDay {
  const draw = drawFrom(seed);
  const orders = Array.from({ length: orderCount }, (_, at): PlanOrder => {
    const place = placeAt(40 * draw(), 40 * draw());
    return {
      id: `o${at + 1}`,
      sessionId: sampleSessions[at % sampleSessions.length]?.id ?? '',
      place,
      area: Math.floor((3 + 27 * draw()) * 2 + 0.5) / 2,
      farmerId: `f${at + 1}`,
      previousCrew: [],
    };
  });
  const sprayers = Array.from({ length: sprayerCount }, (_, at): PlanSprayer => {
    const level = draw();
    const expertise: Expertise = level < 0.3 ? 'expert' : level < 0.65 ? 'adept' : 'apprentice';
    const base = draw() < 0.5 ? placeAt(10, 10) : placeAt(30, 28);
    const otherJobsInWeek = Math.floor(4 * draw());
    return { id: `s${at + 1}`, expertise, base, absentSessionIds: [], busySessionIds: [], otherJobsInWeek, isLicensed: true };
  });
  return { sessions: sampleSessions, orders, sprayers, bans: [], settings: defaultSettings };
}

/** Shares of orders and sprayers that get each complication. */
export interface Complications {
  previousCrews: number;
  pins: number;
  farmerBans: number;
  pairBans: number;
  absences: number;
  limits: number;
  unlicensed: number;
  ownBases: number;
}

export const noComplications: Complications = {
  ...{ previousCrews: 0, pins: 0, farmerBans: 0, pairBans: 0 },
  ...{ absences: 0, limits: 0, unlicensed: 0, ownBases: 0 },
};

/** The same day with random previous crews, pins, bans, absences, limits and bases. */
export function complicate(day: PlanDay, shares: Complications, seed: number): PlanDay {
  const draw = drawFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const ids = day.sprayers.map(({ id }) => id);
  const pickTwo = (): [string, string] => {
    const first = pick(ids);
    const others = ids.filter((id) => id !== first);
    return [first, others.length === 0 ? first : pick(others)];
  };
  const pickCrew = (): string[] => (draw() < 0.5 ? [pick(ids)] : [...new Set(pickTwo())]).sort();
  const orders = day.orders.map((order): PlanOrder => {
    const previousCrew = draw() < shares.previousCrews ? pickCrew() : order.previousCrew;
    if (draw() >= shares.pins) return { ...order, previousCrew };
    const pin = draw() < 0.5 ? ({ kind: 'person', sprayerId: pick(ids) } as const) : ({ kind: 'crew', sprayerIds: pickCrew() } as const);
    return { ...order, previousCrew, pin };
  });
  const sprayers = day.sprayers.map((sprayer): PlanSprayer => {
    const absentSessionIds = draw() < shares.absences ? [...new Set([pick(day.sessions).id, pick(day.sessions).id])] : [];
    const limit = draw() < shares.limits ? { maxJobs: Math.floor(draw() * 4) } : {};
    const isLicensed = draw() >= shares.unlicensed;
    const base = draw() < shares.ownBases ? placeAt(40 * draw(), 40 * draw()) : sprayer.base;
    return { ...sprayer, absentSessionIds, isLicensed, base, ...limit };
  });
  const bans: Ban[] = [];
  for (let at = 0; at < Math.round(shares.farmerBans * ids.length); at++) {
    bans.push({ id: `b${bans.length + 1}`, kind: 'farmer', sprayerId: pick(ids), farmerId: pick(day.orders).farmerId });
  }
  for (let at = 0; at < Math.round(shares.pairBans * ids.length) && ids.length > 1; at++) {
    bans.push({ id: `b${bans.length + 1}`, kind: 'pair', sprayerIds: pickTwo() });
  }
  return { ...day, orders, sprayers, bans };
}
