import { preloadPageFiles } from '../api/preload-page-files.ts';
import outlineUrl from './outline.json?url';

/** Has all that a map consists of fetched, for when there is no network. */
export function fetchMap(): void {
  preloadPageFiles('LeafletMap');
  // What nobody reads is not kept.
  void fetch(outlineUrl)
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
}
