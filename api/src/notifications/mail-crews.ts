import { greetingName } from '../accounts/address-rules.ts';
import type { CatalogFacts } from '../catalog/catalog.ts';
import { urgentWithinMs } from '../channels/channel-rules.ts';
import { hasWeatherCheckRun } from '../orders/weather-check-store.ts';
import { addDays, instantOf, wallTime } from '../platform/time/clock.ts';
import { type OrderVerdicts, readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { type SprayWindow, units, unknownWindow } from '../weather/spray-window-rules.ts';
import { type CrewJob, claimCrewMail, hasCrewMailRun, listCrewJobs } from './crew-mail-store.ts';
import { type CrewMailJob, crewMail, crewText } from './crew-mail-text.ts';
import { formatOrder } from './format-order.ts';
import type { Language } from './messages.ts';
import { readPeople } from './notification-store.ts';
import { type MessageContext, type MessageDraft, onlyMail, sendMessages } from './send-messages.ts';

/** Without a usable forecast the mails wait this long for one. */
const waitForForecastMinutes = 60;

/**
 * Sends each sprayer a message with the jobs of the next day, as a mail with their weather, once an evening, after the evening's weather
 * check. Answers with the number of messages.
 */
export async function mailCrews(context: WeatherContext, messages: MessageContext = onlyMail): Promise<number> {
  const { database, catalog, clock, fetcher, sprayLimits } = context;
  if (fetcher === undefined) return 0;
  const now = clock();
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  const lateMinutes = minutesOf(wall.time) - minutesOf((await sprayLimits.setting()).eveningCheck);
  if (lateMinutes < 0 || (await hasCrewMailRun(database.read, wall.date))) return 0;
  if (lateMinutes < waitForForecastMinutes && !(await hasWeatherCheckRun(database.read, wall.date, 'evening'))) return 0;

  const date = addDays(wall.date, 1);
  const jobs = await listCrewJobs(database.read, date);
  const verdictsOfOrder = await readOrderVerdicts(context, jobs.map(toJudged));
  const verdictsOf = (job: CrewJob) => verdictsOfOrder(toJudged(job));
  return database.transaction(async (tx) => {
    if (!(await claimCrewMail(tx, wall.date, now))) return 0;
    const bySprayer = groupBySprayer(jobs);
    const people = await readPeople(tx, [...bySprayer.keys()]);
    const drafts = [...bySprayer].flatMap(([sprayerId, own]): MessageDraft[] => {
      const recipient = people.get(sprayerId);
      if (recipient === undefined) return [];
      const { language, name, form } = recipient;
      const described = own.map((job) => describe(language, job, date, verdictsOf(job), facts));
      const { subject, text: mail } = crewMail(language, {
        reader: greetingName(language, name, form),
        date,
        jobs: described,
        company: facts.company.name,
        isDemo: own.some((job) => verdictsOf(job).source === 'demo'),
      });
      const first = described[0];
      const text = crewText(language, described);
      const begins = instantOf(date, first?.startTime || '00:00:00', facts.company.timeZone);
      return [
        {
          recipient,
          key: `crew:${date}:${sprayerId}`,
          type: 'crew_jobs',
          orderId: null,
          isUrgent: begins.getTime() - now.getTime() <= urgentWithinMs,
          at: now.toISOString(),
          subject,
          text,
          mail,
          values: { place: first?.place ?? '', link: `${messages.publicUrl}/` },
        },
      ];
    });
    return sendMessages(tx, drafts, messages, facts.company, now);
  });
}

function groupBySprayer(jobs: readonly CrewJob[]): Map<string, CrewJob[]> {
  const grouped = new Map<string, CrewJob[]>();
  for (const job of jobs) grouped.set(job.sprayerId, [...(grouped.get(job.sprayerId) ?? []), job]);
  return grouped;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const toJudged = ({ orderId, latitude, longitude }: CrewJob) => ({ id: orderId, latitude, longitude });

function describe(
  language: Language,
  job: CrewJob,
  date: string,
  verdicts: OrderVerdicts,
  { company, crops, sessions }: CatalogFacts,
): CrewMailJob {
  const session = sessions.get(job.sessionId);
  const { startTime = '', endTime = '' } = session ?? {};
  const window = session === undefined ? unknownWindow : verdicts.judge(date, session);
  const { crop, area } = formatOrder(
    language,
    { date, startTime, crop: crops.get(job.cropId)?.name ?? '', area: job.area, areaUnit: job.areaUnit, cost: job.cost },
    company,
  );
  const { orderId, location: place, farmer, farmerPhone } = job;
  return { orderId, startTime, endTime, place, area, crop, farmer, farmerPhone, verdict: window.verdict, reasons: reasonsOf(window) };
}

/** Codes and values of the factors with the verdict of the whole. */
const reasonsOf = ({ verdict, factors }: SprayWindow): string =>
  verdict === 'GO' || verdict === 'UNKNOWN'
    ? ''
    : factors
        .filter((one) => one.verdict === verdict)
        .map(({ factor, value }) => `${factor}=${value} ${units[factor]}`)
        .join(';');
