import { Type } from 'typebox';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import { mailInvoice } from './mail-invoice.ts';
import type { MessageContext } from './send-messages.ts';

const InvoiceMailedSchema = named(
  'InvoiceMailed',
  Exact({
    number: Type.String(),
    mailedTo: Type.String({
      description: 'The e-mail address; without one or without a mail server, the phone number of the farmer, who gets a notice.',
    }),
  }),
);

export interface InvoiceMailDeps extends OrderDeps {
  messages: MessageContext;
  hasMailServer: boolean;
}

export function invoiceMailRoutes({ catalog, clock, messages, hasMailServer }: InvoiceMailDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/invoice/mail',
      operationId: 'mailInvoice',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Mail the invoice to the farmer',
      description:
        'As a PDF, in the language of the farmer. Without an e-mail address or a mail server, the farmer gets a notice by another channel. Each request sends a mail; with the same Idempotency-Key there is one.',
      params: OrderId,
      response: InvoiceMailedSchema,
      example: { number: 'I-2026-000001', mailedTo: 'lua@swath.example' },
      problems: ['NOT_FOUND', 'NOTHING_TO_PAY', 'CANNOT_SEND_MAIL', 'NO_MAIL_SERVER'],
      idempotent: true,
      handle: ({ params, user, database }) => mailInvoice({ database, catalog, messages, hasMailServer }, user, params.id, clock()),
    }),
  ];
}
