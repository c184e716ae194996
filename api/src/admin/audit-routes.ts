import { Type } from 'typebox';
import { auditActions, auditSortColumns, countAudit, listAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { invalid } from '../errors.ts';
import { roles } from '../platform/http/auth.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, Nullable, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Db, Row } from '../platform/postgres/database.ts';
import { addDays, instantOf } from '../platform/time/clock.ts';
import { usersIn } from './audit-name-rules.ts';
import { findAuditNames } from './audit-name-store.ts';

const AuditSchema = named(
  'AuditEntry',
  Exact({
    id: Id(),
    timestamp: Timestamp({ description: 'UTC' }),
    actor: Nullable(Exact({ id: Id(), fullName: Type.String(), role: OneOf(roles) })),
    action: Type.String(),
    subjectType: Type.String({
      description:
        'Type of the changed object: user, crop, session, order, setting, webhook, event, closure, absence, ban, rebooking, crew_plan, product, licence, drone, field, api_key, issuer, sensitive_place, message or spreadsheet_import.',
    }),
    subjectId: Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64' }),
    changes: Type.Array(
      Exact({
        field: Type.String(),
        from: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
        to: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
      }),
      { description: 'Changed fields. Values never contain secrets.' },
    ),
    subjectName: Nullable(
      Type.String({
        description:
          'Name of the changed object as it is now: of an order that of the farmer, of an absence that of the sprayer, of a crew plan its date. Null: it has none, or it was deleted.',
      }),
    ),
    people: Type.Array(Exact({ id: Id(), fullName: Type.String() }), { description: 'The users whose ids are in the changes.' }),
  }),
);
const auditExample = {
  id: 7,
  timestamp: '2026-11-15T02:30:00.000Z',
  actor: { id: 2, fullName: 'Phạm Thị Hoa', role: 'admin' },
  action: 'crop_update',
  subjectType: 'crop',
  subjectId: 1,
  changes: [{ field: 'price', from: 30000, to: 32000 }],
  subjectName: 'fruit',
  people: [],
};

const { changes: _, subjectName: __, people: ___, ...headFields } = AuditSchema.properties;
const writeHead = compileRowWriter(Exact(headFields));

/** JSON of entries with the names of what they mention, which one query reads for all. */
async function writeEntries(db: Db, rows: readonly Row[]): Promise<string[]> {
  const entries = rows.map((row) => {
    const [subjectType, subjectId, changes] = row.slice(-3);
    return { row, subjectType: String(subjectType), subjectId, changes: String(changes), people: usersIn(JSON.parse(String(changes))) };
  });
  const ids = new Map<string, Set<string>>();
  const add = (type: string, id: string) => ids.set(type, (ids.get(type) ?? new Set()).add(id));
  for (const { subjectType, subjectId, people } of entries) {
    if (subjectId != null) add(subjectType, subjectId);
    for (const id of people) add('user', id);
  }
  const names = ids.size === 0 ? new Map<string, string>() : await findAuditNames(db, ids);
  return entries.map(({ row, subjectType, subjectId, changes, people }) => {
    const named = people.flatMap((id) => {
      const name = names.get(`user ${id}`);
      return name === undefined ? [] : [`{"id":${id},"fullName":${JSON.stringify(name)}}`];
    });
    const subjectName = JSON.stringify(names.get(`${subjectType} ${subjectId}`) ?? null);
    // Changes are stored as JSON and copied unchanged.
    return `${writeHead(row).slice(0, -1)},"changes":${changes},"subjectName":${subjectName},"people":[${named}]}`;
  });
}

// Outside the dates of any entry.
const earliest = '2000-01-01';
const latest = '9000-01-01';

export function auditRoutes({ database, catalog }: { database: Database; catalog: Catalog }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/audit/',
      operationId: 'listAudit',
      access: 'admin',
      tag: 'admin',
      summary: 'Audit trail: changes, and sign-ins of staff',
      description: 'Default sort: newest first. Events of an order are in the history of that order.',
      query: Type.Object({
        actorId: Type.Optional(Type.Unsafe<string>({ ...Id('Only what this user did.'), example: 2 })),
        action: Type.Optional(Type.Array(OneOf(auditActions), { description: 'Only these actions.', example: [auditExample.action] })),
        from: Type.Optional(CalendarDate({ description: "First date, on the company's calendar.", example: '2026-11-01' })),
        to: Type.Optional(CalendarDate({ description: 'Last date, inclusive.', example: '2026-11-30' })),
      }),
      paging: { sortable: Object.keys(auditSortColumns) },
      response: Paged('AuditPage', AuditSchema),
      example: { content: [auditExample], page: pageExample },
      async handle({ query, pageable }) {
        const { actorId, action = [], from, to } = query;
        if (from !== undefined && to !== undefined && to < from) throw invalid({ path: 'to', message: 'must not be before from' });
        const { company } = await catalog.facts();
        const midnight = (date: string) =>
          instantOf(date < earliest ? earliest : date > latest ? latest : date, '00:00:00', company.timeZone);
        const filter = {
          actorId,
          actions: action,
          from: from === undefined ? undefined : midnight(from),
          until: to === undefined ? undefined : midnight(to > latest ? latest : addDays(to, 1)),
        };
        return readPage(
          pageable,
          () => countAudit(database.read, filter),
          async (limit, offset) => writeEntries(database.read, await listAudit(database.read, filter, pageable.sort, limit, offset)),
        );
      },
    }),
  ];
}
