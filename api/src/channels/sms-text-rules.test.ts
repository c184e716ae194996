import { describe, expect, test } from 'vitest';
import { countParts, internationalNumber, limitedSmsText, maxSmsParts, readReply, smsText, withoutMarks } from './sms-text-rules.ts';

describe('countParts', () => {
  test.each([
    ['160 basic characters', 'a'.repeat(160), 'gsm7', 1],
    ['161 basic characters', 'a'.repeat(161), 'gsm7', 2],
    ['306 basic characters', 'a'.repeat(306), 'gsm7', 2],
    ['307 basic characters', 'a'.repeat(307), 'gsm7', 3],
    ['80 characters of the extension table', '€'.repeat(80), 'gsm7', 1],
    ['81 characters of the extension table', '€'.repeat(81), 'gsm7', 2],
    // 152 + 2 do not fit into 153: the escape is not separated from its character.
    ['an extension character at the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 3],
    ['70 Vietnamese characters', 'ạ'.repeat(70), 'ucs2', 1],
    ['71 Vietnamese characters', 'ạ'.repeat(71), 'ucs2', 2],
    ['one Vietnamese character among 70', `${'a'.repeat(70)}đ`, 'ucs2', 2],
    ['134 Vietnamese characters', 'ạ'.repeat(134), 'ucs2', 2],
    ['135 Vietnamese characters', 'ạ'.repeat(135), 'ucs2', 3],
    ['35 emoji', '🌾'.repeat(35), 'ucs2', 1],
    ['36 emoji', '🌾'.repeat(36), 'ucs2', 2],
    // 33 emoji fill 66 of 67: a surrogate pair is not split.
    ['67 emoji', '🌾'.repeat(67), 'ucs2', 3],
    ['nothing', '', 'gsm7', 1],
  ])('when the text has %s, then it is %s', (_, text, encoding, parts) => {
    expect(countParts(text)).toEqual({ encoding, parts });
  });
});

describe('smsText', () => {
  const text = 'Đội phun sẽ đến ruộng của bà con lúc 5 giờ sáng thứ Hai, 16 tháng 11 năm 2026.';
  test('when the person agreed and a part is saved, then the marks are left out', () => {
    expect(smsText(text, true)).toEqual({ text: withoutMarks(text), parts: 1 });
    expect(withoutMarks(text)).toBe('Doi phun se den ruong cua ba con luc 5 gio sang thu Hai, 16 thang 11 nam 2026.');
  });
  test('when the person did not agree, or nothing is saved, then the marks stay', () => {
    expect(smsText(text, false)).toEqual({ text, parts: 2 });
    expect(smsText('Đơn 12 đã xong.', true)).toEqual({ text: 'Đơn 12 đã xong.', parts: 1 });
  });
  test('when marks are separate characters, then they are composed before they are counted', () => {
    const composed = 'ệ'.repeat(70);
    expect(smsText(composed.normalize('NFD'), false)).toEqual({ text: composed, parts: 1 });
  });
});

describe('limitedSmsText', () => {
  const link = 'https://phun.example.vn/orders/1234';
  const limited = (text: string, isNeeded = false, wantsPlain = false) => limitedSmsText(text, { link, isNeeded }, wantsPlain);

  test('when a text has few parts, then it is not changed, with the link only if it is needed', () => {
    expect(limited('ế'.repeat(268))).toEqual({ text: 'ế'.repeat(268), parts: 4 });
    expect(limited('a'.repeat(612))).toEqual({ text: 'a'.repeat(612), parts: 4 });
    expect(limited('Đơn 12', true)).toEqual({ text: `Đơn 12 ${link}`, parts: 1 });
  });
  test.each([
    ['Vietnamese characters', 'ế'.repeat(1000), 268],
    ['269 Vietnamese characters', 'ế'.repeat(269), 268],
    ['basic characters', 'a'.repeat(1000), 612],
    ['613 basic characters', 'a'.repeat(613), 612],
    ['a Vietnamese character at the end', `${'a'.repeat(999)}ế`, 612],
  ])('when it has %s, then it is cut to four full parts and ends with the link', (_, text, characters) => {
    const shortened = limited(text);
    expect(shortened.parts).toBe(maxSmsParts);
    expect([shortened.text.length, shortened.text.endsWith(`... ${link}`)]).toEqual([characters, true]);
    expect(text.startsWith(shortened.text.slice(0, -link.length - 4))).toBe(true);
  });
  test('when it has emoji or characters of two sizes, then no character is split, and it stays within four parts', () => {
    for (const text of ['🌾'.repeat(500), '€'.repeat(500), `${'a'.repeat(400)}${'🌾'.repeat(100)}`]) {
      const shortened = limited(text);
      expect(countParts(shortened.text).parts).toBeLessThanOrEqual(maxSmsParts);
      expect(shortened.text).not.toMatch(/\p{Surrogate}/u);
    }
  });
  test('when a word would be cut, then the text ends before it', () => {
    expect(limited('phun thuốc '.repeat(50)).text).toMatch(/(phun|thuốc)\.\.\. https/);
  });
  test('when the person agreed to no marks, then more of the text fits', () => {
    const text = 'ruộng lúa '.repeat(60).trim();
    expect(limited(text).text.length).toBeLessThanOrEqual(268);
    expect(limited(text, false, true)).toEqual({ text: withoutMarks(text), parts: 4 });
    expect(limited('ruộng lúa '.repeat(100), false, true).text.length).toBeGreaterThan(590);
  });
});

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Hủy', 'stop'],
  ['Từ chối', 'stop'],
  ['START', 'start'],
  ['Tiếp tục', 'start'],
  ['Please stop calling', undefined],
  ['', undefined],
])('when someone answers %j, then it means %s', (text, expected) => {
  expect(readReply(text)).toBe(expected);
});

test('when a number is national, then it gets the country code', () => {
  expect([internationalNumber('0912345678'), internationalNumber('+4930123')]).toEqual(['+84912345678', '+4930123']);
});
