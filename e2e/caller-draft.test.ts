import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerWords } from '../web/src/orders/caller/caller-words.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('the call console', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a booking was left unfinished, then the next call starts empty, and the draft is offered', async () => {
    const words = callerWords.en;
    const visitor = await world.visit('/book', 'receptionist2@swath.example', { language: 'en' });
    const { page } = visitor;
    const phone = page.getByLabel(words.phone);
    const name = page.getByLabel(words.name);
    await phone.fill('0977 123 456');
    await name.fill('Trần Văn Mới');
    await page.reload();
    await page.getByText(words.unfinished('Trần Văn Mới, 0977 123 456')).waitFor();
    expect([await phone.inputValue(), await name.inputValue()]).toEqual(['', '']);
    await page.getByRole('button', { name: words.resume }).click();
    expect([await phone.inputValue(), await name.inputValue()]).toEqual(['0977 123 456', 'Trần Văn Mới']);
    await visitor.leave();
  });
});
