import { randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import { hashToken, type Principal } from '../platform/http/auth.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { type SecretBox, SecretUnreadable } from '../platform/secrets/secret-box.ts';
import { sendAccessNotice } from './access-notice.ts';
import { normalizePhone } from './account-rules.ts';
import { insertUser } from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { claimAccount } from './claim-account.ts';
import { noteAddedAgain } from './ended-access-store.ts';
import { type CallbackParameters, type IssuerAccess, type IssuerClients, refused, unavailable } from './oidc-client.ts';
import {
  type Attempt,
  deleteIdentity,
  findIdentityOwner,
  findOwnIdentity,
  findRegistration,
  insertIdentity,
  type Registration,
  saveAttempt,
  saveRegistration,
  takeAttempt,
  takeRegistration,
  useIdentity,
} from './oidc-identity-store.ts';
import { findIssuer, type Issuer, lockIssuerForUse, readClientSecret } from './oidc-issuer-store.ts';
import { type Identity, isAccepted } from './oidc-rules.ts';
import { lockSignInUser } from './passkey-store.ts';
import { countRegistration, refusingDuplicates } from './register.ts';
import { issueTokenWithin, type SignedIn } from './sign-in.ts';
import { requireSignInMethod } from './sign-in-methods.ts';
import { lockSignedIn } from './signed-in-store.ts';
import { lockEmailOwner, readHolder, verifyEmail } from './verified-email-store.ts';

export const attemptSeconds = 600;
export const registrationSeconds = 1800;

/** What requests to an issuer need. */
export interface IssuerDeps {
  database: Database;
  clients: IssuerClients;
  /** Undefined: secrets cannot be stored, so no issuer can be used. */
  secrets: SecretBox | undefined;
}

export interface OidcDeps extends IssuerDeps {
  /** Whether codes are sent by SMS. */
  hasPhoneCodes: boolean;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

async function accessTo({ database, secrets }: IssuerDeps, issuer: Issuer): Promise<IssuerAccess> {
  const clientSecret =
    secrets &&
    (await readClientSecret(database.read, secrets, issuer.id).catch((error: unknown) => {
      if (error instanceof SecretUnreadable) return undefined;
      throw error;
    }));
  if (clientSecret === undefined) throw unavailable(issuer.name);
  const { id, name, url, clientId, version } = issuer;
  return { id, name, url, clientId, clientSecret, version };
}

/** Whether the issuer answers as it should. */
export async function doesAnswer(deps: IssuerDeps, issuer: Issuer): Promise<boolean> {
  const attempt = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  try {
    await deps.clients.authorizationUrl(await accessTo(deps, issuer), attempt);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'OIDC_UNAVAILABLE') return false;
    throw error;
  }
}

export interface Started {
  authorizationUrl: string;
  /** For the cookie of the browser. */
  browserToken: string;
}

/** Begins a sign-in, or a link for the given user. */
export async function start(deps: OidcDeps, issuerId: string, userId: string | null, now: Date): Promise<Started> {
  const issuer = await findIssuer(deps.database.read, issuerId);
  if (issuer?.enabled !== true) throw new AppError('NOT_FOUND', 'There is no such issuer.');
  // The prefix tells the page that the browser comes back to which operation continues. It proves nothing.
  const state = `${userId === null ? 'sign-in' : 'link'}.${newSecret()}`;
  const attempt: Attempt = { issuerId, state, nonce: newSecret(), codeVerifier: newSecret() };
  const authorizationUrl = await deps.clients.authorizationUrl(await accessTo(deps, issuer), attempt);
  const browserToken = newSecret();
  await saveAttempt(deps.database.write, hashToken(browserToken), attempt, userId, new Date(now.getTime() + attemptSeconds * 1000));
  return { authorizationUrl, browserToken };
}

interface Identified {
  issuerId: string;
  identity: Identity;
}

/** Takes the attempt of this browser and verifies what the issuer says. Outside of any transaction. */
async function identify(
  deps: OidcDeps,
  callback: CallbackParameters,
  browserToken: string | undefined,
  userId: string | null,
  now: Date,
): Promise<Identified> {
  const { database, clients } = deps;
  const attempt = browserToken && (await takeAttempt(database.write, hashToken(browserToken), callback.state, userId, now));
  if (!attempt) throw refused();
  const issuer = await findIssuer(database.read, attempt.issuerId);
  if (issuer?.enabled !== true) throw refused();
  if (callback.error === 'access_denied') throw new AppError('OIDC_CANCELLED', `You did not sign in with ${issuer.name}.`);
  if (callback.error !== undefined) throw unavailable(issuer.name);
  return { issuerId: issuer.id, identity: await clients.identify(await accessTo(deps, issuer), callback, attempt) };
}

/** The issuer as it is now, locked: an admin may have changed it during the sign-in. */
async function lockEnabledIssuer(tx: Tx, id: string): Promise<Issuer> {
  const issuer = await lockIssuerForUse(tx, id);
  if (issuer?.enabled !== true) throw refused();
  return issuer;
}

const notAccepted = ({ name }: Issuer) =>
  new AppError('OIDC_NOT_ACCEPTED', `This account cannot be used with ${name}. Please sign in another way, or ask the office.`);

/** The active account, if the issuer signs in accounts of its role. */
async function lockAcceptedUser(tx: Tx, issuer: Issuer, userId: string, identity: Identity): Promise<Row> {
  const account = await lockSignInUser(tx, userId);
  if (account === undefined || !isAccepted(issuer, String(account.user[roleIndex]), identity)) throw notAccepted(issuer);
  return account.user;
}

const roleIndex = 9;

/**
 * The account with the e-mail address may be linked if it has confirmed the address too, or if nobody can sign in to it. Otherwise someone
 * else may have registered with the address, and would share the account with its owner. The user is locked.
 */
async function allowLinkByEmail(tx: Tx, issuer: Issuer, userId: string, email: string, now: Date): Promise<void> {
  const { hasVerifiedEmail, isHeld } = await readHolder(tx, userId, now);
  if (hasVerifiedEmail) return;
  if (isHeld)
    throw new AppError(
      'OIDC_ACCOUNT_UNCONFIRMED',
      `The account with your e-mail address has not confirmed it. Sign in another way, then link ${issuer.name} on the account page. Or request a new password by mail: that confirms the address.`,
    );
  await claimAccount(tx, userId, email, now);
}

/** Links the identity with the user, unless it is linked with them already. */
async function linkWithin(tx: Tx, issuer: Issuer, userId: string, identity: Identity, now: Date): Promise<void> {
  const { subject, verifiedEmail: email } = identity;
  // Who can link has the account, and the issuer says that they have the mailbox.
  if (email !== null) await verifyEmail(tx, userId, email, now);
  if (await insertIdentity(tx, { issuerId: issuer.id, subject, userId, email }, now)) {
    await auditLink(tx, 'identity_link', userId, issuer.name, now);
    return;
  }
  const owner = await findIdentityOwner(tx, issuer.id, subject);
  if (owner === userId) return;
  if (owner !== undefined) throw new AppError('OIDC_IDENTITY_TAKEN', `This sign-in of ${issuer.name} is linked with another account.`);
  throw new AppError('OIDC_ALREADY_LINKED', `The account is linked with another sign-in of ${issuer.name}. Remove that link first.`);
}

async function auditLink(tx: Tx, action: 'identity_link' | 'identity_unlink', userId: string, issuer: string, now: Date): Promise<void> {
  const changes = [
    { field: 'signInProvider', from: action === 'identity_link' ? null : issuer, to: action === 'identity_link' ? issuer : null },
  ];
  await insertAudit(tx, { actorId: userId, action, subjectType: 'user', subjectId: userId, changes }, now);
}

/** A farmer without an account may register: the identity waits for the rest of the data. */
export interface RegistrationNeeded {
  browserToken: string;
}

/** Signs in with what the issuer says. An unknown identity is linked by its verified e-mail address, if the account has confirmed it, too. */
export async function signInWithIssuer(
  deps: OidcDeps,
  callback: CallbackParameters,
  browserToken: string | undefined,
  now: Date,
): Promise<SignedIn | RegistrationNeeded> {
  const { issuerId, identity } = await identify(deps, callback, browserToken, null, now);
  const { subject, verifiedEmail: email, fullName } = identity;
  return deps.database.transaction(async (tx) => {
    const issuer = await lockEnabledIssuer(tx, issuerId);
    const owner = await findIdentityOwner(tx, issuerId, subject);
    if (owner === undefined && email === null)
      throw new AppError(
        'OIDC_EMAIL_UNVERIFIED',
        `${issuer.name} has not verified an e-mail address of yours. Please sign in another way, then link ${issuer.name} on the account page.`,
      );
    const userId = owner ?? (email === null ? undefined : await lockEmailOwner(tx, email));
    if (userId === undefined) {
      if (!issuer.forFarmers || email === null)
        throw new AppError('OIDC_NO_ACCOUNT', 'There is no account with your e-mail address. Please ask the office.');
      const waiting = newSecret();
      const expiresAt = new Date(now.getTime() + registrationSeconds * 1000);
      await saveRegistration(tx, hashToken(waiting), { issuerId, subject, email, fullName }, expiresAt);
      return { browserToken: waiting };
    }
    const user = await lockAcceptedUser(tx, issuer, userId, identity);
    if (owner === undefined) {
      if (email !== null) await allowLinkByEmail(tx, issuer, userId, email, now);
      await linkWithin(tx, issuer, userId, identity, now);
    } else if (email !== null) {
      await verifyEmail(tx, userId, email, now);
    }
    if (!(await useIdentity(tx, issuerId, subject, email, now))) throw refused();
    return issueTokenWithin(tx, user, now);
  });
}

const registrationClosed = () => new AppError('OIDC_REFUSED', 'The registration has expired. Please start again.');

/** What the issuer said about the person who is about to register in this browser. */
export async function readRegistration({ database }: OidcDeps, browserToken: string | undefined, now: Date): Promise<Registration> {
  const found = browserToken && (await findRegistration(database.read, hashToken(browserToken), now));
  if (!found) throw registrationClosed();
  return found;
}

export interface RegistrationInput {
  fullName: string;
  phoneNumber: string;
  street?: string;
  city?: string;
  province?: string;
  postalCode?: string;
}

/** Registers a farmer with the verified identity and signs in. `network`: the origin of the request; undefined: not rate-limited. */
export async function registerWithIssuer(
  { database }: OidcDeps,
  input: RegistrationInput,
  browserToken: string | undefined,
  language: 'en' | 'vi',
  network: string | undefined,
  now: Date,
): Promise<SignedIn> {
  if (browserToken === undefined) throw registrationClosed();
  if (network !== undefined) await countRegistration(database, network, now);
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const registration = await takeRegistration(tx, hashToken(browserToken), now);
      if (registration === undefined) throw registrationClosed();
      const { issuerId, subject, email, fullName } = registration;
      const issuer = await lockEnabledIssuer(tx, issuerId);
      if (!issuer.forFarmers) throw notAccepted(issuer);
      const user = await insertUser(
        tx,
        {
          email,
          fullName: input.fullName.trim(),
          phoneNumber: normalizePhone(input.phoneNumber),
          phoneConfirmed: false,
          street: input.street?.trim() ?? null,
          city: input.city?.trim() ?? null,
          province: input.province?.trim() ?? null,
          postalCode: input.postalCode?.trim() ?? null,
          expertise: null,
          role: 'farmer',
          language,
          passwordHash: null,
        },
        now,
      );
      await linkWithin(tx, issuer, String(user[0]), { subject, verifiedEmail: email, fullName }, now);
      await useIdentity(tx, issuerId, subject, email, now);
      return issueTokenWithin(tx, user, now);
    }),
  );
}

