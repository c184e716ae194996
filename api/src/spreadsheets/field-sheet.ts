import { normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import type { Db } from '../platform/postgres/database.ts';
import { cropNames } from './crop-name-rules.ts';
import {
  deleteSheetFields,
  findSheetFields,
  findUsedFields,
  insertSheetFields,
  type SheetField,
  type StoredField,
  updateSheetFields,
} from './field-sheet-store.ts';
import { findPersons } from './person-sheet-store.ts';
import { BlockedImport, type BlockedRow, type Comparison, refused, type SheetContext, type SheetHandler } from './sheet-handler.ts';
import type { RowDetail } from './sheet-import.ts';

/** Values of a row with a field. null: the cell is empty, and the stored value stays. */
export interface FieldValues {
  id: string | null;
  phoneNumber: string | null;
  name: string;
  latitude: number | null;
  longitude: number | null;
  cropId: string | null;
  obstacles: string | null;
  notes: string | null;
}

const changeableFields = ['name', 'latitude', 'longitude', 'cropId', 'obstacles', 'notes'] as const;
const columnOf = (field: string) => (field === 'cropId' ? 'crop' : field);
const keyOf = ({ phoneNumber }: FieldValues) => phoneKey(phoneNumber ?? '');
const nameKey = (phone: string, name: string) => JSON.stringify([phone, name.toLowerCase()]);

function changesOf(field: StoredField, values: FieldValues, { facts }: SheetContext): RowDetail[] {
  const shown = (name: string, value: unknown) =>
    value === null ? null : name === 'cropId' ? (facts.crops.get(String(value))?.name ?? String(value)) : String(value);
  return changeableFields
    .filter((name) => values[name] !== null && values[name] !== field[name])
    .map((name) => ({ field: columnOf(name), from: shown(name, field[name]), to: shown(name, values[name]) }));
}

const withValues = (field: StoredField, values: FieldValues, number: number): SheetField => {
  const after = { ...field, number };
  for (const name of changeableFields) if (values[name] !== null) Object.assign(after, { [name]: values[name] });
  return after;
};

async function find(db: Db, rows: readonly { values: FieldValues }[], locks: boolean) {
  const ids = rows.flatMap(({ values: { id } }) => (id === null ? [] : [id]));
  const names = rows.flatMap(({ values }) => (values.id === null ? [{ phoneKey: keyOf(values), name: values.name.toLowerCase() }] : []));
  const fields = await findSheetFields(db, ids, names, locks);
  const byName = new Map<string, StoredField[]>();
  for (const field of fields) {
    if (field.archived) continue;
    const key = nameKey(field.phoneKey ?? '', field.name);
    byName.set(key, [...(byName.get(key) ?? []), field]);
  }
  return { byId: new Map(fields.map((field) => [field.id, field])), byName };
}

async function findFarmers(db: Db, rows: readonly { values: FieldValues }[]) {
  const persons = await findPersons(db, [], [...new Set(rows.map(({ values }) => keyOf(values)))], [], false);
  return new Map(persons.map((person) => [String(person.phoneKey), person]));
}

/** Fields of farmers, found by the number of the field, or by phone number of the farmer and name. Boundaries are not in such files. */
export const fieldHandler: SheetHandler<FieldValues> = {
  read(reader, { facts }) {
    const phone = reader.phone();
    const values: FieldValues = {
      id: reader.id(),
      phoneNumber: phone === null ? null : normalizePhone(phone),
      name: reader.requireLine('name', 500),
      latitude: reader.number('latitude', -90, 90),
      longitude: reader.number('longitude', -180, 180),
      cropId: reader.choice('crop', cropNames(facts.crops), 'is not a crop that we spray'),
      obstacles: reader.text('obstacles', 2000),
      notes: reader.text('notes', 2000),
    };
    if (values.id === null) for (const field of ['phoneNumber', 'latitude', 'longitude'] as const) reader.require(field, values[field]);
    return values;
  },
  labelOf: ({ name }) => name,
  keysOf: (values) =>
    values.id === null ? [{ field: 'name', key: nameKey(keyOf(values), values.name) }] : [{ field: 'id', key: values.id }],

  async compare(db, rows, context, { locks }) {
    const { byId, byName } = await find(db, rows, locks);
    const farmers = await findFarmers(db, rows);
    const compareOne = (values: FieldValues): Comparison => {
      const twins = byName.get(nameKey(keyOf(values), values.name)) ?? [];
      const field = values.id === null ? twins[0] : byId.get(values.id);
      if (values.id === null && twins.length > 1)
        return refused({ field: 'name', message: 'is the name of several fields of this farmer: add the column with the number' });
      if (values.id !== null && field === undefined)
        return refused({ field: 'id', message: 'is not the number of a field: leave the column out if these numbers are not ours' });
      if (field !== undefined && values.phoneNumber !== null && field.phoneKey !== keyOf(values))
        return refused({ field: 'phoneNumber', message: 'is not the number of the farmer of this field' });
      if (field !== undefined) {
        const details = changesOf(field, values, context);
        if (details.length === 0) return { outcome: 'same', details, targetId: field.id };
        const { version, ...before } = field;
        return { outcome: 'changed', details, targetId: field.id, before: { ...before, versionAfter: version + 1 } };
      }
      const farmer = farmers.get(keyOf(values));
      if (farmer === undefined) return refused({ field: 'phoneNumber', message: 'belongs to no farmer: import the farmers first' });
      if (farmer.role !== 'farmer') return refused({ field: 'phoneNumber', message: 'is the number of someone who is not a farmer' });
      if (values.cropId !== null && context.facts.crops.get(values.cropId)?.active !== true)
        return refused({ field: 'crop', message: 'is not a crop that we spray' });
      return { outcome: 'new', details: [], targetId: null };
    };
    return rows.map(({ values }) => compareOne(values));
  },

  async write(tx, rows, { now }) {
    const added = rows.filter(({ outcome }) => outcome === 'new').toSorted((a, b) => a.number - b.number);
    const changed = rows.filter(({ outcome }) => outcome === 'changed');
    const farmers = await findFarmers(tx, added);
    const fields = added.map(({ number, values }) => ({
      ...(values as FieldValues & { latitude: number; longitude: number }),
      number,
      farmerId: String(farmers.get(keyOf(values))?.id),
    }));
    const ids = fields.length === 0 ? [] : await insertSheetFields(tx, fields, now);
    if (ids.length < fields.length) throw new BlockedImport('stale', []);
    const stored = await find(
      tx,
      changed.map(({ values, targetId }) => ({ values: { ...values, id: targetId } })),
      false,
    );
    const afters = changed.map(({ number, values, targetId }) =>
      withValues(stored.byId.get(String(targetId)) as StoredField, values, number),
    );
    await updateSheetFields(tx, afters, now);
    return [
      ...fields.map(({ number }, at) => ({ number, targetId: ids[at] as string, before: null })),
      ...changed.map(({ number, targetId, before = {} }) => ({ number, targetId: String(targetId), before })),
    ];
  },

  async undo(tx, rows, { now }) {
    const fields = await findSheetFields(
      tx,
      rows.map(({ targetId }) => targetId),
      [],
      true,
    );
    const byId = new Map(fields.map((field) => [field.id, field]));
    const added = rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId);
    const used = await findUsedFields(tx, added);
    const blocked: BlockedRow[] = [];
    const restored: SheetField[] = [];
    for (const { number, targetId, outcome, before, values } of rows) {
      const field = byId.get(targetId);
      const { versionAfter = 1, ...old } = (before ?? {}) as Partial<StoredField> & { versionAfter?: number };
      if (field === undefined || field.version !== versionAfter)
        blocked.push({ row: number, message: `${values.name} has been changed since the import` });
      else if (outcome === 'new' && used.has(targetId))
        blocked.push({ row: number, message: `${values.name} has orders since the import` });
      else if (outcome === 'changed') restored.push({ ...field, ...old, number });
    }
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
    await deleteSheetFields(tx, added);
    await updateSheetFields(tx, restored, now);
  },
};
