import { expect, it } from 'vitest';
import { shortNames } from './short-names-rules.ts';

const named = (...people: [fullName: string, phoneNumber?: string][]) => [
  ...shortNames(people.map(([fullName, phoneNumber], id) => ({ id, fullName, phoneNumber }))).values(),
];

it('when names differ, then initials stand before the given name', () => {
  expect(named(['Lê Văn Bay'], ['Huỳnh Quốc Cường'], ['Nguyễn Thị Kim Thắm'], ['đỗ lan'], ['Út'])).toEqual([
    'L.V. Bay',
    'H.Q. Cường',
    'N.T.K. Thắm',
    'Đ. lan',
    'Út',
  ]);
});

it('when the short forms are equal, then the middle name tells them apart', () => {
  expect(named(['Nguyễn Văn Bảy'], ['Nguyễn Vĩnh Bảy'], ['Lê Văn Bảy'])).toEqual(['N. Văn Bảy', 'N. Vĩnh Bảy', 'L.V. Bảy']);
});

it('when only the family names differ, then the whole name does', () => {
  expect(named(['Lê Văn Hùng'], ['Lý Văn Hùng'])).toEqual(['Lê Văn Hùng', 'Lý Văn Hùng']);
});

it('when the whole names are equal, then the last digits of the phone do, or else the number of the account', () => {
  expect(named(['Nguyễn Văn Bảy', '0933 123 456'], ['Nguyễn Văn Bảy', '0933 123 789'])).toEqual([
    'Nguyễn Văn Bảy 456',
    'Nguyễn Văn Bảy 789',
  ]);
  expect(named(['Trần An'], ['Trần An', '0933 123 789'])).toEqual(['Trần An', 'Trần An 789']);
  expect(named(['Trần An'], ['Trần An'])).toEqual(['Trần An #0', 'Trần An #1']);
});

it('when somebody is named twice, then it is one person', () => {
  expect(
    shortNames([
      { id: 1, fullName: 'Lê Văn Bay' },
      { id: 1, fullName: 'Lê Văn Bay' },
    ]),
  ).toEqual(new Map([[1, 'L.V. Bay']]));
});
