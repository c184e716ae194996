import { Type } from 'typebox';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { orderExists } from '../orders/order-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, NullableOneOf, NullableText, named, Text } from '../platform/http/schemas.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { verdicts } from '../weather/spray-window-rules.ts';
import { FactorSchema } from '../weather/spray-window-schemas.ts';
import { phoneTimesOf, StartQuery } from './field-time-schemas.ts';
import { findStartWeather } from './start-weather-store.ts';
import { startWork } from './start-work.ts';

const MeasuredSchema = Type.Object({
  windKmh: Type.Number({ minimum: 0, maximum: 200, description: 'Mean wind, km/h.' }),
  gustKmh: Type.Optional(Type.Number({ minimum: 0, maximum: 300, description: 'Gusts, km/h.' })),
  temperatureC: Type.Optional(Type.Number({ minimum: -40, maximum: 60 })),
  humidityPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
});

const StartBody = named(
  'Start',
  Type.Object({
    measured: Type.Optional(MeasuredSchema),
    overrideReason: Type.Optional(Text(500, { description: 'Why the work begins although the weather says stop.' })),
    offline: Type.Optional(
      Type.Boolean({
        description:
          'The work began without a network: with `startedAt` it is accepted although the crew did not know that the weather says stop.',
      }),
    ),
  }),
);
const bodyExample = { measured: { windKmh: 8.5, temperatureC: 31, humidityPercent: 62 }, overrideReason: 'The rain is over.' };

const NullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const StartWeatherSchema = named(
  'StartWeather',
  Exact({
    verdict: NullableOneOf(verdicts, { description: 'The verdict when the work began; null: it is not stored.' }),
    factors: Type.Array(FactorSchema, { description: 'Those that were not GO.' }),
    source: NullableText({ description: 'Source of the forecast.' }),
    fetchedAt: NullableTime('When the forecast was fetched.'),
    windKmh: NullableNumber('Measured by the crew.'),
    gustKmh: NullableNumber('Measured by the crew.'),
    temperatureC: NullableNumber('Measured by the crew.'),
    humidityPercent: NullableNumber('Measured by the crew.'),
    overrideReason: NullableText({ description: 'Why the work began although the weather said stop.' }),
    unaware: Type.Boolean({ description: 'The crew was offline and did not know that the weather said stop.' }),
    at: NullableTime('When the work began.'),
    by: NullableText({ description: 'Name of the sprayer.' }),
  }),
);
const startWeatherExample = {
  verdict: 'STOP',
  factors: [{ factor: 'gusts', value: 31, unit: 'km/h', limit: 28, verdict: 'STOP' }],
  source: 'Open-Meteo',
  fetchedAt: '2026-11-16T22:00:00.000Z',
  windKmh: 8.5,
  gustKmh: null,
  temperatureC: 31,
  humidityPercent: 62,
  overrideReason: 'The wind has dropped.',
  unaware: false,
  at: '2026-11-16T23:05:00.000Z',
  by: 'Huỳnh Văn Phun',
};
/** The start of the work, and the weather at it. */
export function startRoutes(deps: OrderDeps, weather: WeatherContext): Route[] {
  const { database } = deps;
  const startWeather = {
    method: 'GET' as const,
    summary: 'Weather at the start of the work',
    description: 'What the crew measured, and the verdict. All null for an order without either.',
    params: OrderId,
    response: StartWeatherSchema,
    example: startWeatherExample,
    problems: ['NOT_FOUND'] as const,
  };
  return [
    route({
      method: 'POST',
      path: '/api/sprayer/order/{id}/start',
      operationId: 'startOrder',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Start the work',
      description:
        'Only on the day of the order and by a member of its crew. A phone that was offline sends the time at which the work began. Measured values count beside the forecast, where they are worse. The weather is judged from the start for the minutes of work in the settings of the planner, whatever session was booked. If it says stop, the start needs an `overrideReason`, except for work that began offline; the problem names the factors. A generated demo forecast and an unknown verdict never refuse a start. While valid licences are required, an expired licence of the crew or registration of the drone refuses it, except for work that began offline. So does a mix that breaks a label as it is now, for example of a product that was withdrawn since, unless an admin has allowed it.',
      params: OrderId,
      query: StartQuery,
      body: StartBody,
      bodyExample,
      optionalBody: true,
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'in_progress' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NOT_THE_DAY', 'SPRAY_WINDOW_STOP', 'LICENCE_EXPIRED', 'LABEL_NOT_FOLLOWED'],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const { measured, overrideReason, offline: wasOffline } = call.body;
        const input = { started: phoneTimesOf(call.query).started, measured, overrideReason, wasOffline };
        return answerOrder(deps, await startWork(commandContext(deps, call), weather, call.params.id, input), call.reply);
      },
    }),
    route({
      ...startWeather,
      path: '/api/sprayer/order/{id}/start-weather',
      operationId: 'getJobStartWeather',
      access: 'sprayer',
      tag: 'sprayer',
      async handle({ params, user }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return findStartWeather(database.read, params.id);
      },
    }),
    route({
      ...startWeather,
      path: '/api/receptionist/order/{id}/start-weather',
      operationId: 'getStartWeather',
      access: 'receptionist',
      tag: 'receptionist',
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return findStartWeather(database.read, params.id);
      },
    }),
  ];
}
