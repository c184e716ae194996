import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Int32, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { isWorkbook, readTableFile } from '../platform/tables/read-table-file.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { type ImportLine, importProducts, previewImport } from '../products/import-products.ts';
import { ProductFilter } from '../products/product-filter.ts';
import { countProducts, listProducts, productSortColumns } from '../products/product-store.ts';
import { type CropNames, productColumns, productRows, type ReadProducts, readProductRows } from '../products/product-table-rules.ts';
import { readExportSort, SortParameter } from '../reports/export-sort.ts';
import { exportWords } from '../reports/export-words.ts';
import { readExportPart, runExport, sendParts } from '../reports/send-parts.ts';
import { csvParts, xlsxParts } from '../reports/table-file.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const csv = 'text/csv';
const fileLimits = { bytes: 2_000_000, unpackedBytes: 32_000_000, rows: 5001, columns: 60 };
const maxExported = 5000;

const ImportSchema = named(
  'ProductImport',
  Exact({
    added: Int32({ minimum: 0 }),
    changed: Int32({ minimum: 0 }),
    unchanged: Int32({ minimum: 0 }),
    products: Type.Array(
      Exact({
        name: Type.String(),
        authorisationNumber: Type.String(),
        result: OneOf(['new', 'changed', 'unchanged']),
        changes: Type.Array(Type.String(), { description: 'Names of the fields that change.' }),
      }),
    ),
  }),
);
const importExample = {
  added: 1,
  changed: 0,
  unchanged: 0,
  products: [{ name: 'Hopper Guard 250', authorisationNumber: '1234/CNKT-BVTV', result: 'new', changes: [] }],
};

function importAnswer(products: ImportLine[]) {
  const count = (result: ImportLine['result']) => products.filter((line) => line.result === result).length;
  return { added: count('new'), changed: count('changed'), unchanged: count('unchanged'), products };
}

const described =
  'The file itself as the body: CSV or XLSX, up to 2 MB and 5,000 rows, one row for each use with the fields of its product repeated. The first row has the names of the columns, in English or Vietnamese, as in an export. Products are recognised by their authorisation number; the uses in the file replace those of the product, and products that are not in the file stay. Wrong cells are named as in spreadsheet programs, like `B7`.';

/** The product register as a file, in and out. */
export function productFileRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const cropNames = async (language: 'en' | 'vi'): Promise<CropNames> => {
    const crops = [...(await catalog.facts()).crops.values()];
    const shown = (name: string, words: 'en' | 'vi') => exportWords[words].values[name] ?? name;
    const ids = crops.flatMap(({ id, name }) =>
      [shown(name, 'en'), shown(name, 'vi'), name].map((text): [string, string] => [text.normalize('NFC').trim().toLowerCase(), id]),
    );
    return { idOf: new Map(ids), nameOf: new Map(crops.map(({ id, name }) => [id, shown(name, language)])) };
  };
  const readFile = async (upload: Buffer): Promise<ReadProducts> => {
    const rows = await readTableFile(upload, {
      ...fileLimits,
      unreadable: (text) => new AppError('PRODUCT_FILE_UNREADABLE', text),
      tooLarge: () => new AppError('PRODUCT_FILE_TOO_LARGE', 'A product file may have 5,000 rows and 60 columns. Please divide it.'),
    });
    return readProductRows(rows, await cropNames('en'), !isWorkbook(upload));
  };
  const uploads = { types: [csv, xlsx], limit: fileLimits.bytes };
  const problems = ['PRODUCT_FILE_UNREADABLE', 'PRODUCT_FILE_TOO_LARGE'] as const;
  const exported = (extension: 'csv' | 'xlsx'): Route => {
    const contentType = extension === 'csv' ? csv : xlsx;
    return route({
      method: 'GET',
      path: `/api/admin/product.${extension}`,
      operationId: `exportProducts${extension === 'csv' ? 'Csv' : 'Xlsx'}`,
      access: 'admin',
      tag: 'admin',
      summary: 'Products, filtered and searched, as a file for spreadsheet programs',
      description: `One row for each use, as ${extension.toUpperCase()}; the import reads it. At most ${maxExported.toLocaleString('en')} products.`,
      query: Type.Object({
        ...ProductFilter.properties,
        sort: SortParameter(Object.keys(productSortColumns)),
        language: Type.Optional(OneOf(languages, { description: 'Mine, as in my profile, if left out.', example: 'vi' })),
      }),
      response: Type.String({ contentMediaType: contentType }),
      contentType,
      example: '',
      problems: ['EXPORT_TOO_LARGE'],
      handle: ({ query: { language: asked, sort, search, cropId, usableOn }, user, reply }) =>
        runExport(async () => {
          const language = asked ?? (await readLanguage(database.read, user.id));
          const filter = { search: search?.trim() || undefined, cropId, usableOn };
          const sorts = readExportSort(sort, Object.keys(productSortColumns));
          const products = await readExportPart(async () => {
            if ((await countProducts(database.read, filter)) > maxExported)
              throw new AppError('EXPORT_TOO_LARGE', `A file may have ${maxExported.toLocaleString('en')} products.`);
            return listProducts(database.read, filter, sorts, maxExported, 0);
          });
          const table = {
            columns: productColumns.map((column) => ({ name: column[language], kind: column.kind })),
            rows: productRows(products, await cropNames(language), language),
          };
          const { date } = wallTime(clock(), (await catalog.facts()).company.timeZone);
          reply.headers({
            'content-type': extension === 'csv' ? 'text/csv; charset=utf-8' : xlsx,
            'content-disposition': `attachment; filename="swath-products-${date}.${extension}"`,
          });
          await sendParts(reply, extension === 'csv' ? csvParts(table) : xlsxParts(table, language === 'vi' ? 'Thuốc' : 'Products'));
          return '';
        }),
    });
  };
  return [
    route({
      method: 'POST',
      path: '/api/admin/product-import/preview',
      operationId: 'previewProductImport',
      access: 'admin',
      tag: 'admin',
      summary: 'What a file of products would change',
      description: `${described} Nothing is stored.`,
      uploads,
      response: ImportSchema,
      example: importExample,
      problems,
      handle: async ({ upload }) => importAnswer(await previewImport(database.read, await readFile(upload))),
    }),
    route({
      method: 'POST',
      path: '/api/admin/product-import',
      operationId: 'importProducts',
      access: 'admin',
      tag: 'admin',
      summary: 'Import a file of products',
      description: `${described} All products of the file are stored, or none.`,
      uploads,
      response: ImportSchema,
      example: importExample,
      problems,
      handle: async ({ upload, user }) => importAnswer(await importProducts(database, user.id, await readFile(upload), clock())),
    }),
    exported('csv'),
    exported('xlsx'),
  ];
}
