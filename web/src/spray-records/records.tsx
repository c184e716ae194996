import { TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useMe } from '../api/session.ts';
import { IconClipboardList } from '../icons/clipboard-list.ts';
import { addDays } from '../ui/dates.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { useFormat } from '../ui/format.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { type RecordFilter, type RecordItem, readerOf, useRecords } from './record-queries.ts';
import { RecordStateText } from './record-state.tsx';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

const states = ['all', 'incomplete', 'complete'] as const;
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** The spray records that the user may read. The filters are in the address. */
export function Records() {
  const words = useWords(recordWords);
  const { role } = useMe();
  const reader = readerOf(role);
  const { get, set } = useFilters();
  const state = states.find((one) => one === get('state')) ?? 'all';
  const filter: RecordFilter = {
    ...(state === 'all' ? {} : { state }),
    ...(isDate(get('from')) ? { from: get('from') } : {}),
    ...(isDate(get('to')) ? { to: get('to') } : {}),
  };
  const list = useRecords(reader, filter);
  return (
    <Page title={words.title} narrow exports={<Exports reader={reader} filter={filter} />}>
      {reader === 'sprayer' ? null : (
        <search className={styles.filters}>
          <Segments
            fullWidth
            aria-label={words.filterLabel}
            value={state}
            onChange={(chosen) => set('state', chosen === 'all' ? '' : chosen)}
            data={states.map((value) => ({ value, label: words.filters[value] }))}
          />
          <TextInput type="date" label={words.from} value={get('from')} onChange={(event) => set('from', event.currentTarget.value)} />
          <TextInput type="date" label={words.to} value={get('to')} onChange={(event) => set('to', event.currentTarget.value)} />
        </search>
      )}
      <FilteredList list={list} icon={<IconClipboardList size={40} aria-hidden />} words={words}>
        {(records) => (
          <ul className={rows.list}>
            {records.map((record) => (
              <RecordRow key={record.id} record={record} />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  );
}

function RecordRow({ record }: { record: RecordItem }) {
  const format = useFormat();
  const { id, number, date, farmer, location, operator, products } = record;
  return (
    <li>
      <Link to={`/records/${id}`} className={rows.row}>
        <span className={rows.main}>
          <span className={rows.name}>
            {number} · {location}
          </span>
          <span className={rows.note}>{[format.date(date), farmer, operator, products].filter((text) => text !== '').join(' · ')}</span>
        </span>
        <span className={rows.facts}>
          <RecordStateText record={record} />
        </span>
      </Link>
    </li>
  );
}

function Exports({ reader, filter }: { reader: ReturnType<typeof readerOf>; filter: RecordFilter }) {
  if (reader === 'farmer') return <ListExport list="/api/farmer/spray-record" query={filter} />;
  return reader === 'sprayer' ? <ListExport list="/api/sprayer/spray-record" /> : <OfficeExports filter={filter} />;
}

/** Files of a period; without dates in the filter, the last 30 days. */
function OfficeExports({ filter }: { filter: RecordFilter }) {
  const words = useWords(recordWords);
  const { language } = useLanguage();
  const { today } = useCompany();
  const { state, from = addDays(filter.to ?? today, -30), to = today } = filter;
  const period = { from, to, ...(state === undefined ? {} : { state }) };
  const fileName = `swath-spray-records-${from}-${to}`;
  return (
    <ExportMenu
      fileName={fileName}
      load={(format) => {
        const options = { params: { query: { ...period, language } }, parseAs: 'blob' } as const;
        return format === 'csv'
          ? read(api.GET('/api/receptionist/spray-record.csv', options))
          : read(api.GET('/api/receptionist/spray-record.xlsx', options));
      }}
      others={[
        {
          label: words.json,
          extension: 'json',
          load: async () =>
            (await read(api.GET('/api/receptionist/spray-record.json', { params: { query: period }, parseAs: 'blob' }))) as unknown as Blob,
        },
      ]}
    />
  );
}
