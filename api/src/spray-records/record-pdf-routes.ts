import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import { type Route, route } from '../platform/http/route.ts';
import { OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { recordPdf } from './record-pdf.ts';
import { findRecord } from './record-reader-store.ts';
import { RecordId, recordReaders } from './record-readers.ts';
import { recordSheet } from './record-sheet.ts';
import { recordNotFound } from './revise-spray-record.ts';

/** Records as PDF files, for the office, the farmer and the crew. */
export function recordPdfRoutes({ database, publicUrl }: { database: Database; publicUrl: string }): Route[] {
  return recordReaders.map(({ access, prefix, name, whose, readerOf }) =>
    route({
      method: 'GET',
      path: `${prefix}/spray-record/{id}/record.pdf`,
      operationId: `get${name}SprayRecordPdf`,
      access,
      tag: access,
      summary: `Newest version of ${whose}, as a PDF`,
      params: RecordId,
      query: Type.Object({
        language: Type.Optional(OneOf(languages, { description: 'Default: the language of my profile.', example: 'vi' })),
      }),
      contentType: 'application/pdf',
      response: Type.String({ contentMediaType: 'application/pdf' }),
      example: '',
      problems: ['NOT_FOUND'],
      async handle({ params, query, user, reply }) {
        const record = await findRecord(database.read, params.id, readerOf(user));
        if (record === undefined) throw recordNotFound();
        const language = query.language ?? (await readLanguage(database.read, user.id));
        const pdf = await recordPdf(recordSheet(record, language, publicUrl), language, new Date(record.content.version.madeAt));
        reply
          .headers({
            'content-type': 'application/pdf',
            'content-disposition': `inline; filename="${record.number}-v${record.version}.pdf"`,
            'cache-control': 'private, no-store',
          })
          .send(pdf);
        return '';
      },
    }),
  );
}
