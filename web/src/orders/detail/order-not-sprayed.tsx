import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { orderKey } from '../../api/live.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import { notSprayedWords } from '../../fieldwork/not-sprayed-words.ts';
import { IconBan } from '../../icons/ban.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Loading } from '../../ui/states.tsx';
import { type Order, useOfficeAction } from './office-order-data.ts';
import { useOrderSteps } from './order-timeline.tsx';

const NotSprayedForm = lazyPart(() => import('../../fieldwork/not-sprayed-form.tsx'), 'NotSprayedForm');

/** The last visit ended without spraying, and the order has not been moved since. */
export function NotSprayedNotice({ order }: { order: Order }) {
  const words = useWords(notSprayedWords);
  const format = useFormat();
  const { id, orderStatus, date, session } = order;
  const steps = useOrderSteps(id);
  const { data } = useQuery({
    queryKey: [...orderKey(id), 'not-sprayed'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/not-sprayed', { params: { path: { id } }, signal })),
    enabled: orderStatus === 'confirmed' && (steps.data ?? []).some(({ action }) => action === 'not_sprayed'),
  });
  const visit = data?.content[0];
  if (orderStatus !== 'confirmed' || visit === undefined || visit.date !== date || visit.sessionId !== session.id) return null;
  return (
    <Alert color="clay" icon={<IconBan size={24} aria-hidden />} title={words.noted(words.reasons[visit.reason] ?? visit.reason)}>
      {visit.note === null ? null : <Text>“{visit.note}”</Text>}
      <Text>{words.by(visit.by, format.moment(visit.at))}</Text>
      <Text>{words.next}</Text>
    </Alert>
  );
}

/** The office enters for the crew that a field was not sprayed. */
export function MarkNotSprayed({ order, tag }: { order: Order; tag: string | null }) {
  const words = useWords(notSprayedWords);
  const { today } = useCompany();
  const { id, date, orderStatus } = order;
  const [opened, { open, close }] = useDisclosure();
  const steps = useOrderSteps(id);
  const isReported = (steps.data ?? []).some(({ action }) => action === 'finish' || action === 'accept_report');
  const mark = useOfficeAction({
    id,
    act: (body: Shape<'NewNotSprayed'>, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/not-sprayed', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
          body,
        }),
      ),
    done: words.doneOffice,
    onDone: close,
  });
  if ((orderStatus !== 'assigned' && orderStatus !== 'in_progress') || date > today || isReported) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconBan size={20} aria-hidden />} onClick={open}>
        {words.action}
      </Button>
      <Sheet opened={opened} close={close} title={words.title}>
        <Suspense fallback={<Loading lines={4} />}>
          <Stack>
            <NotSprayedForm text={words.officeText} isBusy={mark.isPending} onSend={(visit) => mark.mutate(visit)} />
          </Stack>
        </Suspense>
      </Sheet>
    </>
  );
}
