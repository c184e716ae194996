import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fieldWords } from './field-words.ts';

const service = new URL('../../../api/src/', import.meta.url).pathname;
/** What these say is about addresses and headers, that no form fills in. */
const besideForms =
  /platform\/.*(?:http|idempotency|input-validation|openapi|paging)\.ts|live-streams\.ts|reports\/period\.ts|catalog-routes\.ts|sandbox\.ts|\.test\.ts/;

/** Everything that the service says of a field, with a number where it puts in something of its own. */
function saidOfFields(): string[] {
  const checks = readFileSync(`${service}platform/http/validation.ts`, 'utf8').matchAll(/return .*?(['`])((?:must|is) .*?)\1/g);
  const said = [...checks].map(([, , message]) => message as string);
  for (const file of readdirSync(service, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !besideForms.test(file))
      for (const [, , message] of readFileSync(service + file, 'utf8').matchAll(/(?:message|patternHint): (['`])(.*?)\1/g))
        said.push(message as string);
  return said.map((message) => message.replace(/\$\{[^}]*\}/g, '7'));
}

describe('what is said of a field', () => {
  test('when the service can say it of a form, then there are Vietnamese words for it', () => {
    const said = saidOfFields();
    expect(said.length).toBeGreaterThan(30);
    const general = fieldWords('vi', 'is something else');
    expect(said.filter((message) => fieldWords('vi', message) === general)).toEqual([]);
  });

  test('when it names a number, then the words have the same', () => {
    expect(fieldWords('vi', 'must be at least 1')).toBe('Ít nhất là 1.');
    expect(fieldWords('vi', 'must be at most 365 days ahead, so not after 2027-11-15')).toBe('Chọn trong vòng 365 ngày tới.');
  });

  test('when it is not known, then English has it as a sentence, and Vietnamese says what to do in general', () => {
    expect(fieldWords('en', 'must be green')).toBe('Must be green.');
    expect(fieldWords('vi', 'ought to be green')).toBe('Chỗ này chưa đúng, xin xem lại.');
  });
});
