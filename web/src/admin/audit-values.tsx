import { Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { addressWords } from '../accounts/address-words.ts';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { channelWords } from '../channels/channel-words.ts';
import { zaloWords } from '../channels/zalo-words.ts';
import { absenceWords } from '../dispatch/absence-words.ts';
import { pinWords } from '../orders/detail/pin-words.ts';
import { productWords } from '../products/product-words.ts';
import { placeWords } from '../sensitive-places/place-words.ts';
import { recordWords } from '../spray-records/record-words.ts';
import { importWords } from '../spreadsheets/import-words.ts';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { stateWords } from '../ui/state-words.ts';
import { weatherWords } from '../weather/weather-words.ts';
import { apiKeyWords } from './api-key-words.ts';
import { auditWords } from './audit-words.ts';
import { sessionsQuery } from './catalog-queries.ts';
import { unitChoices } from './setting-choices.ts';
import { weatherLimitWords as limitWords } from './weather-words.ts';
import { webhookWords } from './webhook-words.ts';

export type Entry = Shape<'AuditEntry'>;
type Value = Entry['changes'][number]['from'];

const userFields = ['sprayerId', 'sprayerIds', 'otherSprayerId', 'farmerId', 'userId', 'mergedInto'];
const moneyFields = ['price', 'cost', 'smsPrice', 'zaloPrice', 'smsBudget', 'senderBudget', 'codeBudget', 'newNumberBudget'];
const areaFields = ['area', 'maxArea', 'pairArea'];
const timeFields = ['startTime', 'endTime', 'quietFrom', 'quietTo', 'eveningCheck'];
const phoneFields = ['phoneNumber', 'contactPhone'];

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isTimestamp = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** The word of a code; the code itself if there is none. */
const wordOf = (words: Readonly<Record<string, string>>, code: string): string => (Object.hasOwn(words, code) ? String(words[code]) : code);

/** Names of the fields in changes, and values as people read them: names, words, dates and amounts of money. */
export function useAuditValues(entries: readonly Entry[]) {
  const words = useWords(auditWords);
  const limits = useWords(limitWords);
  const formatText = useFormatText();
  const sessions = useInfiniteQuery(sessionsQuery).data?.pages.flatMap(({ content }) => content);
  const hasBank = entries.some(({ changes }) => changes.some(({ field }) => field === 'bankBin'));
  const banks = useQuery({
    queryKey: ['admin', 'banks'],
    queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/admin/bank', { params: { query: { pageable } }, signal }))),
    enabled: hasBank,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const format = useFormat();

  const fieldName = ({ subjectType }: Entry, field: string): string => {
    const limit = subjectType === 'setting' ? limits.limits[field as keyof typeof limits.limits] : undefined;
    if (limit !== undefined) return `${limits.groups[limitGroup(field)]}: ${limit}`;
    return wordOf(words.field, field);
  };
  const valueText = (entry: Entry, field: string, value: Value): ReactNode => {
    if (value === null || value === '') return words.nothing;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (userFields.includes(field)) return <People entry={entry} ids={String(value).split(', ')} />;
    if (field === 'sessionIds') {
      const named = String(value)
        .split(', ')
        .map((id) => {
          const session = sessions?.find((one) => String(one.id) === id);
          return session === undefined ? words.session(Number(id)) : format.session(session);
        });
      return named.join(', ');
    }
    if (field === 'bankBin') return banks?.find(({ bin }) => bin === value)?.name ?? value;
    if (moneyFields.includes(field)) return format.money(Number(value));
    if (areaFields.includes(field)) return format.area(Number(value));
    return typeof value === 'number' ? format.number(value) : formatText(entry, field, value);
  };
  return { fieldName, valueText };
}

type LimitGroup = keyof (typeof limitWords)['en']['groups'];

function limitGroup(field: string): LimitGroup {
  if (field.startsWith('gust')) return 'wind';
  return (['wind', 'deltaT', 'rainFast', 'rain', 'air'] as const).find((group) => field.startsWith(group)) ?? 'inversion';
}

/** Users by name, each with a link to their page. Unknown ones keep their id. */
function People({ entry, ids }: { entry: Entry; ids: string[] }) {
  const words = useWords(auditWords);
  return ids.map((id, index) => {
    const name = entry.people.find((person) => String(person.id) === id)?.fullName;
    return (
      <Fragment key={id}>
        {index === 0 ? '' : ', '}
        {name === undefined ? (
          words.account(Number(id))
        ) : (
          <Anchor component={Link} to={`/company/users/${id}`} underline="always">
            {name}
          </Anchor>
        )}
      </Fragment>
    );
  });
}

/** Texts of changes: codes become words, dates and times are formatted, other texts stay. */
function useFormatText(): (entry: Entry, field: string, text: string) => string {
  const words = useWords(auditWords);
  const names = useWords(stateWords);
  const { event } = useWords(webhookWords);
  const { scope } = useWords(apiKeyWords);
  const { channel } = useWords(channelWords);
  const zalo = useWords(zaloWords);
  const weather = useWords(weatherWords);
  const { presets } = useWords(limitWords);
  const { hazard } = useWords(productWords);
  const { profiles } = useWords(recordWords).setting;
  const { forms } = useWords(addressWords);
  const absence = useWords(absenceWords);
  const { kinds: pinKinds } = useWords(pinWords);
  const { kinds: placeKinds } = useWords(placeWords);
  const { kind: importKinds } = useWords(importWords);
  const format = useFormat();
  const { language } = useLanguage();
  const kindsOf: Record<string, Record<string, string>> = {
    absence: absence.kinds,
    order: pinKinds,
    sensitive_place: placeKinds,
    spreadsheet_import: importKinds,
  };
  const vocabularies: Record<string, Record<string, string>> = {
    role: names.role,
    expertise: names.expertise,
    cropType: names.crop,
    paymentMethod: names.method,
    language: words.language,
    contactLanguage: words.language,
    areaUnit: Object.fromEntries(unitChoices(language, '').map(({ value, label }) => [value, label])),
    operation: words.operation,
    state: absence.states,
    verdict: weather.verdict,
    preset: presets,
    beeHazard: hazard,
    profile: profiles,
    formOfAddress: forms,
    channels: channel,
    scopes: scope,
    eventTypes: event,
    breaches: words.breach,
    zaloSecrets: { appSecret: zalo.appSecret, oaSecret: zalo.oaSecret, refreshToken: zalo.refreshToken },
  };
  const lists = ['channels', 'scopes', 'eventTypes', 'breaches', 'zaloSecrets'];
  return ({ subjectType }, field, text) => {
    if (field === 'kind') return wordOf(kindsOf[subjectType] ?? {}, text);
    if (field === 'name' && subjectType === 'crop') return wordOf(names.crop, text);
    if (field === 'clientSecret' || field === 'logo') return words.changed;
    const vocabulary = vocabularies[field];
    if (vocabulary !== undefined)
      return lists.includes(field)
        ? text
            .split(', ')
            .map((code) => wordOf(vocabulary, code))
            .join(', ')
        : wordOf(vocabulary, text);
    if (timeFields.includes(field)) return text.slice(0, 5);
    if (phoneFields.includes(field)) return formatPhone(text);
    if (isDate(text)) return format.longDate(text);
    if (isTimestamp(text)) return format.moment(text);
    if (field === 'factors')
      return text.replace(/(^|, )(\w+)/g, (_, before, code) => `${before}${wordOf(weather.factor, code).toLowerCase()}`);
    if (field === 'bans') return text.replaceAll('the farmer of the order', words.farmerOfOrder);
    if (field === 'boundary') return boundaryText(text, words.boundary, format.number);
    if (field === 'geometry') return positionText(text) ?? words.areaOnMap;
    if (field === 'uses') return text.replace(/^([^,\n]+)(?=, )/gm, (crop) => wordOf(names.crop, crop));
    if (field === 'zaloTemplate')
      return text.replace(/^(\S+) (en|vi)/, (_, type, language) =>
        [
          Object.hasOwn(event, `order.${type}`) ? zalo.order(wordOf(event, `order.${type}`)) : wordOf(zalo.other, type),
          wordOf(zalo.languages, language),
        ].join(', '),
      );
    return text;
  };
}

function boundaryText(text: string, words: (area: string, points: string) => string, number: (value: number) => string): string {
  const [, area, points] = /^([\d.]+) m², (\d+) points$/.exec(text) ?? [];
  return area === undefined || points === undefined ? text : words(number(Number(area)), number(Number(points)));
}

/** Latitude and longitude of a GeoJSON point; undefined for an area. */
function positionText(geometry: string): string | undefined {
  const [, longitude, latitude] = /^\{"type":"Point","coordinates":\[(-?[\d.]+),(-?[\d.]+)/.exec(geometry) ?? [];
  return longitude === undefined ? undefined : `${latitude}, ${longitude}`;
}
