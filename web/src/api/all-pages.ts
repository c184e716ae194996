interface PageOf<T> {
  content: T[];
  page: { totalPages: number };
}

/** Reads all pages of a list: the first page, then the others in parallel. */
export async function allPages<T>(readOne: (pageable: { page: number; size: number }) => Promise<PageOf<T>>): Promise<T[]> {
  const size = 200;
  const first = await readOne({ page: 0, size });
  const others = Array.from({ length: Math.max(first.page.totalPages - 1, 0) }, (_, n) => readOne({ page: n + 1, size }));
  return [...first.content, ...(await Promise.all(others)).flatMap(({ content }) => content)];
}
