import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { allPages } from '../../api/all-pages.ts';
import { api, read, type Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { ordersKey } from '../../api/live.ts';
import { IconPrinter } from '../../icons/printer.ts';
import { mixesQuery } from '../../mixes/mix-queries.ts';
import { OrderArea } from '../../orders/order-area.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { navWords } from '../../ui/navigation-words.ts';
import { Page } from '../../ui/page.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { Segments } from '../../ui/segments.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import { groundsQuery } from './ground-query.ts';
import { JobDangers } from './job-dangers.tsx';
import styles from './print-sheets.module.css';
import { printWords } from './print-words.ts';

type CrewSheet = Shape<'CrewSheet'>;
type Job = CrewSheet['jobs'][number];

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const sheetsQuery = (date: string) => ({
  queryKey: [...ordersKey, 'sheets', date],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    allPages((pageable) => read(api.GET('/api/receptionist/crew-sheet', { params: { query: { date, pageable } }, signal }))),
});

/** Sheets to print for a day: a page for each crew with its jobs in driving order, or the whole day. With `orders` in the address, only those. */
export function PrintSheets() {
  const words = useWords(printWords);
  const { board } = useWords(navWords);
  const { today } = useCompany();
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState<'crew' | 'day'>('crew');
  const asked = (params.get('date') ?? '').split(',').filter(isDate);
  const days = asked.length === 0 ? [today] : asked;
  const chosen = params.get('orders')?.split(',').map(Number);
  const results = useQueries({ queries: days.map(sheetsQuery) });
  const loading = results.find(({ data }) => data === undefined) ?? results[0];
  const sheets = days.flatMap((date, index) =>
    (results[index]?.data ?? []).flatMap((sheet) => {
      const jobs = sheet.jobs.filter(({ order }) => chosen === undefined || chosen.includes(order.id));
      return jobs.length === 0 ? [] : [{ ...sheet, jobs, date }];
    }),
  );
  // For all sheets at once: without dangers and mixes no sheet may be printed.
  const orderIds = [...new Set(sheets.flatMap(({ jobs }) => jobs.map(({ order }) => order.id)))].sort((one, other) => one - other);
  const grounds = useQuery(groundsQuery(orderIds));
  const mixes = useQuery(mixesQuery(orderIds));
  const details = { grounds: grounds.data ?? [], mixes: mixes.data ?? [] };
  const incomplete = sheets.length === 0 ? undefined : [grounds, mixes].find(({ data }) => data === undefined);
  return (
    <Page
      title={words.title}
      back={<BackLink to="/" name={board} />}
      actions={
        <Button
          className={styles.tools ?? ''}
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
          disabled={sheets.length === 0 || incomplete !== undefined}
        >
          {words.print}
        </Button>
      }
    >
      <Group gap="sm" align="end" className={styles.tools ?? ''}>
        <TextInput
          type="date"
          label={words.date}
          value={days[0] ?? today}
          onChange={({ currentTarget }) => {
            if (isDate(currentTarget.value)) setParams({ date: currentTarget.value }, { replace: true });
          }}
        />
        <Segments
          aria-label={words.kind}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'crew', label: words.byCrew },
            { value: 'day', label: words.wholeDay },
          ]}
        />
      </Group>
      {loading === undefined ? null : (
        <QueryBoundary<unknown> query={incomplete ?? loading}>
          {() => (
            <div className={styles.sheets}>
              {sheets.length === 0 ? <Text>{words.none}</Text> : null}
              {kind === 'crew'
                ? sheets.map((sheet) => (
                    <Sheet
                      key={`${sheet.date} ${namesOf(sheet)}`}
                      date={sheet.date}
                      title={namesOf(sheet) || words.noCrew}
                      jobs={sheet.jobs}
                      details={details}
                    />
                  ))
                : days.map((date) => (
                    <WholeDay key={date} date={date} sheets={sheets.filter((sheet) => sheet.date === date)} details={details} />
                  ))}
            </div>
          )}
        </QueryBoundary>
      )}
    </Page>
  );
}

/** The farmer lives in or near the commune of the field. */
const addressOf = ({ street, city }: Shape<'User'>): string => [street, city].filter(Boolean).join(', ');

const namesOf = ({ sprayers }: Pick<CrewSheet, 'sprayers'>): string => sprayers.map(({ fullName }) => fullName).join(', ');

function WholeDay({ date, sheets, details }: { date: string; sheets: readonly CrewSheet[]; details: Details }) {
  const words = useWords(printWords);
  const jobs = sheets
    .flatMap((sheet) => sheet.jobs.map((job) => ({ ...job, distanceKm: null, crew: namesOf(sheet) })))
    .sort((one, other) => (one.startTime < other.startTime ? -1 : one.startTime > other.startTime ? 1 : one.order.id - other.order.id));
  return jobs.length === 0 ? null : <Sheet date={date} title={words.wholeDay} jobs={jobs} details={details} hasCrews />;
}

interface Details {
  grounds: Shape<'OrderGround'>[];
  mixes: Shape<'OrderMix'>[];
}

interface SheetProps {
  date: string;
  title: string;
  jobs: readonly (Job & { crew?: string })[];
  details: Details;
  hasCrews?: boolean;
}

function Sheet({ date, title, jobs, details: { grounds, mixes }, hasCrews = false }: SheetProps) {
  const words = useWords(printWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const cash = jobs.reduce((sum, { cashToCollect }) => sum + cashToCollect, 0);
  return (
    <section className={styles.sheet}>
      <h2>
        {title} <span>{format.longDate(date)}</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus, so that keys can scroll it */}
      <section className={styles.scroll} tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              <th scope="col">{words.place}</th>
              <th scope="col">{words.farmer}</th>
              <th scope="col">{words.phone}</th>
              {hasCrews ? <th scope="col">{words.crew}</th> : null}
              <th scope="col">{words.crop}</th>
              <th scope="col">{words.area}</th>
              <th scope="col">{words.lookOut}</th>
              <th scope="col">{words.cash}</th>
              <th scope="col" className={styles.note}>
                {words.note}
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ order, distanceKm, cashToCollect, crew }) => (
              <tr key={order.id}>
                <th scope="row">{format.session(order.session)}</th>
                <td>
                  {order.location}
                  {addressOf(order.farmer) === '' ? null : <small>{addressOf(order.farmer)}</small>}
                  <small className={styles.whole}>{`${order.latitude.toFixed(5)}, ${order.longitude.toFixed(5)}`}</small>
                  {distanceKm === null ? null : <small>{words.distance(format.number(distanceKm))}</small>}
                </td>
                <td>{order.farmer.fullName}</td>
                <td className={styles.whole}>{order.farmer.phoneNumber && formatPhone(order.farmer.phoneNumber)}</td>
                {hasCrews ? <td>{crew === '' ? words.noCrew : crew}</td> : null}
                <td>
                  {states.crop[order.cropType.name] ?? order.cropType.name}
                  {mixes
                    .find(({ orderId }) => orderId === order.id)
                    ?.products.map(({ productId, name, dose, doseUnit }) => (
                      <small key={productId}>{`${name} ${format.number(dose)} ${doseUnit}`}</small>
                    ))}
                </td>
                <td className={styles.whole}>
                  <OrderArea order={order} />
                </td>
                <td>
                  <JobDangers ground={grounds.find(({ orderId }) => orderId === order.id)} />
                </td>
                <td className={styles.money}>{cashToCollect === 0 ? '–' : format.money(cashToCollect)}</td>
                <td />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td colSpan={hasCrews ? 7 : 6}>{words.jobs(jobs.length)}</td>
              <td className={styles.money}>{format.money(cash)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}
