import type { Expertise } from '../accounts/user.ts';
import type { FieldForm } from './demo-boundary.ts';
import { type FarmerName, type Field, fieldsOf } from './demo-fields.ts';
import { type DemoPerson, demoPeople } from './demo-people.ts';

/** Numbers of the large demo: a company of this size. */
export const largeDemo = {
  sprayers: 36,
  farmers: 300,
  capacity: 14,
  /** Orders on each of the next seven days, today first. */
  ordersOfDay: [40, 60, 30, 30, 30, 30, 30],
  stoppedTomorrow: 33,
  unreachableTomorrow: 30,
} as const;

const familyNames = 'Nguyễn Trần Lê Phạm Nguyễn Huỳnh Võ Phan Trương Nguyễn Bùi Đặng Lâm Ngô Đỗ Hồ Dương Nguyễn Lý'.split(' ');
const middleNamesOfMen = 'Văn Văn Hữu Minh Văn Thành Quốc Vĩnh Ngọc'.split(' ');
const middleNamesOfWomen = 'Thị Thị Ngọc Thị Kim Mỹ'.split(' ');
const givenNamesOfMen = 'Bảy Hùng Tâm Út Sơn Phước Dũng Tư Hải Lợi Thành Năm Khánh Đức Nghĩa Sáu Tuấn'.split(' ');
const givenNamesOfWomen = 'Hoa Lan Sáu Hồng Bưởi Tư Thắm Yến Cúc Loan Mai Diệu'.split(' ');

const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Names repeat as in a real commune: many share the given name, and some the whole name. */
function nameOf(n: number): string {
  const isWoman = n % 3 === 1;
  const [middle, given] = isWoman ? [middleNamesOfWomen, givenNamesOfWomen] : [middleNamesOfMen, givenNamesOfMen];
  return [of(familyNames, n * 7 + (n >> 4)), of(middle, n * 5 + (n >> 3)), of(given, n * 3 + (n >> 5))].join(' ');
}

/** Colleagues whom a board must tell apart: equal initials and given names, and twice the whole name. */
const similarSprayers = ['Nguyễn Văn Bảy', 'Nguyễn Vĩnh Bảy', 'Nguyễn Văn Bảy', 'Lê Vũ Bay', 'Lê Văn Hùng', 'Lý Văn Hùng'];

const expertises: readonly Expertise[] = ['expert', 'adept', 'adept', 'apprentice', 'expert'];

export interface CrowdPerson extends DemoPerson {
  /** No mail address, so that no channel reaches the person while the service sends neither SMS nor Zalo messages. */
  isUnreachable: boolean;
}

const countOf = (role: string) => demoPeople.filter((person) => person.role === role).length;

const person = (name: string, number: number, fullName: string) => ({
  name,
  fullName,
  phoneNumber: `0933 ${String(100 + (number % 880))} ${String((number * 137) % 1000).padStart(3, '0')}`,
  street: `${1 + ((number * 29) % 120)} Ấp ${of(hamlets, number)}`,
  language: 'vi' as const,
});

const hamlets = ['Long Hòa', 'Mỹ Thạnh', 'Phú Hạ', 'Kiến Bình', 'Nhơn Lợi', 'An Thuận', 'Tấn Hưng', 'Hòa Trung'];

interface Commune {
  name: string;
  latitude: number;
  longitude: number;
  crop: Field['crop'];
}

const communes: readonly Commune[] = [
  { name: 'Long Điền A', latitude: 10.531, longitude: 105.455, crop: 'cereal' },
  { name: 'Kiến An', latitude: 10.56, longitude: 105.372, crop: 'vegetable' },
  { name: 'Tấn Mỹ', latitude: 10.517, longitude: 105.507, crop: 'fruit' },
  { name: 'Kiến Thành', latitude: 10.521, longitude: 105.396, crop: 'cereal' },
  { name: 'Mỹ Hiệp', latitude: 10.501, longitude: 105.545, crop: 'fruit' },
  { name: 'Nhơn Mỹ', latitude: 10.471, longitude: 105.384, crop: 'cereal' },
  { name: 'Hội An', latitude: 10.437, longitude: 105.552, crop: 'vegetable' },
  { name: 'Hòa Bình', latitude: 10.409, longitude: 105.479, crop: 'cereal' },
  { name: 'Long Giang', latitude: 10.474, longitude: 105.44, crop: 'cereal' },
  { name: 'Mỹ Hội Đông', latitude: 10.5, longitude: 105.346, crop: 'cereal' },
];

