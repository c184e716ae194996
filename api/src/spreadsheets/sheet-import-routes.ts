import { type Static, Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError, invalid } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Int32, Line, Nullable, NullableOneOf, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { areaUnits, regionalSizes } from './cell-rules.ts';
import { type SheetKind, sheetColumns, sheetKinds } from './column-rules.ts';
import type { ImportRunner, ImportWork } from './import-runner.ts';
import { checkMapping, openQuestions, provenDateOrder } from './mapping-rules.ts';
import { type Choices, importStates, type Mapping, outcomes, type RowDetail, type SheetImport } from './sheet-import.ts';
import { claimImport, countImports, findImport, listImports, listRows } from './sheet-import-store.ts';
import { keptDays, sheetLimits } from './sheet-limits.ts';
import { uploadSheet } from './upload-sheet.ts';
import { applyImport, checkImport, undoImport } from './work-on-import.ts';

const regionalUnits = Object.keys(regionalSizes) as (keyof typeof regionalSizes)[];
const dateOrders = ['dmy', 'mdy'] as const;

const CountsSchema = Exact(Object.fromEntries(outcomes.map((outcome) => [outcome, Int32({ minimum: 0 })])));
const SizeSchema = Type.Object({ unit: OneOf(regionalUnits), squareMetres: Type.Number({ minimum: 100, maximum: 20_000 }) });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const ImportSchema = named(
  'SpreadsheetImport',
  Exact({
    id: Id(),
    kind: OneOf(sheetKinds),
    fileName: Type.String(),
    timestamp: Timestamp(),
    by: Type.String({ description: 'Name of the user.' }),
    state: OneOf(importStates, { description: 'checking, applying and undoing run in the background; `done` is their progress.' }),
    failure: Nullable(
      Exact(
        {
          code: OneOf(['interrupted', 'stale', 'blocked', 'failed'], {
            description:
              'interrupted: the service stopped. stale: rows have been changed by others since the check. blocked: rows cannot be undone. Nothing was changed.',
          }),
          rows: Type.Array(Exact({ row: Int32({ minimum: 1 }), message: Type.String() }), { description: 'At most 50.' }),
        },
        { description: 'Why the last check, application or undo had no effect.' },
      ),
    ),
    columns: Type.Array(Exact({ title: Type.String(), samples: Type.Array(Type.String()) }), { description: 'Columns of the file.' }),
    fields: Type.Array(
      Exact({
        field: Type.String(),
        en: Type.String(),
        vi: Type.String(),
        isRequired: Type.Boolean(),
        column: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Position of its column in the file, from 0.' }),
      }),
    ),
    dateOrder: NullableOneOf(dateOrders, {
      description: 'Whether the day or the month comes first. null: the file can be read in both ways.',
    }),
    areaUnit: NullableOneOf(areaUnits, {
      description: "Unit of areas without one, if it was chosen. null: that of the title, or the company's.",
    }),
    unitSizes: Type.Array(SizeSchema),
    questions: Type.Array(
      Exact({
        about: OneOf(['dateOrder', ...regionalUnits]),
        sizes: Type.Array(Type.Number(), { description: 'Usual sizes of the unit in square metres.' }),
      }),
      { description: 'What the check needs to know.' },
    ),
    rows: Int32({ minimum: 0 }),
    done: Int32({ minimum: 0 }),
    counts: CountsSchema,
    appliedAt: NullableTime('null: not applied.'),
    undoneAt: NullableTime('null: not undone.'),
  }),
);
const importExample = {
  id: 7,
  kind: 'farmers',
  fileName: 'farmers.xlsx',
  timestamp: '2026-11-17T02:30:00.000Z',
  by: 'Trần Thị Mai',
  state: 'checked',
  failure: null,
  columns: [
    { title: 'Họ tên', samples: ['Nguyễn Văn Lúa'] },
    { title: 'SĐT', samples: ['901234561'] },
  ],
  fields: [
    { field: 'fullName', en: 'Name', vi: 'Họ tên', isRequired: true, column: 0 },
    { field: 'phoneNumber', en: 'Phone', vi: 'Điện thoại', isRequired: true, column: 1 },
  ],
  dateOrder: 'dmy',
  areaUnit: null,
  unitSizes: [],
  questions: [],
  rows: 120,
  done: 120,
  counts: { new: 100, same: 15, changed: 3, refused: 2 },
  appliedAt: null,
  undoneAt: null,
};

