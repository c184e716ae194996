import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { IconBuildingBank } from '../icons/building-bank.ts';
import { IconCash } from '../icons/cash.ts';
import { IconReceipt } from '../icons/receipt.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { LedgerSheet } from './ledger.tsx';
import { loadPaymentExport, type OrderPayment, type PaymentSearch, paymentFilters, usePayments } from './payment-queries.ts';
import { type Opening, PaymentRow } from './payment-row.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';
import { TakeCashSheet } from './take-cash.tsx';

const dateIn = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** Payment status of orders. */
export function Payments() {
  const words = useWords(paymentsWords);
  const [search, setSearch] = useSearchParams();
  const { language } = useLanguage();
  const filter = paymentFilters.find((name) => name === search.get('show')) ?? 'unpaid';
  const asked = { status: filter, from: dateIn(search.get('from')), to: dateIn(search.get('to')) };
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return (
    <Page
      title={words.title}
      actions={
        <Group gap="sm">
          <Button component={Link} to="/bank-statement" variant="default" leftSection={<IconBuildingBank size={20} aria-hidden />}>
            {words.statement}
          </Button>
          <Button component={Link} to="/cash" variant="default" leftSection={<IconCash size={20} aria-hidden />}>
            {words.cashReport}
          </Button>
        </Group>
      }
      exports={<ExportMenu fileName="payments" load={(format) => loadPaymentExport(asked, language, format)} />}
    >
      <Segments
        fullWidth
        className={styles.filters}
        aria-label={words.filter}
        value={filter}
        onChange={(chosen) => set('show', chosen === 'unpaid' ? '' : chosen)}
        data={paymentFilters.map((value) => ({ value, label: words.tabs[value] }))}
      />
      <div className={styles.period}>
        <TextInput type="date" label={words.from} value={asked.from} onChange={({ currentTarget }) => set('from', currentTarget.value)} />
        <TextInput
          type="date"
          label={words.to}
          value={asked.to}
          min={asked.from || undefined}
          onChange={({ currentTarget }) => set('to', currentTarget.value)}
        />
      </div>
      <List asked={asked} />
    </Page>
  );
}

function List({ asked }: { asked: PaymentSearch }) {
  const words = useWords(paymentsWords);
  const list = usePayments(asked);
  const [open, setOpen] = useState<Open>();
  if (list.data === undefined)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <Loading lines={4} />;
  const payments = list.data.pages.flatMap(({ content }) => content);
  if (payments.length === 0)
    return <EmptyState icon={<IconReceipt size={40} aria-hidden />} title={words.none[asked.status]} text={words.noneText} />;
  return (
    <Stack>
      <PaymentTotals asked={asked} shown={payments.length} />
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <PaymentRow key={payment.order.id} payment={payment} onOpen={(what) => setOpen({ payment, what, opened: true })} />
        ))}
      </ul>
      <OpenSheet open={open} close={() => setOpen((before) => before && { ...before, opened: false })} />
      <ShowMore list={list} className={styles.more} />
    </Stack>
  );
}

/** The dialog opened from a row; its content stays while it closes. */
interface Open {
  payment: OrderPayment;
  what: Opening;
  opened: boolean;
}

function OpenSheet({ open, close }: { open: Open | undefined; close(): void }) {
  const { payment, what, opened } = open ?? { opened: false };
  if (payment === undefined) return null;
  return (
    <>
      <TakeCashSheet order={payment.order} due={payment.due} opened={opened && what === 'cash'} close={close} />
      <LedgerSheet orderId={payment.order.id} opened={opened && what === 'ledger'} close={close} />
    </>
  );
}