const crowdSprayers = Array.from({ length: largeDemo.sprayers - countOf('sprayer') }, (_, n): CrowdPerson => {
  const details = person(`sprayer${countOf('sprayer') + n + 1}`, n, similarSprayers[n] ?? nameOf(n * 3 + 2));
  return { ...details, role: 'sprayer', expertise: of(expertises, n), isUnreachable: false };
});

const crowdFarmers = Array.from({ length: largeDemo.farmers - countOf('farmer') }, (_, n): CrowdPerson => {
  const details = person(`farmer${countOf('farmer') + n + 1}`, 100 + n, nameOf(n));
  return { ...details, role: 'farmer', expertise: null, isUnreachable: (n + Math.floor(n / communes.length)) % 2 === 0 };
});

/** The people of the large demo besides those of the small one. None of them can sign in. */
export const crowd: readonly CrowdPerson[] = [...crowdSprayers, ...crowdFarmers];

const apprentices = crowdSprayers.filter(({ expertise }) => expertise === 'apprentice').map(({ name }) => name);
const leads = crowdSprayers.filter(({ expertise }) => expertise !== 'apprentice').map(({ name }) => name);

/** Legal crews of the additional sprayers. */
export const crowdCrews: readonly (readonly string[])[] = leads.map((lead, n) => {
  const apprentice = apprentices[n];
  return apprentice === undefined ? [lead] : [lead, apprentice];
});

const placesOf = {
  cereal: ['Ruộng kênh Ba', 'Ruộng giáp đê', 'Ruộng sau đình', 'Ruộng gò', 'Ruộng bờ kinh Xáng'],
  fruit: ['Vườn xoài', 'Vườn nhãn đầu cồn', 'Vườn bưởi ven rạch'],
  vegetable: ['Rẫy ớt', 'Rẫy bắp bờ sông', 'Rẫy cải gần chợ'],
};
const outlineForms: readonly FieldForm[] = ['strip', 'block', 'canal', 'bend'];

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Every farmer has a field, every fourth a second one, and two of three a boundary. */
export const crowdFields: ReadonlyMap<string, readonly Field[]> = new Map(
  crowdFarmers.map(({ name }, n) => [name, n % 4 === 3 ? [fieldOf(n), fieldOf(n + 1000)] : [fieldOf(n)]]),
);

function fieldOf(n: number): Field {
  const { name, latitude, longitude, crop } = of(communes, n);
  return {
    location: `${of(placesOf[crop], n * 3 + (n >> 2))}, ấp ${of(hamlets, n * 5 + (n >> 3))}, ${name}`,
    latitude: rounded(latitude + (((n * 53) % 41) - 20) * 0.0006),
    longitude: rounded(longitude + (((n * 31) % 37) - 18) * 0.0006),
    crop,
    area: 2 + ((n * 17) % 45) / 2,
    ...(n % 3 === 2 ? {} : { outline: [of(outlineForms, n), (n * 41) % 180] as const }),
  };
}

export interface BookingFarmer {
  name: string;
  isUnreachable: boolean;
  field: Field;
}

/** All farmers with a field that they book, in the order in which they book. */
export const bookingFarmers: readonly BookingFarmer[] = [
  ...(Object.keys(fieldsOf) as FarmerName[]).map((name) => ({ name, isUnreachable: false, field: fieldsOf[name][0] as Field })),
  ...crowdFarmers.map(({ name, isUnreachable }) => ({ name, isUnreachable, field: crowdFields.get(name)?.[0] as Field })),
];
