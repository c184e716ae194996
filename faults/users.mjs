import { call, expectOk } from './client.mjs';
import { admin } from './service.mjs';

const password = 'Green-Field-7';
const kinds = [
  ...Array.from({ length: 6 }, (_, n) => ({ role: 'farmer', fullName: `Farmer ${n}` })),
  ...Array.from({ length: 2 }, (_, n) => ({ role: 'receptionist', fullName: `Office ${n}` })),
  ...['expert', 'expert', 'adept', 'adept', 'apprentice', 'apprentice'].map((expertise, n) => ({
    role: 'sprayer',
    expertise,
    fullName: `Sprayer ${n}`,
  })),
];
/** Places in each session: enough for a long run, and few enough that a popular one becomes full. */
const capacity = 20;

async function signIn(url, email, secret) {
  return (await expectOk(call(url, 'POST', '/api/auth/login', { body: { email, password: secret } }))).token;
}

/** Creates all users and places for their orders. Returns the credentials of each. */
export async function createUsers(url) {
  const token = await signIn(url, admin.email, admin.password);
  const people = await Promise.all(
    kinds.map(async (kind, n) => {
      // One of the farmers receives mails; mails to all would only make the run longer.
      const isFarmer = kind.role === 'farmer';
      const contact = isFarmer ? { phoneNumber: `09000000${String(n).padStart(2, '0')}` } : {};
      const email = `${kind.role}${n}@faults.example`;
      const mail = isFarmer && n > 0 ? {} : { email };
      const { id } = await expectOk(
        call(url, 'POST', '/api/admin/user', { token, body: { ...kind, ...contact, ...mail, language: 'en', password } }),
      );
      const body = { ...(isFarmer ? contact : { email }), password };
      const signedIn = kind.role === 'sprayer' ? undefined : await expectOk(call(url, 'POST', '/api/auth/login', { body }));
      return { ...kind, ...contact, id: String(id), token: signedIn?.token };
    }),
  );
  for (let id = 1; id <= 6; id++) await expectOk(call(url, 'PATCH', `/api/admin/session/${id}`, { token, body: { capacity } }));
  await expectOk(call(url, 'PATCH', '/api/admin/setting', { token, body: { openBookingLimit: 1_000_000 } }));
  const of = (role) => people.filter((person) => person.role === role);
  return { admin: { token }, farmers: of('farmer'), office: of('receptionist'), sprayers: of('sprayer') };
}
