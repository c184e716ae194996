import { insertAudit } from '../accounts/audit-store.ts';
import { isCrewMember, readCrew } from '../dispatch/crew-store.ts';
import { readPlannerSetting } from '../dispatch/planner-setting-store.ts';
import { findDroneOfOrder } from '../equipment/drone-store.ts';
import { shareEquipmentSetting } from '../equipment/equipment-setting-store.ts';
import { checkLicensed, checkRegistered } from '../equipment/licence-rules.ts';
import { findUnlicensed } from '../equipment/licence-store.ts';
import { checkMix } from '../mixes/set-mix.ts';
import { actOnOrder, type CommandContext, type Decision, type OrderContext } from '../orders/act-on-order.ts';
import { saveChange } from '../orders/order-change-store.ts';
import { noteOnWeather, start } from '../orders/order-rules.ts';
import type { Row } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { judgeMeasured, type MeasuredWeather } from '../weather/judge-measured.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { units, withFactors, withMeasured } from '../weather/spray-window-rules.ts';
import { fieldTime, type PhoneTime } from './field-time-rules.ts';
import { decideOnWeather, stoppingFactors } from './start-weather-rules.ts';
import { getPlaceOfOrder, type StartWeather, saveStartWeather } from './start-weather-store.ts';

export interface StartInput {
  /** When the work began by the crew's phone, which may have been offline. The day of the order is the day of that time. */
  started?: PhoneTime | undefined;
  measured?: MeasuredWeather | undefined;
  /** Why the work begins although the weather says stop. */
  overrideReason?: string | undefined;
  /** Counts only with the time of the phone. */
  wasOffline?: boolean | undefined;
}

/** Starts the work. The weather of the next hours is judged by the stored forecast and by what the crew measured; `weather` undefined: it is not judged. */
export function startWork(
  command: CommandContext,
  weather: WeatherContext | undefined,
  orderId: string,
  input: StartInput = {},
): Promise<Row> {
  const isInCrew = ({ tx, order, actor }: OrderContext): Promise<boolean> => isCrewMember(tx, order.id, actor.id);
  return actOnOrder(command, orderId, isInCrew, async (context) => {
    const { tx, order, now, company, actor, wall } = context;
    const happenedAt = fieldTime(input.started, now);
    const change = start(order, wallTime(happenedAt ?? now, company.timeZone).date);
    await checkEquipment(context, input);
    if (weather === undefined) return { change, happenedAt };
    const judged = await judgeStart(context, weather, input, happenedAt ?? now);
    if (judged.mark === undefined && input.measured === undefined) return { change, happenedAt };
    await saveStartWeather(tx, judged.weather);
    if (judged.mark === undefined) return { change, happenedAt };
    await saveChange(tx, order.id, change, { actorId: actor.id, receptionistId: null, now, today: wall.date, happenedAt });
    return noteWeather(context, judged.mark, judged.weather, happenedAt);
  });
}

/**
 * Throws if the mix breaks a label as it is now, or if a licence of the crew or the registration of the drone has expired. Work that began
 * offline is not refused: it has happened.
 */
async function checkEquipment({ tx, order }: OrderContext, { wasOffline, started }: StartInput): Promise<void> {
  if (wasOffline === true && started !== undefined) return;
  await checkMix(tx, order.id);
  if (!(await shareEquipmentSetting(tx)).requiresValidLicences) return;
  checkLicensed(await findUnlicensed(tx, await readCrew(tx, order.id), order.date));
  const drone = await findDroneOfOrder(tx, order.id);
  if (drone !== undefined) checkRegistered(drone, order.date);
}

/** Judges the hours of the work: from its start for as long as the planner expects a job to take, whatever session was booked. */
async function judgeStart({ tx, order, actor }: OrderContext, context: WeatherContext, input: StartInput, at: Date) {
  const { measured = {} } = input;
  const wasOffline = input.wasOffline === true && input.started !== undefined;
  const overrideReason = input.overrideReason?.trim() || null;
  const judged = { id: order.id, ...(await getPlaceOfOrder(tx, order.id)) };
  const { source, fetchedAt, elevationM, judgeWork } = (await readOrderVerdicts(context, [judged], tx))(judged);
  const { workMinutes } = await readPlannerSetting(tx);
  const measuredWindow = judgeMeasured(measured, elevationM ?? 0, await context.sprayLimits.limits());
  const { weather: ofForecast, conditions } = judgeWork(at, new Date(at.getTime() + workMinutes * 60_000));
  // Without a usable forecast only the measured values are known.
  const window = withFactors(ofForecast.factors.length === 0 ? measuredWindow : withMeasured(ofForecast, measuredWindow), conditions);
  // A generated forecast stops no one; what the crew measured and what is near the field do.
  const binding = source === 'demo' ? withFactors(measuredWindow, conditions) : window;
  const mark = decideOnWeather({ binding, measuredWindow, overrideReason, wasOffline });
  const isUnaware = mark === 'weather_unaware';
  const weather: StartWeather = {
    orderId: order.id,
    sprayerId: actor.id,
    at,
    measured,
    window,
    source,
    fetchedAt,
    overrideReason,
    isUnaware,
  };
  return { mark, weather };
}

/** An entry in the history after that of the start, and one in the audit trail. */
async function noteWeather(
  { tx, order, actor, now }: OrderContext,
  mark: 'weather_override' | 'weather_unaware',
  { window, measured, overrideReason }: StartWeather,
  happenedAt: Date | undefined,
): Promise<Decision> {
  const stopping = stoppingFactors(window).map(({ factor, value }) => `${factor} ${value} ${units[factor]}`);
  const values = { verdict: window.verdict, factors: stopping.join(', ') || null, ...measured, reason: overrideReason };
  const changes = Object.entries(values).flatMap(([field, to]) => (to === null || to === undefined ? [] : [{ field, from: null, to }]));
  await insertAudit(tx, { actorId: actor.id, action: 'order_weather_override', subjectType: 'order', subjectId: order.id, changes }, now);
  return { change: noteOnWeather(order, mark), happenedAt, ...(overrideReason === null ? {} : { reason: overrideReason }) };
}
