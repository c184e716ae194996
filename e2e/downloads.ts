import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Chooses a format in the export menu of a list, and returns the name and the content of the saved file. */
export async function exportAs(page: Page, format: string, within: Page | Locator = page): Promise<{ name: string; content: Buffer }> {
  await within.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format, exact: true }).click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}