const RowSchema = named(
  'SpreadsheetRow',
  Exact({
    row: Int32({ minimum: 1, description: 'Number of the row as spreadsheet programs count.' }),
    outcome: OneOf(outcomes),
    label: Type.String({ description: 'Name by which the row is known.' }),
    details: Type.Array(
      Exact({
        field: Type.String(),
        from: NullableText({ description: 'The stored value that changes.' }),
        to: NullableText(),
        message: NullableText({ description: 'Why the row is refused.' }),
      }),
    ),
  }),
);
const rowExample = {
  row: 4,
  outcome: 'refused',
  label: 'Nguyễn Văn Lúa',
  details: [{ field: 'phoneNumber', from: null, to: null, message: 'must be 0 or +84 followed by 9 or 10 digits' }],
};

const CheckBody = named(
  'SpreadsheetCheck',
  Type.Object({
    columns: Type.Array(Type.Object({ field: Text(40), column: Int32({ minimum: 0, maximum: sheetLimits.columns - 1 }) }), {
      maxItems: sheetLimits.columns,
      description: 'Which column of the file has which field.',
    }),
    dateOrder: Type.Optional(OneOf(dateOrders)),
    areaUnit: Type.Optional(OneOf(areaUnits)),
    unitSizes: Type.Optional(Type.Array(SizeSchema, { maxItems: regionalUnits.length })),
  }),
);
const checkExample = {
  columns: [
    { field: 'fullName', column: 0 },
    { field: 'phoneNumber', column: 1 },
  ],
  dateOrder: 'dmy',
};

const ImportId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The import.'), example: 7 }) });
const types = ['application/octet-stream', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const;

export interface SheetImportDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  hasMailServer: boolean;
  hasSms: boolean;
  importRunner: ImportRunner;
}

const adminKinds: readonly SheetKind[] = ['products', 'staff'];
const kindsOf = ({ role }: Actor): SheetKind[] => sheetKinds.filter((kind) => role === 'admin' || !adminKinds.includes(kind));

function checkKind(actor: Actor, kind: SheetKind): void {
  if (!kindsOf(actor).includes(kind)) throw new AppError('FORBIDDEN', 'Only an admin can import this list.');
}

