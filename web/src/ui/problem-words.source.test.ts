import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldWords } from './field-words.ts';
import { translateDetail } from './problem-words.details.ts';

const service = new URL('../../../api/src/', import.meta.url).pathname;
const words = readFileSync(new URL('./problem-words.ts', import.meta.url), 'utf8');
/** The codes whose detail an English reader sees. */
const shownCodes = [...words.slice(words.indexOf('saysMore =')).matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code);

const names = ['Nguyễn Văn An', 'Trần Thị Bé', 'Lê Cường'];

/** What the expressions of the templates are for example, by a word in them; others are names. */
const examples: [RegExp, string][] = [
  [/rules\.join/, `${names[0]} does not work for this farmer. ${names[1]} and ${names[2]} do not work together.`],
  [/absence\.state/, 'approved'],
  [/^by$/, ` by ${names[0]}`],
  [/waitText/, '12 minutes'],
  [/validUntil|\.date|^date$/, '2026-11-20'],
  [/startTime|sessionStart/, '06:00'],
  [/^currency$/, 'VND'],
  [/^due$|^maxPlanned/, '350000'],
  [/reason === null/, ' (Tết Nguyên đán)'],
  [/pin\.kind/, ', with or without a partner'],
];

/** The literal messages of refusals with such a code, with examples in them and the names that a reader must find again. */
function refusals(): { code: string; message: string; kept: string[] }[] {
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const literal =
    /(?:AppError\(\s*|code: )'(\w+)',\s*(?:message: )?('(?:[^'\\]|\\.)*'|`(?:\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*`)/g;
  return files.flatMap((name) =>
    [...readFileSync(service + name, 'utf8').matchAll(literal)].flatMap(([, code = '', quoted = '']) => {
      if (!shownCodes.includes(code)) return [];
      const kept: string[] = [];
      let next = 0;
      const message = quoted.slice(1, -1).replace(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, expression: string) => {
        const example = examples.find(([word]) => word.test(expression))?.[1] ?? (names[next++ % names.length] as string);
        kept.push(...names.filter((one) => example.includes(one)), ...(/Tết/.test(example) ? ['Tết Nguyên đán'] : []));
        return example;
      });
      return [{ code, message, kept }];
    }),
  );
}

test('when the service refuses, then the Vietnamese text has the reason and the names that the English one has', () => {
  const found = refusals();
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ kept }) => kept.length > 0).length).toBeGreaterThan(10);
  const lost = found.filter(({ message, kept }) => {
    const text = translateDetail(message);
    return text === undefined || kept.some((name) => !text.includes(name));
  });
  expect(lost).toEqual([]);
});

test('when one of many orders is refused, then its row has the names, too', () => {
  for (const { message, kept } of refusals()) for (const name of kept) expect(fieldWords('vi', message)).toContain(name);
});
