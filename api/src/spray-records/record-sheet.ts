import type { Language } from '../catalog/catalog-words.ts';
import { profiles, weatherOrigin, weatherValue } from './profile-rules.ts';
import type { RecordContent, RecordWeather } from './record-content.ts';
import type { StoredRecord } from './record-reader-store.ts';
import { recordWords } from './record-words.ts';

export interface SheetRow {
  label: string;
  value: string;
}

/** A record as texts in one language. Times are those of the company's time zone. */
export interface RecordSheet {
  title: string;
  number: string;
  subtitle: string;
  state: string;
  isComplete: boolean;
  sections: SheetRow[][];
  foot: SheetRow[];
}

const locales: Record<Language, string> = { en: 'en-GB', vi: 'vi-VN' };

export function recordSheet({ content, hash, missing, complete }: StoredRecord, language: Language, publicUrl: string): RecordSheet {
  const words = recordWords[language];
  const { timeZone } = content.company;
  const moment = (time: string | null) =>
    time === null
      ? null
      : new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  const day = (date: string | null) =>
    date === null ? null : new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(date));
  const number = (value: number | null) =>
    value === null ? null : new Intl.NumberFormat(locales[language], { maximumFractionDigits: 6 }).format(value);
  const { law } = profiles[content.profile];
  const sections = [
    rows(
      [words.date, day(content.date)],
      [words.start, moment(content.startedAt)],
      [words.end, moment(content.finishedAt)],
      [words.law, law],
    ),
    rows(
      [words.company, joined(content.company.name, content.company.address, content.company.phoneNumber)],
      [words.operator, joined(content.operator.name, licenceText(content.operator, words.licence))],
      [
        words.helpers,
        content.helpers.map((helper) => [helper.name, licenceText(helper, words.licence)].filter(Boolean).join(', ')).join('; '),
      ],
      [words.customer, joined(content.customer.name, content.customer.phoneNumber, content.customer.address)],
    ),
    rows(
      [words.place, joined(content.field.name, `${content.field.latitude}, ${content.field.longitude}`)],
      [words.boundary, content.field.boundary === null ? null : words.boundaryPoints(pointsOf(content.field.boundary.coordinates))],
      [
        words.area,
        joined(
          `${number(content.treatedArea)} ${content.areaUnit}`,
          content.treatedAreaHa === null ? null : `${number(content.treatedAreaHa)} ha`,
        ),
      ],
      [words.crop, joined(words.values[content.crop.name] ?? content.crop.name, content.crop.eppoCode)],
      [words.bbch, number(content.crop.bbch)],
      [words.target, content.target],
    ),
    rows(
      ...content.products.map((product): [string, string] => [
        words.product,
        joined(
          product.name,
          product.authorisationNumber,
          product.activeIngredients,
          product.dose === null ? null : `${words.dose} ${number(product.dose)} ${product.doseUnit ?? ''}`,
          product.total === null ? null : `${words.total} ${number(product.total)} ${product.totalUnit ?? ''}`,
        ),
      ]),
      [words.water, number(content.water.totalLitres)],
      [words.equipment, joined(content.equipment.description, content.equipment.droneModel)],
      [words.drone, joined(content.equipment.droneRegistration, content.equipment.droneSerial)],
    ),
    rows(
      [words.weatherStart, weatherText(content.weather.start, language)],
      [words.weatherEnd, weatherText(content.weather.end, language)],
      [words.override, content.weather.overrideReason ?? (content.weather.isUnaware ? words.unaware : null)],
    ),
    rows(
      [words.reEntryAt, moment(content.reEntryAt)],
      [words.harvestFrom, day(content.harvestFrom)],
      [words.buffers, content.buffersKept],
      [words.note, content.note],
    ),
  ];
  const { version } = content;
  return {
    title: words.title,
    number: content.number,
    subtitle: joined(`${words.version} ${version.version}`, moment(version.madeAt), version.madeBy?.name ?? null),
    state: complete ? words.complete : `${words.incomplete}: ${missing.map((field) => words.fields[field]).join(', ')}`,
    isComplete: complete,
    sections: sections.filter((section) => section.length > 0),
    foot: rows(
      [words.correction, version.cause === 'correction' ? version.reason : null],
      [words.hash, hash],
      [words.check, `${publicUrl}/check#${content.number}:${hash}`],
    ),
  };
}

const rows = (...pairs: [string, string | null][]): SheetRow[] =>
  pairs.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

const licenceText = ({ licences }: RecordContent['operator'], word: string): string | null =>
  licences.length === 0 ? null : `${word} ${licences.map((one) => one.number).join(', ')}`;

/** Points of a ring, however deep it is nested. */
const pointsOf = (part: unknown[]): number =>
  typeof part[0] === 'number' ? 1 : (part as unknown[][]).reduce((sum, inner) => sum + pointsOf(inner), 0);

function weatherText(weather: RecordWeather, language: Language): string | null {
  const words = recordWords[language];
  const value = (label: string, field: Parameters<typeof weatherValue>[1]) => {
    const origin = weatherOrigin(weather, field);
    if (origin === null) return null;
    return `${label} ${weatherValue(weather, field)} (${origin === 'measured' ? words.measured : words.forecast(origin.forecast)})`;
  };
  return joined(
    value(words.wind, 'windKmh'),
    value(words.windDirection, 'windDirectionDeg'),
    value(words.temperature, 'temperatureC'),
    value(words.humidity, 'humidityPercent'),
  );
}
