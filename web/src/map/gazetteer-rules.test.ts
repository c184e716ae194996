import { expect, test } from 'vitest';
import gazetteer from './gazetteer.json';
import { distanceKm, nearestPlace, parseGazetteer, searchPlaces, withoutAccents } from './gazetteer-rules.ts';

const places = parseGazetteer(gazetteer);
const namesOf = (text: string, near?: { latitude: number; longitude: number }) =>
  searchPlaces(places, text, near, 8).map(({ name, within }) => `${name}, ${within}`);
const longXuyen = { latitude: 10.386, longitude: 105.435 };

test('when a search has no accents, then it matches names with accents', () => {
  expect(withoutAccents('Xã Long Điền A, huyện Chợ Mới')).toBe('xa long dien a huyen cho moi');
});

test('when the gazetteer is read, then it has all districts with a known position and their communes, all within Vietnam', () => {
  expect(places.length).toBeGreaterThan(10_000);
  expect(places.filter(({ isApproximate }) => !isApproximate).length).toBeGreaterThan(800);
  const outside = places.filter(({ latitude, longitude }) => !(latitude > 8 && latitude < 23.5 && longitude > 102 && longitude < 117));
  expect(outside).toEqual([]);
});

test.each([
  ['long dien a', 'Long Điền A, Long Điền, Chợ Mới, An Giang'],
  ['Xã Long Điền A', 'Long Điền A, Long Điền, Chợ Mới, An Giang'],
  ['LONG DIEN A CHO MOI', 'Long Điền A, Long Điền, Chợ Mới, An Giang'],
  ['kien an cho moi', 'Kiến An, Chợ Mới, Chợ Mới, An Giang'],
  ['cao lanh', 'Cao Lãnh'],
])('when "%s" is searched, then the first result is %s', (text, first) => {
  expect(namesOf(text)[0]).toMatch(first);
});

test('when several places have the same name, then the one nearest to the map comes first', () => {
  expect(namesOf('chợ mới', longXuyen)[0]).toContain('An Giang');
  expect(namesOf('chợ mới', { latitude: 21.9, longitude: 105.8 })[0]).toContain('Thái Nguyên');
});

test('when the search text is too short or unknown, then there is no result', () => {
  for (const text of ['', ' ', 'a', 'xyzzy', '???']) expect(namesOf(text)).toEqual([]);
});

test('when a position is named, then the name is that of the nearest place with its own position, and none far at sea', () => {
  expect(nearestPlace(places, { latitude: 10.55, longitude: 105.4 })?.place.name).toBe('Chợ Mới');
  expect(nearestPlace(places, { latitude: 0, longitude: 90 })).toBeUndefined();
  expect(distanceKm(longXuyen, { latitude: 10.776, longitude: 106.701 })).toBeCloseTo(144.9, 0);
});