/** Import of lists from spreadsheets: upload, check, apply, undo. */
export function sheetImportRoutes({ database, catalog, clock, hasMailServer, hasSms, importRunner }: SheetImportDeps): Route[] {
  const shared = { access: 'receptionist', tag: 'receptionist' } as const;

  const getImport = async (db: Db, actor: Actor, id: string): Promise<SheetImport> => {
    const found = await findImport(db, id);
    if (found === undefined || !kindsOf(actor).includes(found.kind)) throw new AppError('NOT_FOUND', 'There is no such import.');
    return found;
  };
  const toAnswer = async (sheet: SheetImport) => {
    const { id, kind, fileName, createdAt, by, state, failure, columns, mapping, choices, rowCount, done, counts, appliedAt, undoneAt } =
      sheet;
    const { areaUnit } = (await catalog.facts()).company;
    return {
      ...{ id: Number(id), kind, fileName, timestamp: createdAt, by, state, failure },
      columns: columns.map(({ title, samples }) => ({ title, samples })),
      fields: sheetColumns[kind]
        .filter(({ isReadOnly }) => isReadOnly !== true)
        .map(({ field, en, vi, isRequired = false }) => ({ field, en, vi, isRequired, column: mapping[field] ?? null })),
      dateOrder: choices.dateOrder ?? provenDateOrder(kind, columns, mapping) ?? null,
      areaUnit: choices.areaUnit ?? null,
      unitSizes: Object.entries(choices.unitSizes ?? {}).map(([unit, squareMetres]) => ({ unit, squareMetres })),
      questions: openQuestions(kind, columns, mapping, choices, areaUnit).map((about) => ({
        about,
        sizes: about === 'dateOrder' ? [] : [...regionalSizes[about]],
      })),
      ...{ rows: rowCount, done, counts, appliedAt, undoneAt },
    };
  };
  const answer = async (actor: Actor, id: string) => toAnswer(await getImport(database.write, actor, id));

  const begin = async (
    actor: Actor,
    id: string,
    work: ImportWork,
    from: Parameters<typeof claimImport>[2],
    settings: { mapping?: Mapping; choices?: Choices } = {},
  ) => {
    await getImport(database.write, actor, id);
    if (!(await claimImport(database.write, id, from, { work, holder: importRunner.holder, ...settings })))
      throw new AppError('IMPORT_STATE', 'The import is being worked on, or this step is done already. Please look again.');
    const sheet = await getImport(database.write, actor, id);
    const run = { checking: checkImport, applying: applyImport, undoing: undoImport }[work];
    importRunner.start(id, work, async (progress) => {
      const context = { database, catalog, facts: await catalog.facts(), actor, now: clock(), hasMailServer, hasSms };
      await run(sheet, context, importRunner.holder, progress);
    });
    return toAnswer(sheet);
  };

  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/spreadsheet-import',
      operationId: 'uploadSpreadsheet',
      summary: 'Upload a spreadsheet to import',
      description: `The file itself as the body: XLSX, or CSV in UTF-8, UTF-16 or windows-1258, up to ${sheetLimits.fileBytes / 1_000_000} MB, ${sheetLimits.rows.toLocaleString('en')} rows and ${sheetLimits.columns} columns. One row has the titles of the columns, which are guessed in English and Vietnamese. Nothing is imported yet: check it, then apply it. Only an admin can import products and staff. Imports are removed after ${keptDays} days.`,
      query: Type.Object({
        kind: OneOf(sheetKinds, { description: 'What the rows are.', example: 'farmers' }),
        fileName: Type.Optional(Line(200, { description: 'Name of the file.', example: 'farmers.xlsx' })),
      }),
      uploads: { types, limit: sheetLimits.fileBytes },
      response: ImportSchema,
      example: { ...importExample, state: 'read', done: 0, counts: { new: 0, same: 0, changed: 0, refused: 0 } },
      problems: ['SHEET_UNREADABLE', 'SHEET_TOO_LARGE'],
      async handle({ query: { kind, fileName = 'spreadsheet' }, upload, user }) {
        checkKind(user, kind);
        const id = await uploadSheet(database, { kind, fileName: fileName.trim(), actorId: user.id, file: upload, now: clock() });
        return answer(user, id);
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/spreadsheet-import/',
      operationId: 'listSpreadsheetImports',
      summary: 'Spreadsheet imports of the last days',
      description: 'Newest first.',
      paging: { sortable: [] },
      response: Paged('SpreadsheetImportPage', ImportSchema),
      example: { content: [importExample], page: pageExample },
      handle({ pageable, user }) {
        const kinds = kindsOf(user);
        return readPage(
          pageable,
          () => countImports(database.read, kinds),
          async (limit, offset) => {
            const found = await listImports(database.read, kinds, limit, offset);
            return Promise.all(found.map(async (sheet) => JSON.stringify(await toAnswer(sheet))));
          },
        );
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/spreadsheet-import/{id}',
      operationId: 'getSpreadsheetImport',
      summary: 'A spreadsheet import with its progress',
      params: ImportId,
      response: ImportSchema,
      example: importExample,
      problems: ['NOT_FOUND'],
      handle: ({ params, user }) => answer(user, params.id),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/spreadsheet-import/{id}/row/',
      operationId: 'listSpreadsheetRows',
      summary: 'Rows of a checked spreadsheet',
      description: 'In the order of the file.',
      params: ImportId,
      query: Type.Object({ outcome: Type.Optional(OneOf(outcomes, { description: 'Only rows with this outcome.', example: 'refused' })) }),
      paging: { sortable: [] },
      response: Paged('SpreadsheetRowPage', RowSchema),
      example: { content: [rowExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, query, pageable, user }) {
        const { counts } = await getImport(database.read, user, params.id);
        const counted: readonly (typeof outcomes)[number][] = query.outcome === undefined ? outcomes : [query.outcome];
        return readPage(
          pageable,
          async () => counted.reduce((sum, outcome) => sum + counts[outcome], 0),
          async (limit, offset) =>
            (await listRows(database.read, params.id, query.outcome, limit, offset)).map(([row, outcome, label, details]) => {
              const shown = (JSON.parse(String(details)) as RowDetail[]).map(({ field, from = null, to = null, message = null }) => ({
                ...{ field, from, to, message },
              }));
              return JSON.stringify({ row: Number(row), outcome, label, details: shown });
            }),
        );
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/spreadsheet-import/{id}/check',
      operationId: 'checkSpreadsheet',
      summary: 'Check the rows of a spreadsheet',
      description:
        'Compares every row with what is stored, in the background: new, same, changed, or refused with the reason. Nothing is imported. An empty cell leaves the stored value as it is.',
      params: ImportId,
      body: CheckBody,
      bodyExample: checkExample,
      response: ImportSchema,
      example: { ...importExample, state: 'checking', done: 0 },
      problems: ['NOT_FOUND', 'IMPORT_STATE'],
      async handle({ params, body, user }) {
        const { kind, columns } = await getImport(database.write, user, params.id);
        const { mapping, choices } = readSettings(body);
        checkMapping(kind, columns, mapping);
        const { areaUnit } = (await catalog.facts()).company;
        const open = openQuestions(kind, columns, mapping, choices, areaUnit);
        if (open.length > 0)
          throw invalid(
            ...open.map((about) =>
              about === 'dateOrder'
                ? { path: about, message: 'is required: the dates can be read in two ways' }
                : { path: `unitSizes.${about}`, message: 'is required: its size differs by region' },
            ),
          );
        return begin(user, params.id, 'checking', ['read', 'checked'], { mapping, choices });
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/spreadsheet-import/{id}/apply',
      operationId: 'applySpreadsheet',
      summary: 'Apply a checked spreadsheet',
      description:
        'Stores all new and changed rows in one transaction, in the background; refused rows are left out. If one of the rows has been changed by someone else since the check, nothing is stored and `failure` names it.',
      params: ImportId,
      response: ImportSchema,
      example: { ...importExample, state: 'applying', done: 0 },
      problems: ['NOT_FOUND', 'IMPORT_STATE'],
      handle: ({ params, user }) => begin(user, params.id, 'applying', ['checked']),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/spreadsheet-import/{id}/undo',
      operationId: 'undoSpreadsheet',
      summary: 'Undo an applied spreadsheet',
      description:
        'Takes all its rows back in the background, or none: `failure` names the rows that have been changed since. New accounts are deactivated, and their phone numbers and e-mail addresses can be used again.',
      params: ImportId,
      response: ImportSchema,
      example: { ...importExample, state: 'undoing', appliedAt: '2026-11-17T02:31:00.000Z' },
      problems: ['NOT_FOUND', 'IMPORT_STATE'],
      handle: ({ params, user }) => begin(user, params.id, 'undoing', ['applied']),
    }),
  ];
}

function readSettings({ columns, dateOrder, areaUnit, unitSizes }: Static<typeof CheckBody>): { mapping: Mapping; choices: Choices } {
  return {
    mapping: Object.fromEntries(columns.map(({ field, column }) => [field, column])),
    choices: {
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(areaUnit === undefined ? {} : { areaUnit }),
      ...(unitSizes === undefined
        ? {}
        : { unitSizes: Object.fromEntries(unitSizes.map(({ unit, squareMetres }) => [unit, squareMetres])) }),
    },
  };
}
