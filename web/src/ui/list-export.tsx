import { api, read } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import { ExportMenu, type OtherFormat } from './export-menu.tsx';
import { useLanguage } from './language.tsx';

type ListPath = { [P in keyof paths]: P extends `${infer List}.{format}` ? List : never }[keyof paths];
type Parameters<P extends ListPath> = paths[`${P}.{format}`] extends { get: { parameters: infer Given } } ? Given : never;
type Query<P extends ListPath> = Parameters<P> extends { query?: infer Given } ? Omit<NonNullable<Given>, 'language'> : never;
type PathValues<P extends ListPath> = Parameters<P> extends { path: infer Given } ? Omit<Given, 'format'> : never;

interface ListExportProps<P extends ListPath> {
  /** Address of the list. */
  list: P;
  /** Filters and order, as the page sends them to the list. */
  query?: Query<P>;
  /** Values in the address. */
  path?: PathValues<P>;
  others?: readonly OtherFormat[];
}

/** Saves all rows of a list of the service, with the filters of the page. */
export function ListExport<P extends ListPath>({ list, query, path, others }: ListExportProps<P>) {
  const { language } = useLanguage();
  const [name] = list.split('/').slice(-1);
  return (
    <ExportMenu
      fileName={`swath-${name}`}
      others={others}
      load={(format) => {
        const options = { params: { path: { ...path, format }, query: { ...query, language } }, parseAs: 'blob' };
        return read(api.GET(`${list}.{format}` as never, options as never)) as Promise<Blob>;
      }}
    />
  );
}