/** Links an identity with the account of the signed-in user. */
export async function link(
  deps: OidcDeps,
  user: Principal,
  /** The hash of the token of the request. */
  token: Buffer,
  callback: CallbackParameters,
  browserToken: string | undefined,
  now: Date,
): Promise<Row> {
  const { issuerId, identity } = await identify(deps, callback, browserToken, user.id, now);
  return deps.database.transaction(async (tx) => {
    const issuer = await lockEnabledIssuer(tx, issuerId);
    await lockSignedIn(tx, user.id, token);
    await lockAcceptedUser(tx, issuer, user.id, identity);
    await linkWithin(tx, issuer, user.id, identity, now);
    await noteAddedAgain(tx, user.id, 'sign_in_provider', { issuerId });
    await sendAccessNotice(tx, user.id, 'sign_in_provider', { hasSms: deps.hasPhoneCodes, now });
    return (await findOwnIdentity(tx, user.id, issuerId)) as Row;
  });
}

/** Removes a link, if the user can still sign in. `token`: the hash of the token of the request. */
export function unlink({ database, hasPhoneCodes }: OidcDeps, user: Principal, token: Buffer, id: string, now: Date): Promise<void> {
  return database.transaction(async (tx) => {
    await lockSignedIn(tx, user.id, token);
    const issuer = await deleteIdentity(tx, user.id, id);
    if (issuer === undefined) throw new AppError('NOT_FOUND', 'You have no such link.');
    await requireSignInMethod(tx, user.id, hasPhoneCodes);
    await auditLink(tx, 'identity_unlink', user.id, issuer, now);
  });
}
