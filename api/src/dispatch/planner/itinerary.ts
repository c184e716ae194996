import type { Assignment } from './assignment.ts';
import type { Instance, OrderNode } from './instance.ts';
import type { BlockRoute, PlanSession, RouteLeg, SprayerRoute } from './model.ts';
import { legMinutes } from './travel.ts';

/** The way of each sprayer with at least one job: legs with metres and times, by block. */
export function itineraries(instance: Instance, { jobs }: Assignment): SprayerRoute[] {
  return jobs.flatMap((list, person) => {
    if (list.length === 0) return [];
    const blocks = instance.blocks.flatMap((_, block): BlockRoute[] => {
      const orders = list.filter((order) => (instance.orders[order] as OrderNode).block === block);
      return orders.length === 0 ? [] : [blockRoute(instance, person, orders)];
    });
    const metres = blocks.reduce((sum, block) => sum + block.metres, 0);
    return [{ sprayerId: instance.day.sprayers[person]?.id ?? '', blocks, jobs: list.length, metres }];
  });
}

function blockRoute(instance: Instance, person: number, orders: readonly number[]): BlockRoute {
  const { travel, day, sessions } = instance;
  const base = travel.baseOf[person] ?? 0;
  const idOf = (order: number): string => day.orders[order]?.id ?? '';
  const sessionOf = (order: number): PlanSession => sessions[(instance.orders[order] as OrderNode).session] as PlanSession;
  const legs: RouteLeg[] = [];
  for (const [at, order] of orders.entries()) {
    const start = sessionOf(order).startMinute;
    const previous = orders[at - 1];
    if (previous === undefined) {
      const metres = travel.fromBase[base]?.[order] ?? 0;
      const travelMinutes = legMinutes(metres, day.settings);
      legs.push({ toOrderId: idOf(order), metres, travelMinutes, departMinute: start - travelMinutes, arriveMinute: start });
    } else {
      const departMinute = sessionOf(previous).startMinute + day.settings.workMinutes;
      const travelMinutes = travel.minutes(previous, order);
      legs.push({
        ...{ fromOrderId: idOf(previous), toOrderId: idOf(order), metres: travel.metres(previous, order), travelMinutes, departMinute },
        arriveMinute: departMinute + travelMinutes,
      });
    }
  }
  const last = orders.at(-1) as number;
  const metres = travel.toBase[base]?.[last] ?? 0;
  const travelMinutes = legMinutes(metres, day.settings);
  const departMinute = sessionOf(last).startMinute + day.settings.workMinutes;
  legs.push({ fromOrderId: idOf(last), metres, travelMinutes, departMinute, arriveMinute: departMinute + travelMinutes });
  return {
    sessionIds: orders.map((order) => sessionOf(order).id),
    legs,
    metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
  };
}
