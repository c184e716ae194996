import { Anchor } from '@mantine/core';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { IconArrowRight } from '../icons/arrow-right.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { stateWords } from '../ui/state-words.ts';
import { usersKey } from './admin-keys.ts';
import { auditWords } from './audit-words.ts';
import { cropsQuery, sessionsQuery } from './catalog-queries.ts';
import { type EventType, webhooksQuery } from './webhook-queries.ts';
import { webhookWords } from './webhook-words.ts';

type Entry = Shape<'AuditEntry'>;
type Value = Entry['changes'][number]['from'];

/** Each entry as a sentence, with old and new values. */
export function AuditRows({ entries }: { entries: Entry[] }) {
  const subjectOf = useSubjects(entries);
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} subject={subjectOf(entry)} />
      ))}
    </ul>
  );
}

interface Subject {
  /** undefined: the subject has no page. */
  to: string | undefined;
  name: string;
}

function AuditRow({ entry: { timestamp, actor, action, changes }, subject }: { entry: Entry; subject: Subject | undefined }) {
  const words = useWords(auditWords);
  const format = useFormat();
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span>
          {actor === null ? (
            words.system
          ) : (
            <Anchor component={Link} to={`/company/users/${actor.id}`} fw={600} underline="always">
              {actor.fullName}
            </Anchor>
          )}{' '}
          {words.action[action] ?? action}
          {subject === undefined ? null : (
            <>
              {': '}
              {subject.to === undefined ? (
                subject.name
              ) : (
                <Anchor component={Link} to={subject.to} underline="always">
                  {subject.name}
                </Anchor>
              )}
            </>
          )}
        </span>
        {changes.map((change) => (
          <ChangeLine key={change.field} {...change} />
        ))}
      </span>
      <time dateTime={timestamp} className={styles.note}>
        {format.moment(timestamp)}
      </time>
    </li>
  );
}

function ChangeLine({ field, from, to }: Entry['changes'][number]) {
  const words = useWords(auditWords);
  const formatValue = useValueWords();
  const name = words.field[field] ?? field;
  // Masked values have the same text although they differ.
  if (from === to) return <span className={styles.note}>{`${name}: ${words.changed}`}</span>;
  return (
    <span className={styles.note}>
      {`${name}: `}
      {from === null ? null : (
        <>
          {formatValue(field, from)} <IconArrowRight size={16} role="img" aria-label={words.becomes} />{' '}
        </>
      )}
      {formatValue(field, to)}
    </span>
  );
}

function useValueWords(): (field: string, value: Value) => string {
  const words = useWords(auditWords);
  const names = useWords(stateWords);
  const { event: events } = useWords(webhookWords);
  const format = useFormat();
  return (field, value) => {
    if (value === null || value === '') return words.nothing;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (field === 'price' || field === 'cost') return format.money(Number(value));
    if (field === 'role') return names.role[value as keyof typeof names.role] ?? String(value);
    if (field === 'expertise') return names.expertise[value as keyof typeof names.expertise] ?? String(value);
    if (field === 'name' || field === 'cropType') return names.crop[value] ?? String(value);
    if (field === 'language') return value === 'vi' ? 'Tiếng Việt' : 'English';
    if (field === 'eventTypes')
      return String(value)
        .split(', ')
        .map((type) => events[type as EventType] ?? type)
        .join(', ');
    if (field === 'startTime' || field === 'endTime') return String(value).slice(0, 5);
    return typeof value === 'number' ? format.number(value) : value;
  };
}

/** The name of each entry's subject: the entry has only an id. */
function useSubjects(entries: Entry[]): (entry: Entry) => Subject | undefined {
  const words = useWords(auditWords);
  const { crop: cropNames } = useWords(stateWords);
  const format = useFormat();
  const crops = useInfiniteQuery(cropsQuery).data?.pages.flatMap(({ content }) => content);
  const sessions = useInfiniteQuery(sessionsQuery).data?.pages.flatMap(({ content }) => content);
  const hasWebhooks = entries.some(({ subjectType }) => subjectType === 'webhook');
  const webhooks = useQuery({ ...webhooksQuery, enabled: hasWebhooks }).data?.content;
  const named = new Map<number, string>();
  for (const { actor } of entries) if (actor !== null) named.set(actor.id, actor.fullName);
  const unnamed = new Set<number>();
  for (const { subjectType, subjectId } of entries)
    if (subjectType === 'user' && subjectId !== null && !named.has(subjectId)) unnamed.add(subjectId);
  const people = useQueries({
    queries: [...unnamed].map((id) => ({
      queryKey: [...usersKey, 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(api.GET('/api/admin/user/{id}', { params: { path: { id } }, signal })),
      staleTime: 5 * 60_000,
    })),
  });
  for (const { data } of people) if (data !== undefined) named.set(data.id, data.fullName);
  return ({ subjectType, subjectId: id, actor }) => {
    if (id === null || (subjectType === 'user' && actor?.id === id)) return undefined;
    if (subjectType === 'user') return { to: `/company/users/${id}`, name: named.get(id) ?? words.account(id) };
    if (subjectType === 'crop') {
      const name = crops?.find((crop) => crop.id === id)?.name;
      return { to: '/company/crops', name: name === undefined ? words.crop(id) : (cropNames[name] ?? name) };
    }
    if (subjectType === 'session') {
      const session = sessions?.find((one) => one.id === id);
      return { to: '/company/sessions', name: session === undefined ? words.session(id) : format.session(session) };
    }
    if (subjectType === 'order') return { to: `/orders/${id}`, name: words.order(id) };
    if (subjectType === 'field') return { to: `/fields/${id}`, name: words.fieldNumber(id) };
    if (subjectType === 'api_key') return { to: '/company/api-keys', name: words.apiKey(id) };
    if (subjectType === 'issuer') return { to: '/company/sign-in', name: words.issuer(id) };
    if (subjectType === 'webhook') {
      const webhook = webhooks?.find((one) => one.id === id);
      if (webhook === undefined) return { to: undefined, name: words.webhook(id) };
      return { to: `/company/webhooks/${id}`, name: webhook.description || words.webhook(id) };
    }
    return undefined;
  };
}
