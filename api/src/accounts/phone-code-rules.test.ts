import { describe, expect, test } from 'vitest';
import { countParts, withoutMarks } from '../channels/sms-text-rules.ts';
import { type PhoneCodePurpose, phoneCodePurposes, phoneCodeText, phonePrefix, readPhoneKey } from './phone-code-rules.ts';

describe('numbers', () => {
  test.each([
    '0912345678',
    ' 0912 345 678 ',
    '0912.345.678',
    '0912-345-678',
    '+84912345678',
    '+84 912 345 678',
    '+84 (0) 912 345 678',
    '+840912345678',
    '0084 912 345 678',
    '00840912345678',
    '84912345678',
    '840912345678',
    '\u202a+84\u00a0912\u2009345\u00a0678\u202c',
  ])('when %j is typed, then it is 0912345678', (typed) => {
    expect(readPhoneKey(typed)).toBe('0912345678');
  });

  test('when a number has eleven digits, then it is read in every notation', () => {
    expect(['02963123456', '+842963123456', '842963123456', '0084 2963 123 456'].map(readPhoneKey)).toEqual(Array(4).fill('02963123456'));
  });

  test.each([
    '',
    '0',
    '912345678',
    '+66812345678',
    '0066812345678',
    '091234567',
    '091234567890',
    '09123x5678',
    '+84',
    '+8484912345678',
    '٠٩١٢٣٤٥٦٧٨',
  ])('when %j is typed, then it is no number', (typed) => {
    expect(readPhoneKey(typed)).toBeUndefined();
  });

  test('when numbers are of one block, then they share a prefix', () => {
    expect([phonePrefix('0912345678'), phonePrefix('0912349999'), phonePrefix('0912355678')]).toEqual(['091234', '091234', '091235']);
  });
});

test.each(['en', 'vi'] as const)('when a code is sent in %s, then it fits into one SMS and ends with the host for browsers', (language) => {
  const purposes: PhoneCodePurpose[] = [...phoneCodePurposes, 'verification'];
  const texts = purposes.map((purpose) =>
    phoneCodeText({
      purpose,
      language,
      companyName: 'Hợp tác xã Phun thuốc Chợ Mới An Giang',
      host: 'phun-thuoc.example.vn',
      code: '004711',
    }),
  );
  expect(new Set(texts).size).toBe(purposes.length);
  for (const text of texts) {
    expect(text.endsWith('\n@phun-thuoc.example.vn #004711')).toBe(true);
    expect(countParts(withoutMarks(text))).toEqual({ encoding: 'gsm7', parts: 1 });
  }
});
