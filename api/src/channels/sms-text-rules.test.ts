import { describe, expect, test } from 'vitest';
import { countParts, internationalNumber, readReply, smsText, withoutMarks } from './sms-text-rules.ts';

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
