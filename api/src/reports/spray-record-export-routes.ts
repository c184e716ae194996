import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { profileIds } from '../spray-records/profile-rules.ts';
import { RecordContentSchema, recordExample } from '../spray-records/record-schemas.ts';
import { recordWords } from '../spray-records/record-words.ts';
import { readExport, runExport, sendParts } from './send-parts.ts';
import { readRecordsToExport, recordTable } from './spray-record-table.ts';
import { csvParts, xlsxParts } from './table-file.ts';

const period = {
  from: CalendarDate({ description: "First date, on the company's calendar.", example: '2026-11-01' }),
  to: CalendarDate({ description: 'Last date, inclusive.', example: '2026-11-30' }),
  state: Type.Optional(OneOf(['complete', 'incomplete'], { description: 'Only these.', example: 'complete' })),
};
const TableQuery = Type.Object({
  ...period,
  profile: Type.Optional(OneOf(profileIds, { description: 'Only the columns that this law asks for; all if left out.', example: 'eu' })),
  language: Type.Optional(OneOf(languages, { description: 'Mine, as in my profile, if left out.', example: 'vi' })),
});

const ExportSchema = named(
  'SprayRecordExport',
  Exact({
    from: CalendarDate(),
    to: CalendarDate(),
    records: Type.Array(Exact({ hash: Type.String(), content: RecordContentSchema })),
  }),
);

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const formats = [
  { extension: 'csv', name: 'Csv', contentType: 'text/csv', described: 'CSV (RFC 4180, UTF-8)' },
  { extension: 'xlsx', name: 'Xlsx', contentType: xlsx, described: 'XLSX' },
] as const;

/** Spray records of a period as files, for inspectors. */
export function sprayRecordExportRoutes({ database }: { database: Database }): Route[] {
  const read = ({ from, to, state }: { from: string; to: string; state?: 'complete' | 'incomplete' }) => {
    if (to < from) throw invalid({ path: 'to', message: 'must not be before from' });
    return readRecordsToExport(database.read, { from, to, isComplete: state === undefined ? undefined : state === 'complete' });
  };
  const shared = { method: 'GET', access: 'receptionist', tag: 'receptionist', problems: ['EXPORT_TOO_LARGE'] } as const;
  return [
    ...formats.map(({ extension, name, contentType, described }) =>
      route({
        ...shared,
        path: `/api/receptionist/spray-record.${extension}`,
        operationId: `exportSprayRecords${name}`,
        summary: `Spray records of a period, as ${extension.toUpperCase()}`,
        description: `One row per product, oldest first, as ${described}; at most 10,000 records.`,
        query: TableQuery,
        contentType,
        response: Type.String({ contentMediaType: contentType }),
        example: '',
        handle: ({ query, user, reply }) =>
          runExport(async () => {
            const words = recordWords[query.language ?? (await readLanguage(database.read, user.id))];
            const table = await readExport(async () => recordTable(await read(query), query.profile, words));
            reply.headers({
              'content-type': extension === 'csv' ? 'text/csv; charset=utf-8' : xlsx,
              'content-disposition': `attachment; filename="swath-spray-records-${query.from}-${query.to}.${extension}"`,
            });
            await sendParts(reply, extension === 'csv' ? csvParts(table) : xlsxParts(table, words.records));
            return '';
          }),
      }),
    ),
    route({
      ...shared,
      path: '/api/receptionist/spray-record.json',
      operationId: 'exportSprayRecordsJson',
      summary: 'Spray records of a period, machine-readable',
      description: 'The newest version of each record with its hash, oldest first; at most 10,000 records.',
      query: Type.Object(period),
      response: ExportSchema,
      example: { from: '2026-11-01', to: '2026-11-30', records: [{ hash: recordExample.hash, content: recordExample.content }] },
      async handle({ query, reply }) {
        const records = await read(query);
        reply.header('content-disposition', `attachment; filename="swath-spray-records-${query.from}-${query.to}.json"`);
        return { from: query.from, to: query.to, records: records.map(({ hash, content }) => ({ hash, content })) };
      },
    }),
  ];
}
