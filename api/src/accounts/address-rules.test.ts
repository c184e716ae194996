import { expect, test } from 'vitest';
import { farmerAddress, givenName, greetingName } from './address-rules.ts';

test.each([
  ['vi', 'Nguyễn Văn Bảy', 'anh', 'Anh Bảy'],
  ['vi', 'Lê Thị  Sen ', 'chi', 'Chị Sen'],
  ['vi', 'Sen', 'co', 'Cô Sen'],
  ['vi', 'Trần Văn Út', null, 'Trần Văn Út'],
  ['en', 'Trần Văn Út', 'chu', 'Trần Văn Út'],
] as const)('when a reader of %s is called %s and chose %s, then the greeting has %s', (language, name, form, greeting) => {
  expect(greetingName(language, name, form)).toBe(greeting);
});

test('when a farmer chose no form, then sentences address bà con', () => {
  expect(farmerAddress('Nguyễn Văn Bảy', null)).toBe('bà con');
  expect(farmerAddress('Nguyễn Văn Bảy', 'chu')).toBe('chú Bảy');
  expect(givenName('')).toBe('');
});
