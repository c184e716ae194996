import { fetchAhead } from '../fetch-ahead.ts';
import outlineUrl from './outline.json?url';

/** Has all that a map consists of fetched, for when there is no network. */
export function fetchMap(): void {
  fetchAhead('LeafletMap');
  void fetch(outlineUrl).catch(() => undefined);
}
