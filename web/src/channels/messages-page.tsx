import { Anchor, Button, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { auditKey } from '../admin/admin-keys.ts';
import { Part } from '../admin/part.tsx';
import { webhookWords } from '../admin/webhook-words.ts';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { pageParams } from '../api/infinite-list.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCheck } from '../icons/check.ts';
import { IconClock } from '../icons/clock.ts';
import { IconMailForward } from '../icons/mail-forward.ts';
import { IconRefresh } from '../icons/refresh.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { InfiniteList, useFilters } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { EmptyState } from '../ui/states.tsx';
import { channelWords } from './channel-words.ts';
import { zaloWords } from './zalo-words.ts';

type Message = Shape<'SentMessage'>;
const messagesKey = ['sent-messages'] as const;
const changes = [messagesKey, auditKey, ['channel-status']];
const statuses = ['waiting', 'sending', 'sent', 'not_sent', 'delivered', 'failed', 'unknown'] as const;
const channels = ['push', 'zalo', 'sms', 'mail'] as const;

/** Log of messages, with a button to send failed ones again. */
export function MessagesPage() {
  const words = useWords(channelWords);
  const { sendsMail } = useCompany();
  const filters = useFilters();
  const status = statuses.find((name) => name === filters.get('status'));
  const channel = channels.find((name) => name === filters.get('channel'));
  const list = useInfiniteQuery({
    queryKey: [...messagesKey, status ?? '', channel ?? ''],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/admin/message', {
          params: {
            query: {
              pageable: { page: pageParam, size: 20 },
              ...(status === undefined ? {} : { status }),
              ...(channel === undefined ? {} : { channel }),
            },
          },
          signal,
        }),
      ),
    ...pageParams,
  });
  const replayAll = useAction({
    act: () => read(api.POST('/api/admin/message/replay', { params: { query: { status: status === 'not_sent' ? status : 'failed' } } })),
    invalidates: changes,
    successMessage: words.replayed,
  });
  const total = list.data?.pages[0]?.page.totalElements ?? 0;
  return (
    <Part
      title={words.log}
      exports={
        <ListExport
          list="/api/admin/message"
          query={{ ...(status === undefined ? {} : { status }), ...(channel === undefined ? {} : { channel }) }}
        />
      }
      actions={
        !(status === 'failed' || (status === 'not_sent' && sendsMail)) || total < 2 ? undefined : (
          <Button leftSection={<IconRefresh size={20} aria-hidden />} loading={replayAll.isPending} onClick={() => replayAll.mutate()}>
            {words.replayAll}
          </Button>
        )
      }
    >
      <Text>{words.logIntro}</Text>
      <div className={styles.filters}>
        <NativeSelect
          size="md"
          label={words.statusLabel}
          value={status ?? ''}
          onChange={({ currentTarget }) => filters.set('status', currentTarget.value)}
          data={[{ value: '', label: words.anyStatus }, ...statuses.map((value) => ({ value, label: words.status[value] ?? value }))]}
        />
        <NativeSelect
          size="md"
          label={words.channelLabel}
          value={channel ?? ''}
          onChange={({ currentTarget }) => filters.set('channel', currentTarget.value)}
          data={[{ value: '', label: words.anyStatus }, ...channels.map((value) => ({ value, label: words.channel[value] }))]}
        />
      </div>
      <InfiniteList
        list={list}
        empty={<EmptyState icon={<IconMailForward size={40} aria-hidden />} title={words.none} text={words.noneText} />}
      >
        {(messages) => (
          <ul className={styles.list}>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </Part>
  );
}

const toneOf = (status: Message['status']) =>
  status === 'failed' || status === 'unknown' || status === 'not_sent'
    ? 'failed'
    : status === 'sent' || status === 'delivered'
      ? undefined
      : 'waiting';

function MessageRow({ message }: { message: Message }) {
  const words = useWords(channelWords);
  const { event } = useWords(webhookWords);
  const { other } = useWords(zaloWords);
  const format = useFormat();
  const { id, type, recipient, orderId, subject, channel, status, attempts, parts, cost, lastError, history, timestamp, dueAt } = message;
  const replay = useAction({
    act: () => read(api.POST('/api/admin/message/{id}/replay', { params: { path: { id } } })),
    invalidates: changes,
    successMessage: words.replayed,
  });
  const title = subject === '' ? words.code : subject;
  const about = (event as Record<string, string>)[`order.${type}`] ?? other[type];
  const { sendsMail } = useCompany();
  const isUnsentMail = status === 'not_sent' && channel === 'mail';
  const canReplay = status === 'failed' || status === 'unknown' || (isUnsentMail && sendsMail);
  const tone = toneOf(status);
  const Icon = tone === 'failed' ? IconAlertTriangle : tone === 'waiting' ? IconClock : IconCheck;
  const facts = [
    recipient,
    about,
    format.moment(timestamp),
    attempts > 1 ? words.attempts(attempts) : null,
    parts === null ? null : words.parts(parts),
    cost === null ? null : format.money(cost),
    dueAt === null ? null : words.due(format.moment(dueAt)),
  ].filter((fact) => fact !== null && fact !== undefined);
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        {orderId === null ? (
          <strong className={styles.name}>{title}</strong>
        ) : (
          <Anchor component={Link} to={`/orders/${orderId}`} className={styles.name}>
            {title}
          </Anchor>
        )}
        <span className={styles.note}>{facts.join(' · ')}</span>
        {history.map(({ channel: earlier, at, error }) => (
          <span key={`${earlier} ${at}`} className={styles.note}>
            {words.before(words.channel[earlier], error ?? '')}
          </span>
        ))}
        {lastError === null || history.at(-1)?.error === lastError ? null : <span className={styles.note}>{lastError}</span>}
        {isUnsentMail && !sendsMail ? <span className={styles.note}>{words.noMailServerHint}</span> : null}
        {status === 'unknown' ? <span className={styles.note}>{words.unknownHint}</span> : null}
      </span>
      <span className={styles.state} data-tone={tone} data-on={tone === undefined || undefined}>
        <Icon size={18} aria-hidden />
        {`${words.channel[channel]}: ${words.status[status]}`}
      </span>
      {canReplay && recipient !== null ? (
        <Button
          variant="default"
          aria-label={`${words.replay}: ${title}, ${recipient}`}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          {words.replay}
        </Button>
      ) : null}
    </li>
  );
}
