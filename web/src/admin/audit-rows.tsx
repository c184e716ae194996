import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { IconArrowRight } from '../icons/arrow-right.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { stateWords } from '../ui/state-words.ts';
import { type Entry, useAuditValues } from './audit-values.tsx';
import { auditWords } from './audit-words.ts';

type AuditValues = ReturnType<typeof useAuditValues>;

/** Each entry as a sentence, with old and new values. */
export function AuditRows({ entries }: { entries: Entry[] }) {
  const values = useAuditValues(entries);
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} values={values} />
      ))}
    </ul>
  );
}

function AuditRow({ entry, values }: { entry: Entry; values: AuditValues }) {
  const words = useWords(auditWords);
  const format = useFormat();
  const { timestamp, actor, action, changes } = entry;
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
          <Subject entry={entry} />
        </span>
        {changes.map(({ field, from, to }) => (
          <span key={field} className={styles.note}>
            {values.fieldName(entry, field)}
            {': '}
            {/* Masked values have the same text although they differ. */}
            {from === to ? words.changed : null}
            {from === to || from === null ? null : (
              <>
                {values.valueText(entry, field, from)} <IconArrowRight size={16} role="img" aria-label={words.becomes} />{' '}
              </>
            )}
            {from === to ? null : values.valueText(entry, field, to)}
          </span>
        ))}
      </span>
      <time dateTime={timestamp} className={styles.note}>
        {format.moment(timestamp)}
      </time>
    </li>
  );
}

/** Pages of the changed objects: `one` is about a single object, which must still exist. */
const pages: Record<string, { list?: string; one?: string }> = {
  user: { one: '/company/users' },
  crop: { list: '/company/crops' },
  session: { list: '/company/sessions' },
  order: { one: '/orders' },
  field: { one: '/fields' },
  product: { one: '/company/products' },
  licence: { list: '/company/equipment' },
  drone: { list: '/company/equipment' },
  absence: { list: '/absences' },
  ban: { list: '/crew-rules' },
  crew_plan: { one: '/plan' },
  rebooking: { list: '/rebooking' },
  sensitive_place: { one: '/places' },
  spreadsheet_import: { one: '/import' },
  webhook: { one: '/company/webhooks' },
  api_key: { list: '/company/api-keys' },
  issuer: { one: '/company/sign-in' },
};

/** The changed object by its name, with a link to its page. A deleted one keeps its number. */
function Subject({ entry: { subjectType, subjectId: id, subjectName, actor } }: { entry: Entry }) {
  const words = useWords(auditWords);
  const { crop: cropNames } = useWords(stateWords);
  const format = useFormat();
  if (id === null || (subjectType === 'user' && actor?.id === id)) return null;
  const page = pages[subjectType];
  const number = words.subject[subjectType]?.(id);
  if (page === undefined || number === undefined) return null;
  const name = nameOf();
  const to = page.list ?? (subjectName === null ? undefined : `${page.one}/${id}`);
  return (
    <>
      {': '}
      {to === undefined ? (
        name
      ) : (
        <Anchor component={Link} to={to} underline="always">
          {name}
        </Anchor>
      )}
    </>
  );

  function nameOf(): string {
    if (subjectName === null) return String(number);
    if (subjectType === 'crop') return cropNames[subjectName] ?? subjectName;
    if (subjectType === 'order') return `${number}, ${subjectName}`;
    return subjectType === 'crew_plan' ? format.longDate(subjectName) : subjectName;
  }
}
