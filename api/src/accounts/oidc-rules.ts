import type { FieldError } from '../errors.ts';

/** What an issuer has said about a person, verified. */
export interface Identity {
  subject: string;
  /** Null: the issuer gave none, or has not verified it. */
  verifiedEmail: string | null;
  fullName: string | null;
}

/** For whom an issuer signs in. */
export interface IssuerAudience {
  forFarmers: boolean;
  forStaff: boolean;
  /** Staff need a verified e-mail address of one of these domains; empty: of any. */
  staffDomains: readonly string[];
}

const discoverySuffix = /\/\.well-known\/openid-configuration$/;

/** Traffic to these hosts does not leave the machine, so it needs no TLS. */
const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether requests and browsers may be sent there: over TLS, or on this machine. */
export const isSecureUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

/** The issuer as it names itself: admins often copy the address of its discovery document. */
export const normalizeIssuerUrl = (text: string): string => text.trim().replace(discoverySuffix, '');

export function issuerUrlErrors(path: string, text: string): FieldError[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSecureUrl(url)) return [{ path, message: 'must be an address that begins with https://' }];
  if (url.username !== '' || url.password !== '') return [{ path, message: 'must not have a user name or password in it' }];
  if (url.search !== '' || url.hash !== '' || text.includes('/.well-known/'))
    return [{ path, message: 'must be the address of the issuer only, without a query' }];
  return [];
}

export const normalizeDomain = (text: string): string => text.trim().toLowerCase().replace(/^@/, '');

const domainPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

export function domainErrors(path: string, domains: readonly string[]): FieldError[] {
  return domains.flatMap((domain, at) =>
    domainPattern.test(domain) ? [] : [{ path: `${path}.${at}`, message: 'must be a domain such as example.com' }],
  );
}

/** Whether the issuer signs in accounts of this role. */
export function isAccepted({ forFarmers, forStaff, staffDomains }: IssuerAudience, role: string, { verifiedEmail }: Identity): boolean {
  if (role === 'farmer') return forFarmers;
  if (!forStaff) return false;
  return staffDomains.length === 0 || (verifiedEmail !== null && staffDomains.includes(domainOf(verifiedEmail)));
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Claims of an issuer. They are foreign input: nothing in them has a type yet. */
export interface Claims {
  sub?: unknown;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

// Only ASCII: other letters may become equal to ASCII ones in lower case, and then another address would match an account.
const emailPattern = /^[!-?A-~]{1,64}@[A-Za-z0-9.-]{1,189}$/;

/** Undefined: the claims have no identity. */
export function identityOf({ sub, email, email_verified: isVerified, name }: Claims): Identity | undefined {
  if (typeof sub !== 'string' || !/^[ -~]{1,255}$/.test(sub)) return undefined;
  const verifiedEmail = isVerified === true && typeof email === 'string' && emailPattern.test(email) ? email : null;
  const fullName =
    typeof name === 'string'
      ? name
          .replace(/\p{C}+/gu, ' ')
          .trim()
          .slice(0, 200)
          .trim()
      : '';
  return { subject: sub, verifiedEmail, fullName: fullName === '' ? null : fullName };
}
