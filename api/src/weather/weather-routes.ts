import { type Static, Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { type CatalogFacts, sessionJson } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { invalid } from '../errors.ts';
import { Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, NullableText, named, OneOf, TimeOfDay } from '../platform/http/schemas.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { datesOf, rangeQuery } from './date-range.ts';
import { cellKey, cellOf, forecastDays } from './forecast.ts';
import { limitErrors, limitRanges } from './spray-limit-rules.ts';
import { effectiveLimits } from './spray-limit-setting.ts';
import { lockSprayLimit, type SprayLimitSetting, saveSprayLimit } from './spray-limit-store.ts';
import { type PlaceVerdicts, readVerdictsOfCell, type WeatherContext } from './spray-window.ts';
import { presetNames, presets, type SprayLimits } from './spray-window-rules.ts';
import { originJson, SprayWindowSchema, windowExample, windowMembers } from './spray-window-schemas.ts';
import { WindowPageCache } from './window-page-cache.ts';

const limitProperties = Object.fromEntries(
  Object.entries(limitRanges).map(([name, [minimum, maximum]]) => [name, Type.Number({ minimum, maximum })]),
) as Record<keyof typeof limitRanges, ReturnType<typeof Type.Number>>;
const optionalLimits = {
  ...(Object.fromEntries(Object.entries(limitProperties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof typeof limitProperties]: ReturnType<typeof Type.Optional<(typeof limitProperties)[K]>>;
  }),
  inversionStops: Type.Optional(Type.Boolean()),
};
const LimitsSchema = named('SprayLimits', Exact({ ...limitProperties, inversionStops: Type.Boolean() }));

const checkProperties = {
  eveningCheck: TimeOfDay("When the weather of the next 24 hours is checked, in the company's time zone."),
  morningCheckMinutes: Type.Integer({ minimum: 0, maximum: 360, description: 'Checked again this long before the first session.' }),
};

const checkExample = { eveningCheck: '18:00', morningCheckMinutes: 60 };

const SprayLimitSchema = named(
  'SprayLimitSetting',
  Exact({
    ...checkProperties,
    preset: OneOf(presetNames),
    limits: LimitsSchema,
    presets: Exact({ tropical: LimitsSchema, temperate: LimitsSchema }),
    forecastSource: NullableText({ description: 'Null: forecasts are off.' }),
  }),
);
const SprayLimitBody = named(
  'SprayLimitChange',
  Type.Object({
    preset: Type.Optional(OneOf(presetNames, { description: 'A new preset sets all limits that are not given with it.' })),
    limits: Type.Optional(Type.Object(optionalLimits, { additionalProperties: false })),
    eveningCheck: Type.Optional(checkProperties.eveningCheck),
    morningCheckMinutes: Type.Optional(checkProperties.morningCheckMinutes),
  }),
);

export function weatherRoutes(context: WeatherContext): Route[] {
  const { database, catalog, clock, sprayLimits, fetcher } = context;
  const pages = new WindowPageCache();
  const answer = (setting: SprayLimitSetting) => ({
    eveningCheck: setting.eveningCheck,
    morningCheckMinutes: setting.morningCheckMinutes,
    preset: setting.preset,
    limits: effectiveLimits(setting),
    presets,
    forecastSource: fetcher?.source ?? null,
  });
  return [
    route({
      method: 'GET',
      path: '/api/common/spray-window',
      operationId: 'listSprayWindows',
      access: 'signed-in',
      tag: 'common',
      summary: 'Spray windows of a place by session',
      description: `From the stored forecast of the place. Both dates are inclusive; a range has at most ${forecastDays} days; default: the seven days from today. A place without a stored forecast is UNKNOWN until the next forecasts are fetched.`,
      query: Type.Object({
        ...rangeQuery,
        latitude: Type.Number({ minimum: -90, maximum: 90, example: 10.4712 }),
        longitude: Type.Number({ minimum: -180, maximum: 180, example: 105.4551 }),
      }),
      paging: { sortable: ['date'] },
      response: Paged('SprayWindowPage', SprayWindowSchema),
      example: { content: [windowExample], page: pageExample },
      async handle({ query, pageable }) {
        const { company, sessions } = await catalog.facts();
        const range = datesOf(query, () => wallTime(clock(), company.timeZone).date);
        const isDescending = pageable.sort[0]?.descending === true;
        const cell = cellOf(query.latitude, query.longitude);
        const verdicts = await readVerdictsOfCell(context, cell);
        const write = () => pageOf(windowsOf(range, sessions, isDescending), pageable, windowWriter(verdicts));
        if (verdicts.version === undefined) return write();
        const key = [cellKey(cell), range.from, range.to, pageable.page, pageable.size, isDescending].join(' ');
        return pages.get(key, { verdicts: verdicts.version, sessions }, write);
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/spray-limit',
      operationId: 'getSprayLimit',
      access: 'admin',
      tag: 'admin',
      summary: 'Weather limits for spraying',
      response: SprayLimitSchema,
      example: { ...checkExample, preset: 'tropical', limits: presets.tropical, presets, forecastSource: 'Open-Meteo' },
      handle: async () => answer(await sprayLimits.setting()),
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/spray-limit',
      operationId: 'getSprayLimitsInForce',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Weather limits in force',
      description: 'A phone judges what the crew measured by them while it has no network.',
      response: LimitsSchema,
      example: presets.tropical,
      handle: () => sprayLimits.limits(),
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/spray-limit',
      operationId: 'changeSprayLimit',
      access: 'admin',
      tag: 'admin',
      summary: 'Change the weather limits for spraying',
      description: 'Omitted limits stay unchanged; with a preset, omitted limits are those of the preset.',
      body: SprayLimitBody,
      bodyExample: { preset: 'temperate', limits: { windGoKmh: 14 } },
      response: SprayLimitSchema,
      example: {
        ...checkExample,
        preset: 'temperate',
        limits: { ...presets.temperate, windGoKmh: 14 },
        presets,
        forecastSource: 'Open-Meteo',
      },
      async handle({ body, user }) {
        const setting = await database.transaction(async (tx) => {
          const before = await lockSprayLimit(tx);
          const after = changed(before, body);
          const errors = limitErrors(effectiveLimits(after));
          if (errors.length > 0) throw invalid(...errors.map(({ path, message }) => ({ path: `limits.${path}`, message })));
          const flat = (value: SprayLimitSetting) => ({
            preset: value.preset,
            eveningCheck: value.eveningCheck,
            morningCheckMinutes: value.morningCheckMinutes,
            ...effectiveLimits(value),
          });
          const changes = differences(flat(before), flat(after));
          if (changes.length === 0) return before;
          await saveSprayLimit(tx, after);
          await insertAudit(tx, { actorId: user.id, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, clock());
          return after;
        });
        sprayLimits.invalidate();
        return answer(setting);
      },
    }),
  ];
}

interface WindowKey {
  date: string;
  session: SpraySession;
}

function windowsOf({ from, to }: { from: string; to: string }, sessions: CatalogFacts['sessions'], isDescending: boolean): WindowKey[] {
  const active = [...sessions.values()].filter((session) => session.active);
  const windows = [];
  for (let date = from; date <= to; date = addDays(date, 1)) for (const session of active) windows.push({ date, session });
  return isDescending ? windows.reverse() : windows;
}

function windowWriter(verdicts: PlaceVerdicts): (window: WindowKey) => string {
  const origin = originJson(verdicts);
  return ({ date, session }) => `{${windowMembers(date, sessionJson(session), verdicts.judge(date, session), origin)}}`;
}

function changed(before: SprayLimitSetting, change: Static<typeof SprayLimitBody>): SprayLimitSetting {
  const { preset, limits = {}, eveningCheck = before.eveningCheck, morningCheckMinutes = before.morningCheckMinutes } = change;
  const base = preset === undefined ? before : { preset, limits: {} };
  const merged = { ...base.limits, ...limits } as Partial<SprayLimits>;
  const ofPreset = presets[base.preset];
  const differing = Object.entries(merged).filter(([name, value]) => value !== ofPreset[name as keyof SprayLimits]);
  return {
    preset: base.preset,
    limits: Object.fromEntries(differing) as Partial<SprayLimits>,
    eveningCheck,
    morningCheckMinutes,
  };
}
