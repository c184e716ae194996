import { noticeContactChangesOf } from '../accounts/access-notice.ts';
import { contactErrors, expertiseErrors, normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { deleteLinks, queueLinkMail } from '../accounts/password-link-store.ts';
import { releaseNumbers } from '../accounts/release-numbers.ts';
import type { Expertise } from '../accounts/user.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Tx } from '../platform/postgres/database.ts';
import {
  closePersons,
  findPersons,
  findUsedPersons,
  insertPersons,
  lockOrdersOfRenamed,
  type PersonColumns,
  type StoredPerson,
  updatePersons,
} from './person-sheet-store.ts';
import type { RowReader } from './row-reader-rules.ts';
import {
  type AppliedRow,
  BlockedImport,
  type BlockedRow,
  type Comparison,
  type ReadRow,
  refused,
  type SheetContext,
  type SheetHandler,
} from './sheet-handler.ts';
import type { RowDetail } from './sheet-import.ts';

/** Values of a row with a person. null: the cell is empty, and the stored value stays. */
export interface PersonValues {
  id: string | null;
  fullName: string;
  phoneNumber: string | null;
  email: string | null;
  street: string | null;
  city: string | null;
  province: string | null;
  postalCode: string | null;
  language: 'en' | 'vi' | null;
  role: Role;
  expertise: Expertise | null;
}

const changeableFields = ['fullName', 'phoneNumber', 'email', 'street', 'city', 'province', 'postalCode', 'language'] as const;
const keyOf = (phone: string | null): string | null => (phone === null ? null : phoneKey(phone));
const isTaken = 'belongs to an account already';

function readPerson(reader: RowReader, role: Role | null, expertise: Expertise | null): PersonValues {
  const phone = reader.phone();
  return {
    id: reader.id(),
    fullName: reader.requireLine('fullName', 200),
    phoneNumber: phone === null ? null : normalizePhone(phone),
    email: reader.email(),
    street: reader.line('street', 200),
    city: reader.line('city', 100),
    province: reader.line('province', 100),
    postalCode: reader.line('postalCode', 20),
    language: reader.word('language', 'language'),
    role: role ?? 'farmer',
    expertise,
  };
}

/** The stored person with the values of a row. */
function withValues(person: StoredPerson, values: PersonValues): PersonColumns {
  const after: PersonColumns = { ...person };
  for (const field of changeableFields) {
    const value = values[field];
    const isSame = field === 'phoneNumber' ? keyOf(values.phoneNumber) === person.phoneKey : value === person[field];
    if (value !== null && !isSame) Object.assign(after, { [field]: value });
  }
  // The office vouches for the numbers of its files.
  if (after.phoneNumber !== person.phoneNumber) after.phoneConfirmed = true;
  return after;
}

function changesOf(before: PersonColumns, after: PersonColumns): RowDetail[] {
  return changeableFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

/** Farmers, or staff: accounts in one table. */
export function personHandler(kind: 'farmers' | 'staff'): SheetHandler<PersonValues> {
  const isOfKind = (role: Role) => (role === 'farmer') === (kind === 'farmers');
  const who = kind === 'farmers' ? 'a farmer' : 'a member of the staff';

  function compareOne(values: PersonValues, found: readonly StoredPerson[]): Comparison {
    const byPhone = found.find(({ phoneKey: key, phoneConfirmed }) => phoneConfirmed && key !== null && key === keyOf(values.phoneNumber));
    const byEmail = found.find(({ emailKey }) => emailKey !== null && emailKey === values.email?.toLowerCase());
    const byId = values.id === null ? undefined : found.find(({ id }) => id === values.id);
    if (values.id !== null && (byId === undefined || !isOfKind(byId.role)))
      return refused({ field: 'id', message: `is not the number of ${who}: leave the column out if these numbers are not ours` });
    const person = byId ?? byPhone ?? (kind === 'staff' ? byEmail : undefined);
    if (byId !== undefined && byId.phoneKey !== keyOf(values.phoneNumber) && byId.fullName !== values.fullName)
      return refused({ field: 'id', message: 'is the number of another person: leave the column out if these numbers are not ours' });
    if (person !== undefined && !isOfKind(person.role))
      return refused({ field: 'phoneNumber', message: `is the number of someone who is not ${who}` });
    if (byPhone !== undefined && byPhone !== person) return refused({ field: 'phoneNumber', message: isTaken });
    if (byEmail !== undefined && byEmail !== person) return refused({ field: 'email', message: isTaken });
    if (person === undefined) return { outcome: 'new', details: [], targetId: null };
    return compareWith(person, values);
  }

  function compareWith(person: StoredPerson, values: PersonValues): Comparison {
    if (kind === 'staff')
      for (const field of ['role', 'expertise'] as const)
        if (values[field] !== null && values[field] !== person[field])
          return refused({ field, message: 'differs: it is changed on the page of the person' });
    const after = withValues(person, values);
    const details = changesOf(person, after);
    if (details.length === 0) return { outcome: 'same', details, targetId: person.id };
    if (person.isMerged) return refused({ field: 'fullName', message: 'has been merged into another account' });
    const before = Object.fromEntries(details.map(({ field, from }) => [field, from ?? null]));
    const { phoneConfirmed } = person;
    return { outcome: 'changed', details, targetId: person.id, before: 'phoneNumber' in before ? { ...before, phoneConfirmed } : before };
  }

  async function findFor(db: Parameters<SheetHandler<PersonValues>['compare']>[0], rows: readonly PersonValues[], locks: boolean) {
    const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
    const phones = rows.flatMap(({ phoneNumber }) => (phoneNumber === null ? [] : [phoneKey(phoneNumber)]));
    const emails = rows.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
    return indexOf(await findPersons(db, ids, phones, emails, locks));
  }

  return {
    read(reader, { hasMailServer }) {
      const isFarmer = kind === 'farmers';
      const role = isFarmer ? 'farmer' : reader.require('role', reader.word('role', 'role'));
      const expertise = isFarmer ? null : reader.word('expertise', 'expertise');
      const values = readPerson(reader, role, expertise);
      if (!isFarmer && role === 'farmer') reader.fail('role', 'must not be farmer: import farmers as farmers');
      const isKnown = values.id !== null;
      if (isFarmer && !isKnown) reader.require('phoneNumber', values.phoneNumber);
      if (!isFarmer && role !== null) for (const { path, message } of expertiseErrors(role, expertise)) reader.fail(path, message);
      if (!isFarmer && !isKnown && reader.errors.length === 0) {
        for (const { path, message } of contactErrors(values)) reader.fail(path, message);
        if (values.email === null && hasMailServer) reader.fail('email', 'is required: an invitation is sent to it');
      }
      return values;
    },
    labelOf: ({ fullName }) => fullName,
    keysOf: ({ id, phoneNumber, email }) => [
      ...(id === null ? [] : [{ field: 'id', key: id }]),
      ...(phoneNumber === null ? [] : [{ field: 'phoneNumber', key: phoneKey(phoneNumber) }]),
      ...(email === null ? [] : [{ field: 'email', key: email.toLowerCase() }]),
    ],
    async compare(db, rows, _context, { locks }) {
      const find = await findFor(
        db,
        rows.map(({ values }) => values),
        locks,
      );
      return rows.map(({ values }) => compareOne(values, find(values)));
    },
    async write(tx, rows, context) {
      const added = rows.filter(({ outcome }) => outcome === 'new');
      const changed = rows.filter(({ outcome }) => outcome === 'changed');
      const ids = await insertNew(tx, added, context);
      const changedIds = changed.map(({ targetId }) => String(targetId));
      const stored = indexOf(await findPersons(tx, changedIds, [], [], false));
      const afters = changed.map(({ values, targetId }) => {
        const [person] = stored({ id: targetId, phoneNumber: null, email: null });
        return { before: person as StoredPerson, ...withValues(person as StoredPerson, values), id: String(targetId) };
      });
      await updateWithNotices(tx, afters, context);
      const renumbered = afters.filter((_, at) => 'phoneNumber' in (changed[at]?.before ?? {}));
      await releaseNumbers(tx, phoneKeysOf(renumbered), context.actor.id, context.now);
      // Password links sent to the old address must not work any more.
      for (const { before, targetId } of changed) if (before !== undefined && 'email' in before) await deleteLinks(tx, String(targetId));
      return [
        ...added.map(({ number }, at) => ({ number, targetId: ids[at] as string, before: null })),
        ...changed.map(({ number, targetId, before = {} }) => ({ number, targetId: String(targetId), before })),
      ];
    },
    lock: lockOrdersOfRenamed,
    async undo(tx, rows, context) {
      const ids = rows.map(({ targetId }) => targetId);
      const find = indexOf(await findPersons(tx, ids, [], [], true));
      const added = rows.filter(({ outcome }) => outcome === 'new');
      const used = await findUsedPersons(
        tx,
        added.map(({ targetId }) => targetId),
      );
      const blocked: BlockedRow[] = [];
      const restored: ChangedPerson[] = [];
      for (const row of rows) {
        const [person] = find({ id: row.targetId, phoneNumber: null, email: null });
        const message = undoProblem(row, person, used);
        if (message !== undefined) blocked.push({ row: row.number, message });
        else if (row.outcome === 'changed' && person !== undefined) restored.push({ before: person, ...person, ...(row.before ?? {}) });
      }
      if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
      await closePersons(
        tx,
        added.map(({ targetId }) => targetId),
      );
      await updateWithNotices(tx, restored, context);
    },
  };
}

type ChangedPerson = PersonColumns & { id: string; before: StoredPerson };

/** Everyone whose address or number changes gets a notice there, before it is replaced. */
async function updateWithNotices(tx: Tx, persons: readonly ChangedPerson[], context: SheetContext): Promise<void> {
  if (persons.length === 0) return;
  await noticeContactChangesOf(
    tx,
    persons.map(({ before, ...after }) => ({ userId: after.id, before, after })),
    context,
  );
  await updatePersons(
    tx,
    persons.map(({ before: _, ...after }) => after),
  );
}

const phoneKeysOf = (persons: readonly { phoneNumber: string | null }[]): string[] =>
  persons.flatMap(({ phoneNumber }) => (phoneNumber === null ? [] : [phoneKey(phoneNumber)]));

function undoProblem({ values, outcome, before }: AppliedRow<PersonValues>, person: StoredPerson | undefined, used: ReadonlySet<string>) {
  const { fullName } = values;
  if (person === undefined || person.isMerged) return `${fullName} has been merged into another account`;
  const fields = outcome === 'new' ? changeableFields : changeableFields.filter((field) => before !== null && field in before);
  const isChanged = fields.some((field) => person[field] !== (field === 'language' ? (values.language ?? 'vi') : values[field]));
  if (isChanged || (outcome === 'new' && !person.active)) return `${fullName} has been changed since the import`;
  const isUsed = outcome === 'new' && used.has(person.id);
  return isUsed
    ? `${fullName} has signed in, or has orders, fields, notes, requests or jobs, or waits for a place since the import`
    : undefined;
}

/** Finds persons by id, phone number and e-mail address. */
function indexOf(persons: readonly StoredPerson[]) {
  const byKey = new Map<string, StoredPerson>();
  for (const person of persons) {
    byKey.set(`i${person.id}`, person);
    if (person.phoneKey !== null && person.phoneConfirmed) byKey.set(`p${person.phoneKey}`, person);
    if (person.emailKey !== null) byKey.set(`e${person.emailKey}`, person);
  }
  return ({ id, phoneNumber, email }: Pick<PersonValues, 'id' | 'phoneNumber' | 'email'>): StoredPerson[] => {
    const keys = [`i${id}`, `p${keyOf(phoneNumber)}`, `e${email?.toLowerCase()}`];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };
}

/** The ids of the new accounts. Staff are invited by mail, as from the admin's form. */
async function insertNew(tx: Tx, rows: readonly ReadRow<PersonValues>[], { actor, now }: SheetContext): Promise<string[]> {
  if (rows.length === 0) return [];
  const persons = rows.map(({ number, values: { id: _, ...values } }) => ({
    number,
    ...values,
    language: values.language ?? 'vi',
    phoneConfirmed: true,
  }));
  const inserted = new Map<string, string>();
  for (const { id, phoneKey: phone, emailKey } of await insertPersons(tx, persons, now)) inserted.set(phone ?? `${emailKey}`, id);
  const ids = persons.map(({ phoneNumber, email }) => inserted.get(keyOf(phoneNumber) ?? `${email?.toLowerCase()}`));
  const lost = rows.filter((_, at) => ids[at] === undefined);
  if (lost.length > 0)
    throw new BlockedImport(
      'stale',
      lost.map(({ number, values }) => ({
        row: number,
        message: `${values.fullName}: the phone number or e-mail address belongs to an account already`,
      })),
    );
  await releaseNumbers(tx, phoneKeysOf(persons), actor.id, now);
  for (const [at, { role, email, number: _, phoneConfirmed: __, ...person }] of persons.entries()) {
    if (role === 'farmer') continue;
    const id = ids[at] as string;
    if (email !== null) await queueLinkMail(tx, 'invitation', { id, email }, now);
    const changes = differences({}, { role, email, ...person });
    await insertAudit(tx, { actorId: actor.id, action: 'user_create', subjectType: 'user', subjectId: id, changes }, now);
  }
  return ids as string[];
}
