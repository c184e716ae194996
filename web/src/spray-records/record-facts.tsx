import type { ReactNode } from 'react';
import type { Shape } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { stateWords } from '../ui/state-words.ts';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

type Content = Shape<'SprayRecordContent'>;

/** What a record holds. */
export function RecordFacts({ content }: { content: Content }) {
  const words = useWords(recordWords);
  const crops = useWords(stateWords).crop as Record<string, string>;
  const format = useFormat();
  const { operator, helpers, customer, field, crop, products, water, equipment, weather, startedAt, finishedAt } = content;
  const person = ({ name, licences }: Content['operator']) => [name, ...licences.map(({ number }) => words.licence(number))].join(', ');
  const listed = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(', ');
  const product = ({ name, authorisationNumber, dose, doseUnit, total, totalUnit }: Content['products'][number]) =>
    listed(
      name,
      authorisationNumber,
      dose === null ? null : words.dose(`${format.number(dose)} ${doseUnit ?? ''}`),
      total === null ? null : words.total(`${format.number(total)} ${totalUnit ?? ''}`),
    );
  const facts: [string, ReactNode][] = [
    [words.facts.date, format.longDate(content.date)],
    [
      words.facts.time,
      startedAt === null ? format.moment(finishedAt) : words.startToEnd(format.moment(startedAt), format.moment(finishedAt)),
    ],
    [words.facts.law, content.profile === 'none' ? '' : words.setting.profiles[content.profile]],
    [words.facts.operator, person(operator)],
    [words.facts.helpers, helpers.map(person).join('; ')],
    [words.facts.customer, listed(customer.name, customer.phoneNumber && formatPhone(customer.phoneNumber), customer.address)],
    [words.facts.place, `${field.name} (${field.latitude}, ${field.longitude})`],
    [
      words.facts.area,
      listed(
        format.area(content.treatedArea, content.areaUnit),
        content.treatedAreaHa === null ? null : `${format.number(content.treatedAreaHa)} ha`,
      ),
    ],
    [words.facts.crop, listed(crops[crop.name] ?? crop.name, crop.eppoCode, crop.bbch === null ? null : `BBCH ${crop.bbch}`)],
    [words.facts.target, content.target],
    [words.facts.products, products.length === 0 ? '' : products.map((one) => <div key={one.name}>{product(one)}</div>)],
    [
      words.facts.findings,
      (content.findings ?? []).map(({ product: name, code, used, allowed }) => (
        <div key={`${name} ${code}`}>{words.findings[code](name, used, allowed)}</div>
      )),
    ],
    [words.facts.findingsReason, content.findingsReason ?? ''],
    [words.facts.water, water.totalLitres === null ? '' : words.litres(format.number(water.totalLitres))],
    [words.facts.equipment, listed(equipment.description, equipment.droneModel)],
    [words.facts.drone, listed(equipment.droneRegistration, equipment.droneSerial)],
    [words.facts.weatherStart, <Weather key="start" weather={weather.start} />],
    [words.facts.weatherEnd, <Weather key="end" weather={weather.end} />],
    [words.facts.override, weather.overrideReason ?? (weather.isUnaware ? words.unaware : '')],
    [words.facts.reEntryAt, content.reEntryAt === null ? '' : format.moment(content.reEntryAt)],
    [words.facts.harvestFrom, content.harvestFrom === null ? '' : format.longDate(content.harvestFrom)],
    [words.facts.buffersKept, content.buffersKept],
    [words.facts.note, content.note],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value === null || value === '' || (Array.isArray(value) && value.length === 0) ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

type WeatherField = 'windKmh' | 'windDirectionDeg' | 'temperatureC' | 'humidityPercent';

function Weather({ weather: { measured, forecast } }: { weather: Content['weather']['start'] }) {
  const words = useWords(recordWords);
  const format = useFormat();
  const textOf = (value: (field: WeatherField) => number | null, source: string | undefined): string | null => {
    const [wind, direction, temperature, humidity] = [
      value('windKmh'),
      value('windDirectionDeg'),
      value('temperatureC'),
      value('humidityPercent'),
    ];
    const directionText = direction === null ? null : format.number(direction);
    const texts = [
      wind === null ? directionText && words.windFrom(directionText) : words.wind(format.number(wind), directionText),
      temperature === null ? null : `${format.number(temperature)} °C`,
      humidity === null ? null : `${format.number(humidity)} %`,
    ].filter((text) => text !== null);
    return texts.length === 0 ? null : `${texts.join(', ')} · ${source}`;
  };
  // A value of the forecast is shown only where none was measured, and each with its source.
  const parts = [
    textOf((field) => measured?.[field] ?? null, words.measured),
    forecast === null ? null : textOf((field) => (measured?.[field] == null ? forecast[field] : null), words.forecast(forecast.source)),
  ].filter((text) => text !== null);
  return <>{parts.length === 0 ? '–' : parts.join('; ')}</>;
}
