import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Id } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Product } from './product.ts';
import { ProductFilter } from './product-filter.ts';
import {
  ProductBody,
  ProductChangeBody,
  ProductSchema,
  productBodyExample,
  productExample,
  toProductInput,
  writeProduct,
} from './product-schemas.ts';
import { countProducts, findProducts, listProducts, productSortColumns } from './product-store.ts';
import { changeProduct, createProduct } from './save-product.ts';

const ProductId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The product.'), example: 1 }) });
/** JSON of a product; sets the ETag header to its version. */
const answer = (product: Product, reply: FastifyReply): string => {
  reply.header('etag', `"${product.version}"`);
  return writeProduct(product);
};

/** The register of plant protection products. */
export function productRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const contextOf = (call: { database: Database; user: { id: string } }) => ({
    database: call.database,
    catalog,
    actorId: call.user.id,
    now: clock(),
  });
  const listFor = (access: 'receptionist' | 'sprayer', operationId: string): Route =>
    route({
      method: 'GET',
      path: `/api/${access}/product/`,
      operationId,
      access,
      tag: access,
      summary: 'Plant protection products with the uses on their labels',
      description: 'By name, if not sorted otherwise.',
      query: ProductFilter,
      paging: { sortable: Object.keys(productSortColumns) },
      response: Paged('ProductPage', ProductSchema),
      example: { content: [productExample], page: pageExample },
      handle({ query, pageable }) {
        const search = query.search?.trim() || undefined;
        const filter = { search, cropId: query.cropId, usableOn: query.usableOn };
        return readPage(
          pageable,
          () => countProducts(database.read, filter),
          async (limit, offset) => (await listProducts(database.read, filter, pageable.sort, limit, offset)).map(writeProduct),
        );
      },
    });
  return [
    listFor('receptionist', 'listProducts'),
    listFor('sprayer', 'listProductsForCrew'),
    route({
      method: 'GET',
      path: '/api/receptionist/product/{id}',
      operationId: 'getProduct',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'A product with the uses on its label',
      params: ProductId,
      response: ProductSchema,
      example: productExample,
      problems: ['NOT_FOUND'],
      async handle({ params, reply }) {
        const product = (await findProducts(database.read, [params.id])).get(params.id);
        if (product === undefined) throw new AppError('NOT_FOUND', 'There is no such product.');
        return answer(product, reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/product',
      operationId: 'createProduct',
      access: 'admin',
      tag: 'admin',
      summary: 'Add a product',
      body: ProductBody,
      bodyExample: productBodyExample,
      response: ProductSchema,
      example: productExample,
      problems: ['PRODUCT_EXISTS'],
      idempotent: true,
      handle: async (call) => answer(await createProduct(contextOf(call), toProductInput(call.body)), call.reply),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/product/{id}',
      operationId: 'changeProduct',
      access: 'admin',
      tag: 'admin',
      summary: 'Change a product with its uses',
      description: 'Replaces all fields and uses. Mixes that were set before keep their doses.',
      params: ProductId,
      body: ProductChangeBody,
      bodyExample: { ...productBodyExample, withdrawnOn: null },
      response: ProductSchema,
      example: { ...productExample, version: 2 },
      problems: ['NOT_FOUND', 'PRODUCT_EXISTS'],
      versioned: 'PRODUCT_CHANGED',
      handle: async (call) =>
        answer(await changeProduct(contextOf(call), call.params.id, toProductInput(call.body), call.expectedVersion), call.reply),
    }),
  ];
}
