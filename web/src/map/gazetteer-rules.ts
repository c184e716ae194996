import type { Position } from './position-rules.ts';

export interface Place extends Position {
  name: string;
  /** District and province, and the present commune for a former name. */
  within: string;
  /** The position is that of the district, because the place itself has none. */
  isApproximate: boolean;
  /** Name, and name with its parents, without accents: precomputed, because a search compares ten thousand of them. */
  nameKey: string;
  wholeKey: string;
}

export interface Gazetteer {
  /** `district|province|latitude|longitude|commune;commune…`; see scripts/gazetteer.mjs. */
  districts: string[];
}

/** Lower case without accents. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function parseGazetteer({ districts }: Gazetteer): Place[] {
  return districts.flatMap((row) => {
    const [district = '', provinces = '', latitude, longitude, communes = ''] = row.split('|');
    const [formerProvince = '', province = formerProvince] = provinces.split('>');
    const inProvince = formerProvince === province ? province : `${formerProvince} (${province})`;
    const [districtKey, provinceKey] = [withoutAccents(district), withoutAccents(inProvince)];
    const middle = { latitude: Number(latitude), longitude: Number(longitude), isApproximate: true };
    const seat: Place = { ...middle, name: district, within: inProvince, nameKey: districtKey, wholeKey: `${districtKey} ${provinceKey}` };
    const named = communes.split(';').map((commune): Place => {
      const [names = '', at] = commune.split('@');
      const [name = '', today] = names.split('>');
      const within = [today, district === name ? undefined : district, inProvince].filter((part) => part !== undefined).join(', ');
      const nameKey = withoutAccents(name);
      const wholeKey = [nameKey, ...(today === undefined ? [] : [withoutAccents(today)]), districtKey, provinceKey].join(' ');
      const [own, ownLongitude] = at?.split(' ').map(Number) ?? [];
      const isApproximate = own === undefined || ownLongitude === undefined;
      return {
        ...middle,
        ...(isApproximate ? {} : { latitude: own, longitude: ownLongitude }),
        isApproximate,
        name,
        within,
        nameKey,
        wholeKey,
      };
    });
    return named.some(({ name, isApproximate }) => name === district && !isApproximate) ? named : [seat, ...named];
  });
}

const unit = /^(?:xa|phuong|thi tran|huyen|quan|thi xa|tinh|thanh pho|tp|tt)\s+(?=\p{L})/u;

/** Places whose name, or name and district, begin with the words; exact names first, then those near the middle of the map. */
export function searchPlaces(places: readonly Place[], text: string, near: Position | undefined, limit: number): Place[] {
  const asked = withoutAccents(text).replace(unit, '');
  if (asked.length < 2) return [];
  const words = asked.split(' ');
  const found = places.flatMap((place) => {
    const rank = rankOf(place, asked, words);
    return rank === undefined ? [] : [{ place, rank }];
  });
  const away = (place: Place) => (near === undefined ? 0 : distanceKm(near, place));
  return found
    .map((each) => ({ ...each, away: away(each.place) }))
    .sort((a, b) => a.rank - b.rank || a.away - b.away || Number(a.place.isApproximate) - Number(b.place.isApproximate))
    .slice(0, limit)
    .map(({ place }) => place);
}

function rankOf({ nameKey, wholeKey }: Place, asked: string, words: string[]): number | undefined {
  if (nameKey === asked) return 0;
  if (nameKey.startsWith(asked)) return 1;
  if (wholeKey.startsWith(asked)) return 2;
  if (wholeKey.includes(` ${asked}`)) return 3;
  // "long dien cho moi": each word begins some word of the name or of what it lies in.
  return nameKey.startsWith(words[0] ?? '') && words.every((word) => ` ${wholeKey}`.includes(` ${word}`)) ? 4 : undefined;
}

const maxNameDistanceKm = 40;

/** The nearest place with a position of its own. */
export function nearestPlace(places: readonly Place[], at: Position): { place: Place; distanceKm: number } | undefined {
  let nearest: { place: Place; distanceKm: number } | undefined;
  for (const place of places) {
    if (place.isApproximate || Math.abs(place.latitude - at.latitude) > 0.5) continue;
    const away = distanceKm(at, place);
    if (away <= maxNameDistanceKm && (nearest === undefined || away < nearest.distanceKm)) nearest = { place, distanceKm: away };
  }
  return nearest;
}

/** On a sphere: exact to half a percent. */
export function distanceKm(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [dLatitude, dLongitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const square =
    Math.sin(dLatitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLongitude / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(square));
}
