import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../errors.ts';
import { hashToken, type Principal } from '../platform/http/auth.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { type NoticeContext, sendAccessNotice } from './access-notice.ts';
import { insertAudit } from './audit-store.ts';
import { noteAddedAgain } from './ended-access-store.ts';
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listCredentialIds,
  lockSignInUser,
  saveChallenge,
  takeChallenge,
  usePasskey,
} from './passkey-store.ts';
import { issueTokenWithin, type SignedIn } from './sign-in.ts';
import { requireSignInMethod } from './sign-in-methods.ts';
import { lockSignedIn } from './signed-in-store.ts';

export const maxPasskeys = 20;
export const challengeSeconds = 300;

/** Which site the passkeys are for: the domain that browsers store with them, and the origin of its pages. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

export const passkeySiteOf = (publicUrl: string): PasskeySite => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
};

/** Loaded with the first passkey: it takes longer than the rest of the start. */
const webAuthn = () => import('@simplewebauthn/server');

export interface Challenge {
  /** For the browser: the options of navigator.credentials, as JSON. */
  options: object;
  /** For the cookie of the browser. */
  browserToken: string;
}

async function keepChallenge(database: Database, challenge: string, userId: string | null, now: Date): Promise<string> {
  const browserToken = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000);
  await saveChallenge(database.write, hashToken(browserToken), challenge, userId, expiresAt);
  return browserToken;
}

export interface PasskeyOwner {
  id: string;
  fullName: string;
  /** What the browser shows next to the passkey. */
  signInName: string;
}

export async function beginRegistration(
  database: Database,
  site: PasskeySite,
  rpName: string,
  owner: PasskeyOwner,
  now: Date,
): Promise<Challenge> {
  const { generateRegistrationOptions } = await webAuthn();
  const excluded = await listCredentialIds(database.read, owner.id);
  const { challenge, pubKeyCredParams, user } = await generateRegistrationOptions({
    rpName,
    rpID: site.rpId,
    userName: owner.signInName,
    userDisplayName: owner.fullName,
    // The same for all passkeys of a user, so that an authenticator replaces its own instead of listing the user twice.
    userID: new Uint8Array(hashToken(`passkey-user:${owner.id}`)),
  });
  const options = {
    challenge,
    rp: { id: site.rpId, name: rpName },
    user: { id: user.id, name: user.name, displayName: user.displayName },
    pubKeyCredParams: pubKeyCredParams.map(({ type, alg }) => ({ type, alg })),
    timeout: challengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: excluded.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
  return { options, browserToken: await keepChallenge(database, challenge, owner.id, now) };
}

const refused = () => new AppError('PASSKEY_REFUSED', 'The passkey could not be verified. Please try again.');

async function challengeOf(database: Database, browserToken: string | undefined, userId: string | null, now: Date): Promise<string> {
  const challenge = browserToken === undefined ? undefined : await takeChallenge(database.write, hashToken(browserToken), userId, now);
  if (challenge === undefined) throw refused();
  return challenge;
}

export async function addPasskey(
  database: Database,
  site: PasskeySite,
  user: Principal,
  /** The hash of the token of the request. */
  token: Buffer,
  { response, name, browserToken }: { response: unknown; name: string; browserToken: string | undefined },
  context: NoticeContext,
): Promise<Row> {
  const { now } = context;
  const expectedChallenge = await challengeOf(database, browserToken, user.id, now);
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
  }).catch(() => undefined);
  if (verified?.verified !== true) throw refused();
  const { credential } = verified.registrationInfo;
  return database.transaction(async (tx) => {
    await lockSignedIn(tx, user.id, token);
    if ((await countPasskeys(tx, user.id)) >= maxPasskeys)
      throw new AppError('TOO_MANY_PASSKEYS', `You have ${maxPasskeys} passkeys. Please remove one first.`);
    const row = await insertPasskey(
      tx,
      {
        userId: user.id,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).slice(0, 10).map((transport) => String(transport).slice(0, 30)),
        name,
      },
      now,
    );
    if (row === undefined) throw refused();
    await noteAddedAgain(tx, user.id, 'passkey', { name });
    await audit(tx, user, 'passkey_add', name, now);
    await sendAccessNotice(tx, user.id, 'passkey', context);
    return row;
  });
}

/** Removes a passkey, if the user can still sign in. `token`: the hash of the token of the request. */
export function removePasskey(
  { database, hasPhoneCodes }: { database: Database; hasPhoneCodes: boolean },
  user: Principal,
  token: Buffer,
  id: string,
  now: Date,
): Promise<void> {
  return database.transaction(async (tx) => {
    await lockSignedIn(tx, user.id, token);
    const name = await deletePasskey(tx, user.id, id);
    if (name === undefined) throw new AppError('NOT_FOUND', 'You have no such passkey.');
    await requireSignInMethod(tx, user.id, hasPhoneCodes);
    await audit(tx, user, 'passkey_remove', name, now);
  });
}

async function audit(
  tx: Parameters<typeof insertAudit>[0],
  { id, role }: Principal,
  action: 'passkey_add' | 'passkey_remove',
  name: string,
  now: Date,
) {
  if (role === 'farmer') return;
  const changes = [{ field: 'name', from: action === 'passkey_add' ? null : name, to: action === 'passkey_add' ? name : null }];
  await insertAudit(tx, { actorId: id, action, subjectType: 'user', subjectId: id, changes }, now);
}

export async function beginSignIn(database: Database, { rpId }: PasskeySite, now: Date): Promise<Challenge> {
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  const options = { challenge, rpId, timeout: challengeSeconds * 1000, userVerification: 'required' };
  return { options, browserToken: await keepChallenge(database, challenge, null, now) };
}

/** Signs in with a passkey. Whatever is wrong, the answer is the same. */
export async function signInWithPasskey(
  database: Database,
  site: PasskeySite,
  { response, browserToken }: { response: unknown; browserToken: string | undefined },
  now: Date,
): Promise<SignedIn> {
  const expectedChallenge = await challengeOf(database, browserToken, null, now);
  const given = response as AuthenticationResponseJSON;
  const passkey = await findPasskey(database.read, Buffer.from(given.id, 'base64url'));
  if (passkey === undefined) throw refused();
  const { verifyAuthenticationResponse } = await webAuthn();
  const { publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: given.id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined);
  if (verified?.verified !== true) throw refused();
  return database.transaction(async (tx) => {
    const account = await lockSignInUser(tx, passkey.userId);
    if (account === undefined || !(await usePasskey(tx, passkey.id, verified.authenticationInfo.newCounter, now))) throw refused();
    return issueTokenWithin(tx, account.user, now);
  });
}
