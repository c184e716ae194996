import { describe, expect, test } from 'vitest';
import { fc } from '../../test/seeded-fast-check.ts';
import { findPasswordError, findPhoneError, normalizePhone, phoneKey } from './account-rules.ts';

const digits = (least: number, most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const prefix = fc.constantFrom('0', '+84');
// Separators that users and phones put between digits, no-break spaces included.
const gap = fc.constantFrom('', '', ' ', '  ', '\u00a0', '\u202f', '\u3000', '\u200b', '\u202a', '\t');

describe('passwords', () => {
  test.each([
    ['Green-Field-7', undefined],
    ['Aaaaaa1!', undefined],
    ['Đồng lúa!', undefined],
    ['Aaaaa1!', 'needs at least 8 characters'],
    ['aaaaaaa!', 'needs a capital letter'],
    ['Aaaaaaa1', 'needs a special character'],
    ['Aaaa aaaa', 'needs a special character'],
    ['', 'needs at least 8 characters, a capital letter, a special character'],
    ['12345678', 'needs a capital letter, a special character'],
    // Four characters of eight UTF-16 code units are still four characters.
    ['A!🌾🌾🌾', 'needs at least 8 characters'],
    // A combining accent is not a special character.
    ['Matkhau\u0323\u0302dai', 'needs a special character'],
  ])('when the password is "%s", then it %s', (password, message) => {
    expect(findPasswordError(password)).toBe(message);
  });

  test('when a password has the length, a capital letter and a special character, then it is valid, whatever else it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (noise, at) => {
        const cut = at % (noise.length + 1);
        expect(findPasswordError(`${noise.slice(0, cut)}Aé-4567x${noise.slice(cut)}`)).toBeUndefined();
      }),
    );
  });

  test('when a password has only lower-case letters, digits and spaces, then it is invalid at any length', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcdefghijđêô0123456789 '), maxLength: 100 });
    fc.assert(
      fc.property(plain, (password) => {
        expect(findPasswordError(password)).toBeDefined();
      }),
    );
  });
});

describe('phone numbers', () => {
  const typed = fc
    .tuple(prefix, digits(9, 10), fc.array(gap, { minLength: 11, maxLength: 11 }))
    .map(([start, rest, gaps]) => ({ start, rest, text: start + [...rest].map((digit, n) => `${gaps[n]}${digit}`).join('') + gaps[10] }));

  test('when a number is 0 or +84 with nine or ten digits, with any spacing, then it is valid', () => {
    fc.assert(
      fc.property(typed, ({ text }) => {
        expect(findPhoneError(text)).toBeUndefined();
      }),
    );
  });

  test('when the same number is typed in another format, then it has the same key', () => {
    fc.assert(
      fc.property(typed, ({ start, rest, text }) => {
        const key = start === '+84' && /^0[1-9]\d{8}$/.test(rest) ? rest : `0${rest}`;
        expect(phoneKey(text)).toBe(key);
        expect(phoneKey(normalizePhone(text))).toBe(key);
        // The stored number has only ASCII spaces, which the database also treats as spaces.
        expect(normalizePhone(text)).toMatch(/^[+\d]+(?: [+\d]+)*$/);
      }),
    );
  });

  test.each([
    ['+84 0912 345 678', '+84 912 345 678'],
    ['+840912345678', '+84 912345678'],
    ['+84 (0)', '+84 (0)'],
    ['+84 00912 34567', '+84 00912 34567'],
    ['+84 12 345 678', '+84 12 345 678'],
  ])('when %j has a country code, then a zero after it is dropped if a number follows', (text, stored) => {
    expect(normalizePhone(text)).toBe(stored);
  });

  test('when a number has too few or too many digits, then it is refused', () => {
    const wrong = fc.oneof(digits(0, 8), digits(11, 20));
    fc.assert(
      fc.property(prefix, wrong, (start, rest) => {
        expect(findPhoneError(start + rest)).toBeDefined();
      }),
    );
  });

  test.each(['', '901234561', '84901234561', '+85901234561', '++84901234561', '0901-234-561', '0901234561x', '٠901234561', '0９01234561'])(
    'when the number is "%s", then it is refused',
    (phone) => {
      expect(findPhoneError(phone)).toBe('must be 0 or +84 followed by 9 or 10 digits');
    },
  );
});
