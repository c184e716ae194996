import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type FormOfAddress, formsOfAddress } from './address-rules.ts';
import { findFormOfAddress, lockFormOfAddress, saveFormOfAddress } from './address-store.ts';
import { differences, insertAudit } from './audit-store.ts';

const FarmerId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The farmer.'), example: 3 }) });
const UserId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The user.'), example: 5 }) });

const Form = Type.Unsafe<FormOfAddress | null>({
  type: ['string', 'null'],
  enum: [...formsOfAddress, null],
  description: 'Vietnamese form of address: Anh, Chị, Cô or Chú with the given name. Null: the full name.',
});
const FormOfAddressSchema = named('FormOfAddress', Exact({ formOfAddress: Form }));
const FormOfAddressBody = named('FormOfAddressChange', Type.Object({ formOfAddress: Type.Optional(Form) }));
const example = { formOfAddress: 'anh' as const };

const noSuchUser = () => new AppError('NOT_FOUND', 'There is no such user.');

/** How a person is addressed in greetings, mails and notifications in Vietnamese. */
export function addressRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const answer = async (userId: string, role: 'farmer' | null) => {
    const found = await findFormOfAddress(database.read, userId, role);
    if (found === undefined) throw noSuchUser();
    return { formOfAddress: found.form };
  };
  /** An audit entry is written when another user made the change. */
  const change = (userId: string, actorId: string, role: 'farmer' | null, form: FormOfAddress | null) =>
    database.transaction(async (tx) => {
      const before = await lockFormOfAddress(tx, userId, role);
      if (before === undefined) throw noSuchUser();
      await saveFormOfAddress(tx, userId, form);
      const changes = differences({ formOfAddress: before.form }, { formOfAddress: form });
      if (changes.length > 0 && actorId !== userId)
        await insertAudit(tx, { actorId, action: 'user_update', subjectType: 'user', subjectId: userId, changes }, clock());
      return { formOfAddress: form };
    });
  const shared = { response: FormOfAddressSchema, example } as const;
  const changing = { body: FormOfAddressBody, bodyExample: example } as const;
  const own = { path: '/api/common/profile/form-of-address', access: 'signed-in', tag: 'common' } as const;
  const farmers = {
    path: '/api/receptionist/farmer/{id}/form-of-address',
    access: 'receptionist',
    tag: 'receptionist',
    params: FarmerId,
    problems: ['NOT_FOUND'],
  } as const;
  const users = {
    path: '/api/admin/user/{id}/form-of-address',
    access: 'admin',
    tag: 'admin',
    params: UserId,
    problems: ['NOT_FOUND'],
  } as const;
  return [
    route({
      ...own,
      ...shared,
      method: 'GET',
      operationId: 'getMyFormOfAddress',
      summary: 'My form of address',
      handle: ({ user }) => answer(user.id, null),
    }),
    route({
      ...own,
      ...shared,
      ...changing,
      method: 'PUT',
      operationId: 'setMyFormOfAddress',
      summary: 'Choose my form of address',
      description: 'Used in greetings, mails and notifications in Vietnamese.',
      handle: ({ user, body }) => change(user.id, user.id, null, body.formOfAddress ?? null),
    }),
    route({
      ...farmers,
      ...shared,
      method: 'GET',
      operationId: 'getFarmerFormOfAddress',
      summary: 'Form of address of a farmer',
      handle: ({ params }) => answer(params.id, 'farmer'),
    }),
    route({
      ...farmers,
      ...shared,
      ...changing,
      method: 'PUT',
      operationId: 'setFarmerFormOfAddress',
      summary: 'Set the form of address of a farmer',
      handle: ({ params, body, user }) => change(params.id, user.id, 'farmer', body.formOfAddress ?? null),
    }),
    route({
      ...users,
      ...shared,
      method: 'GET',
      operationId: 'getUserFormOfAddress',
      summary: 'Form of address of a user',
      handle: ({ params }) => answer(params.id, null),
    }),
    route({
      ...users,
      ...shared,
      ...changing,
      method: 'PUT',
      operationId: 'setUserFormOfAddress',
      summary: 'Set the form of address of a user',
      handle: ({ params, body, user }) => change(params.id, user.id, null, body.formOfAddress ?? null),
    }),
  ];
}
