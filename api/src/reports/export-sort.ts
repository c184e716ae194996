import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { readPageable, type Sort } from '../platform/http/paging.ts';

/** The order of an exported list. */
export const SortParameter = (sortable: readonly string[]) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 10,
      description: `As in the list: \`field\`, \`field,asc\` or \`field,desc\`. Sortable by ${sortable.join(', ')}.`,
      example: [`${sortable[0]},desc`],
    }),
  );

/** Fields and directions arrive as separate items, because commas separate the items of an array. */
export function readExportSort(sort: readonly string[] | undefined, sortable: readonly string[]): Sort[] {
  const { pageable, errors } = readPageable(sort === undefined ? {} : { sort: sort.join(',') }, sortable);
  if (errors.length > 0) throw invalid(...errors);
  return pageable.sort;
}
