import { type Static, Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Int32, Nullable, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type ProfileId, profileIds, profiles, recordFields } from './profile-rules.ts';
import { type RecordCheck, readRecordCheck } from './record-check-store.ts';
import { lockProfile, readProfile, saveProfile } from './spray-record-store.ts';

const Profile = OneOf(profileIds, { description: 'The law that says what a record must hold. none: no law.' });
const ProfileSchema = Exact({
  id: Profile,
  law: NullableText(),
  fields: Type.Array(OneOf(recordFields)),
  deadlineHours: Int32({ minimum: 0, description: 'Hours from the end of the work within which a record must be complete.' }),
});
const CheckSchema = Exact(
  {
    checkedAt: NullableText({ format: 'date-time', description: 'null: not checked yet.' }),
    versions: Int32({ minimum: 0, description: 'Versions of records in the chain.' }),
    fault: Nullable(Exact({ record: Type.String(), what: Type.String() }, { description: 'The first fault.' })),
  },
  { description: 'The last daily check of all records: hashes, and comparison with reports of work.' },
);
const SettingSchema = named('SprayRecordSetting', Exact({ profile: Profile, profiles: Type.Array(ProfileSchema), check: CheckSchema }));

const settingOf = (profile: string, check: RecordCheck): Static<typeof SettingSchema> => ({
  check,
  profile: profile as ProfileId,
  profiles: profileIds.map((id) => ({ id, ...profiles[id], fields: [...profiles[id].fields] })),
});

const checkExample: RecordCheck = { checkedAt: '2026-11-15T02:30:00.000Z', versions: 1204, fault: null };

/** The profile of the company. Records that exist keep theirs. */
export function recordSettingRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/spray-record-setting',
      operationId: 'getSprayRecordSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'The law that spray records follow',
      response: SettingSchema,
      example: settingOf('vn', checkExample),
      handle: async () => settingOf(await readProfile(database.read), await readRecordCheck(database.read)),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/spray-record-setting',
      operationId: 'changeSprayRecordSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Change the law that spray records follow',
      description: 'For records that are made from now on.',
      body: named('NewSprayRecordSetting', Type.Object({ profile: Profile })),
      bodyExample: { profile: 'vn' },
      response: SettingSchema,
      example: settingOf('vn', checkExample),
      idempotent: true,
      handle: ({ body: { profile }, user, database: through }) =>
        through.transaction(async (tx) => {
          const before = await lockProfile(tx);
          await saveProfile(tx, profile);
          const changes = differences({ profile: before }, { profile: profile as string });
          if (changes.length > 0)
            await insertAudit(
              tx,
              { actorId: user.id, action: 'setting_update', subjectType: 'setting', subjectId: null, changes },
              clock(),
            );
          return settingOf(profile, await readRecordCheck(tx));
        }),
    }),
  ];
}
