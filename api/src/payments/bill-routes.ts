import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import type { Language } from '../catalog/catalog-words.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import type { Principal } from '../platform/http/auth.ts';
import { type Route, route } from '../platform/http/route.ts';
import { OneOf } from '../platform/http/schemas.ts';
import { type Bill, billFileName } from './bill.ts';
import { billPage } from './bill-page.ts';
import { billPdf } from './bill-pdf.ts';
import { BillSchema, billExamples, billJson } from './bill-schemas.ts';
import { getBill } from './issue-bill.ts';

/** A static page: it loads its own stylesheet and icon, runs no script and submits nothing. */
const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const LanguageQuery = Type.Object({
  language: Type.Optional(OneOf(languages, { description: 'Default: the language of my profile.', example: 'vi' })),
});

const readers = [
  { access: 'farmer', prefix: '/api/farmer', ofWhich: 'of my order', name: 'My' },
  { access: 'receptionist', prefix: '/api/receptionist', ofWhich: 'of an order', name: '' },
] as const;

const kinds = [
  {
    kind: 'receipt',
    description:
      'A receipt with a unique number. It is issued when the order is paid and never changes, except for its status after a refund. An order that is paid again gets a new receipt.',
    problems: ['NOT_FOUND', 'NOT_PAID'],
  },
  {
    kind: 'invoice',
    description:
      'An invoice for the amount due. It is issued on the first request and never changes, except for its status. An order whose price was adjusted to the area sprayed gets a new invoice.',
    problems: ['NOT_FOUND', 'NOTHING_TO_PAY'],
  },
] as const;

/** Receipts and invoices: as JSON, as a page and as a PDF, for the farmer and for the office. */
export function billRoutes(deps: OrderDeps): Route[] {
  return readers.flatMap((reader) => kinds.flatMap((each) => routesOf(deps, reader, each)));
}

function routesOf(
  { database, catalog, clock }: OrderDeps,
  { access, prefix, ofWhich, name }: (typeof readers)[number],
  { kind, description, problems }: (typeof kinds)[number],
): Route[] {
  const path = `${prefix}/order/{id}/${kind}`;
  const title = kind === 'receipt' ? 'Receipt' : 'Invoice';
  const read = (user: Principal, orderId: string) => getBill({ database, catalog, now: clock() }, kind, user, orderId);
  const languageFor = async (user: Principal, requested: Language | undefined) => requested ?? readLanguage(database.read, user.id);
  const shared = { method: 'GET', access, tag: access, params: OrderId, problems, writes: true } as const;
  return [
    route({
      ...shared,
      path,
      operationId: `get${name}${title}`,
      summary: `The ${kind} ${ofWhich}`,
      description,
      response: BillSchema,
      example: billExamples[kind],
      async handle({ params, user, reply }) {
        const bill = await read(user, params.id);
        reply.header('cache-control', 'private, no-store');
        return billJson(bill);
      },
    }),
    route({
      ...shared,
      path: `${path}.html`,
      operationId: `get${name}${title}Page`,
      summary: `The ${kind} ${ofWhich}, as a page to print`,
      query: LanguageQuery,
      contentType: 'text/html',
      response: Type.String({ contentMediaType: 'text/html' }),
      example: '',
      async handle({ params, query, user, reply }) {
        const bill = await read(user, params.id);
        const page = billPage(bill, await languageFor(user, query.language));
        setFileHeaders(reply, bill, 'html').headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy });
        return page;
      },
    }),
    route({
      ...shared,
      path: `${path}.pdf`,
      operationId: `get${name}${title}Pdf`,
      summary: `The ${kind} ${ofWhich}, as a PDF`,
      query: LanguageQuery,
      contentType: 'application/pdf',
      response: Type.String({ contentMediaType: 'application/pdf' }),
      example: '',
      async handle({ params, query, user, reply }) {
        const bill = await read(user, params.id);
        const pdf = await billPdf(bill, await languageFor(user, query.language));
        setFileHeaders(reply, bill, 'pdf').header('content-type', 'application/pdf').send(pdf);
        return '';
      },
    }),
  ];
}

function setFileHeaders(reply: FastifyReply, bill: Bill, extension: 'html' | 'pdf'): FastifyReply {
  return reply.headers({
    'content-disposition': `inline; filename="${billFileName(bill, extension)}"`,
    'cache-control': 'private, no-store',
  });
}
