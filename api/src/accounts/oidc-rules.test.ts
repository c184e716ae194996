import { expect, test } from 'vitest';
import { domainErrors, identityOf, isAccepted, isSecureUrl, issuerUrlErrors, normalizeDomain, normalizeIssuerUrl } from './oidc-rules.ts';

test.each([
  'https://accounts.google.com',
  'https://login.example.com/tenant/v2.0',
  'http://localhost:4000',
  'http://127.0.0.1:4000/realm',
  'http://[::1]:4000',
])('%s is an issuer', (url) => {
  expect(issuerUrlErrors('url', url)).toEqual([]);
});

test.each([
  '',
  'accounts.google.com',
  'http://accounts.google.com',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'ftp://localhost',
  'javascript:alert(1)',
  'https://user:secret@example.com',
  'https://example.com/?a=b',
  'https://example.com/#a',
  'https://example.com/.well-known/other',
])('%s is no issuer', (url) => {
  expect(issuerUrlErrors('url', url)).toHaveLength(1);
});

test('when the address of the discovery document is given, then the issuer is taken from it', () => {
  expect(normalizeIssuerUrl(' https://example.com/a/.well-known/openid-configuration ')).toBe('https://example.com/a');
  expect(normalizeIssuerUrl('https://example.com/')).toBe('https://example.com/');
});

test('browsers are sent to TLS and to this machine only', () => {
  const urls = ['https://example.com', 'http://localhost', 'http://example.com', 'javascript:alert(1)', 'data:text/html,a'];
  expect(urls.map((url) => isSecureUrl(new URL(url)))).toEqual([true, true, false, false, false]);
});

test('domains are ASCII names with a dot', () => {
  expect(normalizeDomain(' @Example.COM ')).toBe('example.com');
  expect(domainErrors('staffDomains', ['example.com', 'a.b.vn'])).toEqual([]);
  expect(
    domainErrors('staffDomains', ['example.com', '', 'localhost', 'a b.com', '-a.com', 'exämple.com']).map(({ path }) => path),
  ).toEqual([1, 2, 3, 4, 5].map((at) => `staffDomains.${at}`));
});

const person = (verifiedEmail: string | null) => ({ subject: 'a', verifiedEmail, fullName: null });

test('an issuer signs in the roles it is for, and staff within its domains', () => {
  const farmersOnly = { forFarmers: true, forStaff: false, staffDomains: [] };
  const staffOnly = { forFarmers: false, forStaff: true, staffDomains: ['swath.example'] };
  expect(isAccepted(farmersOnly, 'farmer', person(null))).toBe(true);
  expect(isAccepted(farmersOnly, 'admin', person('a@swath.example'))).toBe(false);
  expect(isAccepted(staffOnly, 'farmer', person('a@swath.example'))).toBe(false);
  const emails = ['a@swath.example', 'a@SWATH.example', 'a@sub.swath.example', 'a@swath.example.evil.example', 'a@notswath.example', null];
  expect(emails.map((email) => isAccepted(staffOnly, 'sprayer', person(email)))).toEqual([true, true, false, false, false, false]);
  expect(isAccepted({ ...staffOnly, staffDomains: [] }, 'receptionist', person(null))).toBe(true);
});

test('only a verified ASCII address counts, and texts are cleaned', () => {
  const claims = { sub: 'a', email: 'lua@example.com', email_verified: true, name: ' Nguyễn\u0000 Văn Lúa ' };
  expect(identityOf(claims)).toEqual({ subject: 'a', verifiedEmail: 'lua@example.com', fullName: 'Nguyễn  Văn Lúa' });
  for (const unverified of [false, undefined, 'true', 1])
    expect(identityOf({ ...claims, email_verified: unverified })?.verifiedEmail).toBeNull();
  // The Kelvin sign is a k in lower case.
  for (const email of ['\u212Alua@example.com', 'lua', 'a@b@c', 7, undefined, 'lua@example.com\u0000', `${'a'.repeat(65)}@example.com`])
    expect(identityOf({ ...claims, email })?.verifiedEmail).toBeNull();
  for (const sub of [undefined, '', 7, 'a\u0000', 'a'.repeat(256)]) expect(identityOf({ ...claims, sub })).toBeUndefined();
  expect(identityOf({ sub: 'a', name: '\u0000' })?.fullName).toBeNull();
});
