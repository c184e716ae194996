import { Button, Stack } from '@mantine/core';
import { IconBuildingBank, IconCash, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { LedgerSheet } from './ledger.tsx';
import { sumOf } from './money-rules.ts';
import { type OrderPayment, type PaymentFilter, paymentFilters, usePayments } from './payment-queries.ts';
import { type Opening, PaymentRow } from './payment-row.tsx';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';
import { TakeCashSheet } from './take-cash.tsx';

/** Payment status of orders. */
export function Payments() {
  const words = useWords(paymentsWords);
  const [search, setSearch] = useSearchParams();
  const filter = paymentFilters.find((name) => name === search.get('show')) ?? 'unpaid';
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Button component={Link} to="/bank-statement" variant="default" leftSection={<IconBuildingBank size={20} aria-hidden />}>
            {words.statement}
          </Button>
          <Button component={Link} to="/cash" variant="default" leftSection={<IconCash size={20} aria-hidden />}>
            {words.cashReport}
          </Button>
        </>
      }
    >
      <Segments
        fullWidth
        className={styles.filters}
        aria-label={words.filter}
        value={filter}
        onChange={(chosen) => setSearch(chosen === 'unpaid' ? {} : { show: chosen }, { replace: true })}
        data={paymentFilters.map((value) => ({ value, label: words.tabs[value] }))}
      />
      <List filter={filter} />
    </Page>
  );
}

function List({ filter }: { filter: PaymentFilter }) {
  const words = useWords(paymentsWords);
  const { showMore } = useWords(uiWords);
  const list = usePayments(filter);
  const [open, setOpen] = useState<Open>();
  if (list.data === undefined)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <Loading lines={4} />;
  const payments = list.data.pages.flatMap(({ content }) => content);
  const all = list.data.pages[0]?.page.totalElements ?? payments.length;
  if (payments.length === 0)
    return <EmptyState icon={<IconReceipt size={40} aria-hidden />} title={words.none[filter]} text={words.noneText} />;
  return (
    <Stack>
      <Sums payments={payments} all={all} />
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <PaymentRow key={payment.order.id} payment={payment} onOpen={(what) => setOpen({ payment, what, opened: true })} />
        ))}
      </ul>
      <OpenSheet open={open} close={() => setOpen((before) => before && { ...before, opened: false })} />
      {list.isFetchNextPageError ? <ErrorState error={list.error} /> : null}
      {list.hasNextPage ? (
        <Button variant="default" className={styles.more ?? ''} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {showMore}
        </Button>
      ) : null}
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

/** Shows the number of orders in the sums: while there are more pages to load, the sums are partial. */
function Sums({ payments, all }: { payments: OrderPayment[]; all: number }) {
  const words = useWords(paymentsWords);
  const { currencyDigits } = useCompany();
  const format = useFormat();
  const sum = (of: 'due' | 'paid' | 'refunded') =>
    sumOf(
      payments.map((payment) => payment[of]),
      currencyDigits,
    );
  return (
    <section className={styles.total} aria-label={words.sums}>
      <span>{words.count(payments.length, all)}</span>
      <dl>
        {(['due', 'paid', 'refunded'] as const)
          .filter((of) => sum(of) > 0)
          .map((of) => (
            <div key={of}>
              <dt>{words[of]}</dt>
              <dd>{format.money(sum(of))}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
