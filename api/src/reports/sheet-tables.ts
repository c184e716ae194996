import type { Db } from '../platform/postgres/database.ts';
import { type SheetKind, sheetColumns } from '../spreadsheets/column-rules.ts';
import { cellText, type ListColumn, type ListItem, timeText, type ValueWords, valueAt } from './list-columns.ts';
import { readPersonFacts } from './list-export-store.ts';
import type { ListTable } from './list-table.ts';
import { listWords } from './list-words.ts';

/** Where the value of a column is: the path in an item, with words if the value has some. */
type Source = string | { path: string; words: ValueWords } | { path: string; read: (value: unknown) => string | null };

/** Columns with the titles that the import reads, in its order. Columns without a source are left out. */
const columnsOf = (kind: SheetKind, sources: Readonly<Record<string, Source>>): ListColumn[] =>
  sheetColumns[kind].flatMap(({ field, kind: cellKind, en, vi }) => {
    const source = sources[field];
    if (source === undefined) return [];
    const path = typeof source === 'string' ? source : source.path;
    return {
      titles: { en, vi },
      kind: cellKind,
      value: (item, { language }) => {
        const value = valueAt(item, path);
        if (typeof source === 'string' || value === undefined || value === null) return cellText(value);
        return 'words' in source ? (source.words[language][String(value)] ?? String(value)) : source.read(value);
      },
    } satisfies ListColumn;
  });

const { role, expertise, language, active, archived, crop, orderStatus, paymentStatus, paymentMethod } = listWords;

const person = {
  id: 'id',
  fullName: 'fullName',
  phoneNumber: 'phoneNumber',
  email: 'email',
  street: 'street',
  city: 'city',
  province: 'province',
  postalCode: 'postalCode',
  language: { path: 'language', words: language },
  active: { path: 'active', words: active },
};

/** Lists of people have no language, which the import reads. */
async function addLanguages(db: Db, items: ListItem[]): Promise<ListItem[]> {
  const facts = await readPersonFacts(
    db,
    items.map(({ id }) => String(id)),
  );
  return items.map((item) => ({ ...item, language: facts.get(String(item.id))?.language }));
}

export const farmers: ListTable = {
  file: 'farmers',
  name: { en: 'Farmers', vi: 'Nông dân' },
  columns: columnsOf('farmers', person),
  extend: addLanguages,
};

export const people: ListTable = {
  file: 'users',
  name: { en: 'Users', vi: 'Người dùng' },
  columns: columnsOf('staff', { ...person, role: { path: 'role', words: role }, expertise: { path: 'expertise', words: expertise } }),
  extend: addLanguages,
};

export const fields: ListTable = {
  file: 'fields',
  name: { en: 'Fields', vi: 'Thửa ruộng' },
  columns: columnsOf('fields', {
    id: 'id',
    farmer: 'farmer.fullName',
    phoneNumber: 'phoneNumber',
    name: 'name',
    latitude: 'latitude',
    longitude: 'longitude',
    crop: { path: 'cropType.name', words: crop },
    obstacles: 'obstacles',
    notes: 'notes',
    area: 'area',
    archived: { path: 'archived', words: archived },
  }),
  /** The import recognises a farmer by the phone number. */
  async extend(db, items) {
    const idOf = (item: ListItem) => String(valueAt(item, 'farmer.id'));
    const facts = await readPersonFacts(db, items.map(idOf));
    return items.map((item) => ({ ...item, phoneNumber: facts.get(idOf(item))?.phoneNumber }));
  },
};

const orderSources: Record<string, Source> = {
  id: 'id',
  date: 'date',
  start: { path: 'session.startTime', read: timeText },
  end: { path: 'session.endTime', read: timeText },
  location: 'location',
  latitude: 'latitude',
  longitude: 'longitude',
  crop: { path: 'cropType.name', words: crop },
  area: 'area',
  cost: 'cost',
  orderStatus: { path: 'orderStatus', words: orderStatus },
  paymentStatus: { path: 'paymentStatus', words: paymentStatus },
  paymentMethod: { path: 'paymentMethod', words: paymentMethod },
  completed: 'completionDate',
};

const orders = { file: 'orders', name: { en: 'Orders', vi: 'Đơn phun' } };

/** Orders of a farmer, who is in none of the rows. */
export const farmerOrders: ListTable = { ...orders, columns: columnsOf('orders', orderSources) };

/** Orders of a sprayer. The office's export has the crews, too. */
export const sprayerOrders: ListTable = {
  ...orders,
  columns: columnsOf('orders', { ...orderSources, farmer: 'farmer.fullName', phoneNumber: 'farmer.phoneNumber' }),
};
