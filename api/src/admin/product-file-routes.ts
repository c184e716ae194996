import { Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { ProductFilter } from '../products/product-filter.ts';
import { countProducts, listProducts, productSortColumns } from '../products/product-store.ts';
import { productColumns, productRows } from '../products/product-table-rules.ts';
import { readExportSort, SortParameter } from '../reports/export-sort.ts';
import { exportWords } from '../reports/export-words.ts';
import { readExport, runExport, sendParts } from '../reports/send-parts.ts';
import { csvParts, xlsxParts } from '../reports/table-file.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const csv = 'text/csv';
const maxExported = 5000;

/** The product register as a file. */
export function productFileRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const cropNames = async (language: 'en' | 'vi'): Promise<Map<string, string>> => {
    const crops = [...(await catalog.facts()).crops.values()];
    return new Map(crops.map(({ id, name }) => [id, exportWords[language].values[name] ?? name]));
  };
  const exported = (extension: 'csv' | 'xlsx'): Route => {
    const contentType = extension === 'csv' ? csv : xlsx;
    return route({
      method: 'GET',
      path: `/api/admin/product.${extension}`,
      operationId: `exportProducts${extension === 'csv' ? 'Csv' : 'Xlsx'}`,
      access: 'admin',
      tag: 'admin',
      summary: 'Products, filtered and searched, as a file for spreadsheet programs',
      description: `One row for each use, as ${extension.toUpperCase()}; the spreadsheet import finds it the same. At most ${maxExported.toLocaleString('en')} products.`,
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
          const products = await readExport(async () => {
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
  return [exported('csv'), exported('xlsx')];
}
