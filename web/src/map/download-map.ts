import { downloadFile, downloadPageFiles } from '../api/preload-page-files.ts';
import outlineUrl from './outline.json?url';

/** Downloads all files of the map for use without a network. */
export async function downloadMap(): Promise<void> {
  await downloadPageFiles('LeafletMap');
  await downloadFile(outlineUrl);
}
