import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import { type Route, route } from '../platform/http/route.ts';
import { OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { sheetColumns, sheetKinds } from '../spreadsheets/column-rules.ts';
import { sendParts } from './send-parts.ts';
import { xlsxParts } from './table-file.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Empty files with the columns that the import reads. */
export function templateRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/spreadsheet-template.xlsx',
      operationId: 'getSpreadsheetTemplate',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'An empty spreadsheet with the columns of an import',
      query: Type.Object({
        kind: OneOf(sheetKinds, { description: 'What the rows are.', example: 'farmers' }),
        language: Type.Optional(OneOf(languages, { description: 'Mine, as in my profile, if left out.', example: 'vi' })),
      }),
      response: Type.String({ contentMediaType: xlsx }),
      contentType: xlsx,
      example: '',
      async handle({ query: { kind, language }, user, reply }) {
        const words = language ?? (await readLanguage(database.read, user.id));
        const columns = sheetColumns[kind]
          .filter(({ isReadOnly, field }) => isReadOnly !== true && field !== 'id')
          .map((column) => ({ name: column[words], kind: column.kind }));
        reply.headers({ 'content-type': xlsx, 'content-disposition': `attachment; filename="swath-${kind}.xlsx"` });
        await sendParts(reply, xlsxParts({ columns, rows: [] }, kind));
        return '';
      },
    }),
  ];
}
