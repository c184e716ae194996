import type { MessageValue, MessageValues, SendOutcome } from './channel.ts';

/** A field of a template at Zalo. */
export interface ZaloField {
  name: string;
  required: boolean;
  maxLength: number | null;
}

/** A field and the value that it gets. */
export interface MappedField {
  name: string;
  value: MessageValue;
  maxLength: number | null;
}

/** The required fields without a value. */
export function missingFields(fields: readonly ZaloField[], mapped: readonly { name: string }[]): string[] {
  const names = new Set(mapped.map(({ name }) => name));
  return fields.filter(({ name, required }) => required && !names.has(name)).map(({ name }) => name);
}

/** Zalo refuses empty texts and texts that are too long. */
export function fillFields(fields: readonly MappedField[], values: MessageValues): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value, maxLength }) => [name, shorten(values[value] ?? '', maxLength)]));
}

function shorten(text: string, maxLength: number | null): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length === 0) return '-';
  if (maxLength === null || characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, Math.max(0, maxLength - 1)).join('')}…`;
}

/** The access token is not, or no longer, valid. */
const tokenCodes: ReadonlySet<number> = new Set([-124, -216, -220]);

/** The account at Zalo is not set up correctly, or Zalo has a problem: worth another attempt. */
const retryCodes: ReadonlySet<number> = new Set([-32, -100, -101, -102, -103, -104, -105, -120, -125, -135, -138]);

const meanings: Readonly<Record<number, string>> = {
  [-108]: 'invalid phone number',
  [-109]: 'invalid template',
  [-114]: 'the person does not accept the message',
  [-115]: 'quota or balance used up',
  [-117]: 'no permission for this template',
  [-118]: 'no Zalo account',
  [-119]: 'the account cannot receive messages',
  [-124]: 'access token not valid',
  [-131]: 'template not approved',
  [-133]: 'not allowed at night',
  [-137]: 'quota or balance used up',
  [-139]: 'the person does not accept the message',
  [-141]: 'the person does not accept the message',
  [-144]: 'quota of the day used up',
  [-146]: 'template disabled',
  [-147]: 'quota of the template used up',
  [-148]: 'quota of the month used up',
};

/**
 * What an error of Zalo means. An answer with an error is a message that was not sent. Errors of the person, the template and the quota
 * do not go away within minutes, so the next channel takes over.
 */
export function outcomeOfError(code: number): Extract<SendOutcome, { result: 'refused' | 'failed' }> | 'token' {
  if (tokenCodes.has(code)) return 'token';
  const error = meanings[code] === undefined ? `error ${code}` : `error ${code}: ${meanings[code]}`;
  return { result: retryCodes.has(code) ? 'failed' : 'refused', error };
}

/** Names a message and its attempt at Zalo. */
export const trackingId = (messageId: string, attempt: number): string => `swath-${messageId}-${attempt}`;

export function readTrackingId(id: unknown): { messageId: string; attempt: number } | null {
  const [, messageId, attempt] = (typeof id === 'string' ? /^swath-(\d{1,18})-(\d{1,9})$/.exec(id) : null) ?? [];
  return messageId === undefined ? null : { messageId, attempt: Number(attempt) };
}
