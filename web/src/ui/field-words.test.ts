import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fieldWords } from './field-words.ts';

const service = new URL('../../../api/src/', import.meta.url).pathname;
/** Messages of these files are about URLs and headers, which no form fills in, or are kinds of SMS. */
const notForForms =
  /platform\/.*(?:http|idempotency|input-validation|openapi|paging)\.ts|live-streams\.ts|reports\/period\.ts|catalog-routes\.ts|sandbox\.ts|channel-alarm-routes\.ts|\.test\.ts/;

/** All field messages of the service, with 7 in place of each interpolated value. */
function fieldMessages(): string[] {
  const checks = readFileSync(`${service}platform/http/validation.ts`, 'utf8').matchAll(/return .*?(['`])((?:must|is) .*?)\1/g);
  const messages = [...checks].map(([, , message]) => message as string);
  for (const file of readdirSync(service, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !notForForms.test(file))
      for (const [, , message] of readFileSync(service + file, 'utf8').matchAll(/(?:message|patternHint): (['`])(.*?)\1/g))
        messages.push(message as string);
  return messages.map((message) => message.replace(/\$\{[^}]*\}/g, '7'));
}

describe('field messages', () => {
  test('when the service can return a message for a form field, then it has a Vietnamese translation', () => {
    const messages = fieldMessages();
    expect(messages.length).toBeGreaterThan(30);
    const general = fieldWords('vi', 'is something else');
    expect(messages.filter((message) => fieldWords('vi', message) === general)).toEqual([]);
  });

  test('when a message contains a number, then the translation has the same number', () => {
    expect(fieldWords('vi', 'must be at least 1')).toBe('Ít nhất là 1.');
    expect(fieldWords('vi', 'must be at most 365 days ahead, so not after 2027-11-15')).toBe('Chọn trong vòng 365 ngày tới.');
  });

  test('when a message contains a decimal, then Vietnamese has a decimal comma', () => {
    expect(fieldWords('vi', 'must be from 0.5 to 1 l/ha by the label')).toContain('0,5 đến 1 ');
    expect(fieldWords('en', 'must be from 0.5 to 1 l/ha by the label')).toContain('0.5 to 1 ');
  });

  test('when a message contains a date, then it is in the format of the language, except in an example of what to type', () => {
    expect(fieldWords('en', 'is withdrawn since 2026-11-20')).toBe('Is withdrawn since 20 Nov 2026.');
    expect(fieldWords('vi', 'is withdrawn since 2026-11-20')).toBe('Đã ngừng dùng từ 20/11/2026.');
    expect(fieldWords('en', 'must be a date: 2026-11-17 or 17/11/2026')).toBe('Must be a date: 2026-11-17 or 17/11/2026.');
  });

  test('when a message is unknown, then English shows it as a sentence, and Vietnamese a general text', () => {
    expect(fieldWords('en', 'must be green')).toBe('Must be green.');
    expect(fieldWords('vi', 'ought to be green')).toBe('Chỗ này chưa đúng, xin xem lại.');
  });
});
