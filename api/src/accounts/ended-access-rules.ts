import type { AuditChange } from './audit-store.ts';

/** What a reset ends, as the user sees it afterwards. */
export const endedKinds = [
  'device',
  'passkey',
  'sign_in_provider',
  'push_device',
  'calendar_address',
  'phone_confirmation',
  'api_key',
] as const;
export type EndedKind = (typeof endedKinds)[number];

const auditFields: Record<EndedKind, string> = {
  device: 'devices',
  passkey: 'passkeys',
  sign_in_provider: 'signInProviders',
  push_device: 'pushDevices',
  calendar_address: 'calendarAddresses',
  phone_confirmation: 'verifiedPhones',
  api_key: 'apiKeys',
};

/** How many of each kind have ended; kinds without any are left out. */
export type EndedCounts = Partial<Record<EndedKind, number>>;

/** For the audit trail. */
export const endedChanges = (ended: EndedCounts): AuditChange[] =>
  endedKinds.flatMap((kind) => (ended[kind] === undefined ? [] : [{ field: auditFields[kind], from: ended[kind], to: 0 }]));

/** How long the list of what was ended is kept. */
export const endedAccessDays = 30;

/**
 * `claim`: the account's e-mail address was proved for the first time, so everything may be someone else's. `recovery`: a new password by
 * link or by the office. `phone`: a new password by a code, which proves the number.
 */
export type EndReason = 'claim' | 'recovery' | 'phone';

export interface Ending {
  endsPhoneConfirmation: boolean;
  endsApiKeys: boolean;
}

/** What ends in addition to devices, passkeys, linked sign-ins, push devices and calendar addresses, which always end. */
export const endingOf = (reason: EndReason): Ending => ({ endsPhoneConfirmation: reason !== 'phone', endsApiKeys: reason === 'claim' });
