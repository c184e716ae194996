import { expect, test } from 'vitest';
import { type CellContext, computed, instant, money, names, sessions, text, titleOf, word } from './list-columns.ts';

const context: CellContext = { language: 'vi', timeZone: 'Asia/Ho_Chi_Minh', areaUnit: 'ha', currency: 'VND' };
const time = (hour: number) => ({ hour, minute: 30, second: 0, nano: 0 });

test('when a value is nested, missing or a list, then the cell has its text or is empty', () => {
  const name = text('Name', 'Tên', 'person.fullName');
  expect(name.value({ person: { fullName: 'Lê' } }, context)).toBe('Lê');
  expect(name.value({ person: null }, context)).toBeNull();
  expect(name.value({ person: { fullName: '' } }, context)).toBeNull();
  expect(text('Scopes', 'Quyền', 'scopes').value({ scopes: ['a', 'b'] }, context)).toBe('a, b');
  expect(names('Crew', 'Đội', 'crew').value({ crew: [{ fullName: 'A' }, { fullName: 'B' }] }, context)).toBe('A, B');
});

test('when a value has a unit, then the title names it, and a moment is in the time zone of the company', () => {
  const sent = instant('Sent', 'Gửi lúc', 'at');
  expect(titleOf(sent, context)).toBe('Gửi lúc (Asia/Ho_Chi_Minh)');
  expect(sent.value({ at: '2026-11-17T17:30:05.123Z' }, context)).toBe('2026-11-18 00:30:05');
  expect(sent.value({ at: null }, context)).toBeNull();
  expect(titleOf(money('Price', 'Giá', 'price'), { ...context, language: 'en' })).toBe('Price (VND)');
});

test('when a value has words, then they are in the language of the reader, and an unknown value stays', () => {
  const state = word('State', 'Tình trạng', 'state', { en: { on: 'On' }, vi: { on: 'Bật' } });
  expect([state.value({ state: 'on' }, context), state.value({ state: 'new' }, context)]).toEqual(['Bật', 'new']);
});

test('when sessions are exported, then they are times of day, and none means all', () => {
  const shown = sessions('Sessions', 'Khung giờ', 'sessions');
  expect(shown.value({ sessions: [{ startTime: time(6), endTime: time(8) }] }, context)).toBe('06:30–08:30');
  expect(shown.value({ sessions: [] }, context)).toBe('Tất cả');
  expect(computed('A', 'B', () => null).value({}, context)).toBeNull();
});
