import { preloadPageFiles } from '../api/preload-page-files.ts';
import outlineUrl from './outline.json?url';

/** Fetches all files of the map for use without a network. */
export function fetchMap(): void {
  preloadPageFiles('LeafletMap');
  // The body must be read, otherwise the response is not cached.
  void fetch(outlineUrl)
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
}
