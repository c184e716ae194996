import type { SendOutcome } from './channel.ts';

export interface Sms {
  /** In international form: +84912345678. */
  to: string;
  text: string;
  /** The same for every attempt to send this message. */
  key: string;
  /** Undefined: no status reports. */
  callbackUrl?: string | undefined;
}

export interface SmsLookup {
  to: string;
  text: string;
  since: Date;
  /** Ids of the provider that belong to other messages. */
  isKnown(providerIds: string[]): Promise<ReadonlySet<string>>;
}

export type SmsOutcome = SendOutcome & {
  /** The number has asked the provider for no more messages. */
  hasOptedOut?: boolean;
};

/** Port for sending SMS. */
export interface SmsProvider {
  name: 'twilio' | 'gateway';
  send(sms: Sms, signal: AbortSignal): Promise<SmsOutcome>;
  /** Finds a message that was sent without an answer; undefined: the provider has no such list. */
  find?(lookup: SmsLookup, signal: AbortSignal): Promise<SmsOutcome | 'not sent'>;
  /** A second request with the same key sends nothing. */
  recognisesRepeats: boolean;
  /** Whether the body of a callback comes from the gateway; undefined: it has no callbacks. */
  isSignedBody?(body: Buffer, signature: string): boolean;
  /** Whether a request to a callback address comes from the provider. */
  isSigned?(url: string, parameters: URLSearchParams, signature: string): boolean;
}
