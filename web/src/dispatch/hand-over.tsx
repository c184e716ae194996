import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconUserShare } from '../icons/user-share.ts';
import { BlockedList } from '../orders/bulk/blocked-list.tsx';
import { type BlockedOrder, useBulkAction } from '../orders/bulk/bulk-action.ts';
import { bulkWords } from '../orders/bulk/bulk-words.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import styles from './sprayers.module.css';

type Proposal = Shape<'HandOverProposal'>;

/** Reassigns the jobs of a sprayer's day in one step. */
export function HandOver({ sprayer, date }: { sprayer: Shape<'User'>; date: string }) {
  const words = useWords(bulkWords);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const label = `${words.handOver}: ${sprayer.fullName}`;
  return (
    <>
      <ActionIcon variant="default" onClick={() => setOpened(true)} aria-label={label} title={label}>
        <IconUserShare size={20} aria-hidden />
      </ActionIcon>
      <Sheet opened={opened} close={() => setOpened(false)} title={words.handOverTitle(sprayer.fullName, format.date(date))}>
        <Proposals sprayer={sprayer} date={date} close={() => setOpened(false)} />
      </Sheet>
    </>
  );
}

function Proposals({ sprayer, date, close }: { sprayer: Shape<'User'>; date: string; close(): void }) {
  const words = useWords(bulkWords);
  const { id } = sprayer;
  const proposals = useQuery({
    queryKey: [...ordersKey, 'hand-over', id, date],
    queryFn: ({ signal }) =>
      allPages((pageable) =>
        read(
          api.GET('/api/receptionist/sprayer/{userId}/hand-over', { params: { path: { userId: id }, query: { date, pageable } }, signal }),
        ),
      ),
  });
  return (
    <QueryBoundary query={proposals} empty={{ when: (all) => all.length === 0, show: <Text>{words.handOverNone}</Text> }}>
      {(all) => <ProposalForm sprayer={sprayer} proposals={all} close={close} />}
    </QueryBoundary>
  );
}

function ProposalForm({ sprayer, proposals, close }: { sprayer: Shape<'User'>; proposals: readonly Proposal[]; close(): void }) {
  const words = useWords(bulkWords);
  const format = useFormat();
  const [reason, setReason] = useState(words.handOverReason(sprayer.fullName));
  const [blocked, setBlocked] = useState<BlockedOrder[]>([]);
  const action = useBulkAction(close, setBlocked);
  const possible = proposals.filter(({ sprayers }) => sprayers.length > 0);
  const send = (orders: readonly Shape<'Order'>[]) =>
    action.mutate({
      action: 'assign',
      orders,
      reason: reason.trim(),
      crews: possible.map(({ order, sprayers }) => ({ orderId: order.id, sprayerIds: sprayers.map((each) => each.id) })),
    });
  const orders = possible.map(({ order }) => order);
  return (
    <Stack>
      <ul className={styles.proposals}>
        {proposals.map(({ order, sprayers, reason: why }) => (
          <li key={order.id}>
            <strong>
              {format.session(order.session)}, {order.location}
            </strong>
            <span>{sprayers.length === 0 ? words.handOverNoneFree : sprayers.map(({ fullName }) => fullName).join(', ')}</span>
            <span className={styles.note}>{why}</span>
          </li>
        ))}
      </ul>
      {possible.length === proposals.length ? null : <Text c="dimmed">{words.handOverHint}</Text>}
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        autosize
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {blocked.length === 0 ? null : (
        <Alert color="clay" role="alert" title={words.blockedTitle(blocked.length, orders.length)}>
          <BlockedList blocked={blocked} orders={orders} busy={action.isPending} onLeaveOut={send} />
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        <Button disabled={possible.length === 0 || reason.trim() === ''} loading={action.isPending} onClick={() => send(orders)}>
          {words.handOverSubmit(possible.length)}
        </Button>
      </Group>
    </Stack>
  );
}
