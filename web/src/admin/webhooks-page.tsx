import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconPlus } from '../icons/plus.ts';
import { IconWebhook } from '../icons/webhook.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { Part } from './part.tsx';
import { type Webhook, webhooksQuery } from './webhook-queries.ts';
import { webhookWords } from './webhook-words.ts';

export function WebhooksPage() {
  const words = useWords(webhookWords);
  const query = useQuery(webhooksQuery);
  return (
    <Part
      title={words.title}
      narrow
      exports={<ListExport list="/api/admin/webhook" query={{ sort: ['id,asc'] }} />}
      actions={
        <Button component={Link} to="/company/webhooks/new" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <Text>{words.intro}</Text>
      <QueryBoundary
        query={query}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconWebhook size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {({ content }) => (
          <ul className={styles.list}>
            {content.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Part>
  );
}

function WebhookRow({ webhook: { id, url, description, eventTypes, active, failingSince } }: { webhook: Webhook }) {
  const words = useWords(webhookWords);
  const format = useFormat();
  return (
    <li>
      <Link to={`/company/webhooks/${id}`} className={styles.row}>
        <span className={styles.main}>
          <span className={styles.name}>{description === '' ? url : description}</span>
          {description === '' ? null : <span className={styles.note}>{url}</span>}
          <span className={styles.note}>{words.events(eventTypes.length)}</span>
        </span>
        <span className={styles.facts}>
          {failingSince === null ? null : (
            <span className={styles.state} data-tone="failed">
              <IconAlertTriangle size={18} aria-hidden />
              {words.failing(format.moment(failingSince))}
            </span>
          )}
          <OnOff on={active} words={words} />
        </span>
      </Link>
    </li>
  );
}
