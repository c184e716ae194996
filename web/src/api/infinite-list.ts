import type { Shape } from './client.ts';

export interface PageOf<Item> {
  content: Item[];
  page: Shape<'Page'>;
}

/** Options of useInfiniteQuery for a paged list. */
export const pageParams = {
  initialPageParam: 0,
  getNextPageParam: ({ page }: PageOf<unknown>) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
};
