import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { ordersKey } from '../api/live.ts';
import { IconCalendarOff } from '../icons/calendar-off.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { type Closure, officeClosuresQuery } from './closure-queries.ts';
import { closureWords } from './closure-words.ts';
import { daysText } from './days-text.ts';
import { SpanFields, type SpanValues, spanBody, startingToday, useSpanValidation } from './span-fields.tsx';

/** Days and sessions on which the company does not spray. */
export function Closures() {
  const words = useWords(closureWords);
  const { sprayers, company } = useWords(navWords);
  const isCompanyPage = useLocation().pathname.startsWith('/company');
  const list = useQuery(officeClosuresQuery);
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      back={<BackLink {...(isCompanyPage ? { to: '/company', name: company } : { to: '/sprayers', name: sprayers })} />}
      narrow
      exports={<ListExport list="/api/receptionist/closure" />}
      actions={add}
    >
      <Text>{words.intro}</Text>
      <QueryBoundary
        query={list}
        empty={{
          when: (all) => all.length === 0,
          show: <EmptyState icon={<IconCalendarOff size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((closure) => (
              <ClosureRow key={closure.id} closure={closure} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Sheet opened={adding} close={() => setAdding(false)} title={words.add}>
        {adding ? <ClosureForm close={() => setAdding(false)} /> : null}
      </Sheet>
    </Page>
  );
}

function ClosureRow({ closure }: { closure: Closure }) {
  const words = useWords(closureWords);
  const format = useFormat();
  const { id, from, to, sessions, reason, by, openOrders } = closure;
  const days = daysText(format, closure);
  const remove = useAction({
    act: () => read(api.DELETE('/api/receptionist/closure/{id}', { params: { path: { id } } })),
    invalidates: [ordersKey],
    successMessage: words.removed,
  });
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <strong>{days}</strong>
        <span>{reason ?? words.noReason}</span>
        <span className={styles.note}>
          {sessions.length === 0 ? words.wholeDay : sessions.map(format.session).join(', ')} · {words.by(by)}
        </span>
        {openOrders === 0 ? null : (
          <Anchor component={Link} to={`/orders?from=${from}&to=${to}`} className={styles.link ?? ''}>
            {words.orders(openOrders)}
          </Anchor>
        )}
      </div>
      <Confirm
        title={words.removeTitle}
        text={words.removeText(days)}
        action={words.remove}
        danger={false}
        busy={remove.isPending}
        onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        trigger={(open) => (
          <Button variant="default" aria-label={`${words.remove}: ${days}`} onClick={open}>
            {words.remove}
          </Button>
        )}
      />
    </li>
  );
}

function ClosureForm({ close }: { close(): void }) {
  const words = useWords(closureWords);
  const { required, optional } = useWords(uiWords);
  const { today } = useCompany();
  const showFieldErrors = useFieldErrors();
  const form = useForm<SpanValues & { reason: string }>({
    initialValues: { ...startingToday(today), reason: '' },
    validate: useSpanValidation(required),
  });
  const add = useAction({
    act: ({ reason, ...span }: SpanValues & { reason: string }, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/closure', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: { ...spanBody(span), ...(reason.trim() === '' ? {} : { reason }) },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: ({ openOrders }) => words.closed(openOrders),
    onSuccess: close,
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack>
        <SpanFields values={form.values} errors={form.errors} set={(name, value) => form.setFieldValue(name, value as never)} min={today} />
        <TextInput
          label={`${words.reason} (${optional})`}
          description={words.reasonHint}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
        <Button type="submit" loading={add.isPending}>
          {words.close}
        </Button>
      </Stack>
    </form>
  );
}
