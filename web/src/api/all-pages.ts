interface PageOf<T> {
  content: T[];
  page: { totalPages: number; totalElements: number };
}

/** Items that have arrived, and all of them. */
export interface Progress {
  loaded: number;
  total: number;
}

/** Reads all pages of a list: the first page, then the others in parallel. */
export async function allPages<T>(
  readOne: (pageable: { page: number; size: number }) => Promise<PageOf<T>>,
  onProgress?: (progress: Progress) => void,
): Promise<T[]> {
  const size = 200;
  let loaded = 0;
  const readPage = async (page: number) => {
    const answer = await readOne({ page, size });
    loaded += answer.content.length;
    onProgress?.({ loaded, total: answer.page.totalElements });
    return answer;
  };
  const first = await readPage(0);
  const others = Array.from({ length: Math.max(first.page.totalPages - 1, 0) }, (_, n) => readPage(n + 1));
  return [...first.content, ...(await Promise.all(others)).flatMap(({ content }) => content)];
}
