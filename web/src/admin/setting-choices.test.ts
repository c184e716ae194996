import { expect, test } from 'vitest';
import { currencyChoices, localeChoices, timeZoneChoices, unitChoices } from './setting-choices.ts';

const labelOf = (choices: { value: string; label: string }[], expected: string) => choices.find(({ value }) => value === expected)?.label;

test('choices have names beside their codes', () => {
  expect(labelOf(currencyChoices('en', 'VND'), 'VND')).toBe('Vietnamese Dong (VND)');
  expect(labelOf(localeChoices('en', 'vi-VN'), 'vi-VN')).toBe('Vietnamese (Vietnam) (vi-VN)');
  expect(labelOf(timeZoneChoices('en', 'Asia/Saigon'), 'Asia/Tokyo')).toBe('Asia/Tokyo (GMT+9)');
  expect(labelOf(timeZoneChoices('en', 'Asia/Saigon'), 'Asia/Saigon')).toBe('Asia/Saigon (GMT+7)');
  expect(labelOf(timeZoneChoices('en', 'Asia/Saigon', new Date('2026-07-01')), 'Europe/Paris')).toBe('Europe/Paris (GMT+2)');
  expect(labelOf(unitChoices('vi', 'decare'), 'decare')).toBe('Công đất (1.000 m²)');
});

test('a stored value that is not in the list stays a choice', () => {
  expect(unitChoices('en', 'rai')[0]).toEqual({ value: 'rai', label: 'rai' });
  expect(unitChoices('en', 'decare')[0]?.value).toBe('decare');
});
