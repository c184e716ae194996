import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileValidator } from './validation.ts';

const findErrors = compileValidator(
  Type.Object({
    code: Type.Optional(Type.String({ pattern: '^\\d{6}$', patternHint: 'must be 6 digits' })),
    plain: Type.Optional(Type.String({ pattern: '^x$' })),
    word: Type.Optional(
      Type.String({ minLength: 4, findError: (text: string) => (text.startsWith('a') ? undefined : `must not begin with ${text[0]}`) }),
    ),
  }),
  'body',
);

test.each([
  ['text that does not match a pattern with a hint', { code: 'abc' }, [{ path: 'code', message: 'must be 6 digits' }]],
  ['text that does not match a pattern without a hint', { plain: 'y' }, [{ path: 'plain', message: 'is not in the expected form' }]],
  ['text that is refused by a rule of its own', { word: 'bush' }, [{ path: 'word', message: 'must not begin with b' }]],
  ['text that is also too short', { word: 'bu' }, [{ path: 'word', message: 'must not begin with b' }]],
  ['text that is only too short', { word: 'a' }, [{ path: 'word', message: 'must have at least 4 characters' }]],
  ['no text', { word: 5 }, [{ path: 'word', message: 'must be text' }]],
  ['text that fits', { code: '123456', word: 'area' }, []],
])('when a field has %s, then the errors are those of the field', (_, value, errors) => {
  expect(findErrors(value)).toEqual(errors);
});
