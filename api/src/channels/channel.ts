/** In the default order. */
export const channels = ['push', 'zalo', 'sms', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** Channels with a provider that this service calls itself; mail has a queue of its own. */
export type DirectChannel = Exclude<Channel, 'mail'>;

/**
 * waiting: not sent yet. sending: handed to the provider, without an answer yet. queued: in the queue of mails. sent: accepted by the
 * provider. delivered: on the person's device. failed: on no channel. unknown: perhaps sent; it is not repeated, because the person
 * could get it twice.
 */
export const messageStatuses = ['waiting', 'sending', 'queued', 'sent', 'not_sent', 'delivered', 'failed', 'unknown'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Values of a message for the fields of a template. */
export const messageValues = [
  'name',
  'order',
  'when',
  'place',
  'crop',
  'area',
  'cost',
  'crew',
  'subject',
  'text',
  'link',
  'company',
] as const;
export type MessageValue = (typeof messageValues)[number];
export type MessageValues = Partial<Record<MessageValue, string>>;

/** Which channels this installation has. */
export type AvailableChannels = Readonly<Record<DirectChannel, boolean>>;

/** Result of handing a message to a provider. */
export type SendOutcome =
  | { result: 'accepted'; providerId: string | null; isDelivered?: boolean }
  /** This channel will never deliver the message: the next one takes over. */
  | { result: 'refused'; error: string }
  /** Surely not sent, and worth another attempt. `isSkipped`: nothing was called. */
  | { result: 'failed'; error: string; isSkipped?: true }
  /** Not sent, without a fault of the provider: it does not count as an attempt. */
  | { result: 'later'; error: string; delaySeconds: number }
  /** The provider may have sent it. */
  | { result: 'unknown'; error: string };

/** A claimed message. */
export interface DueMessage {
  id: string;
  recipientId: string;
  orderId: string | null;
  type: string;
  urgent: boolean;
  language: 'en' | 'vi';
  subject: string;
  text: string;
  channel: DirectChannel;
  attempts: number;
  tries: number;
  claims: number;
  hasNextChannel: boolean;
  /** An earlier claim ended without a known outcome. */
  isOutcomeUnknown: boolean;
  /** The channel failed repeatedly and is not called for a while. */
  isChannelOpen: boolean;
  phone: string | null;
  wantsPlainSms: boolean;
  isReserved: boolean;
  lastAttemptAt: Date;
  /** Values for the fields of a template. */
  data: MessageValues;
}

/** Sends messages on one channel. */
export interface ChannelSender {
  /** It counts failures itself, because they are not those of the whole channel. */
  hasOwnBreaker?: true;
  send(message: DueMessage, signal: AbortSignal): Promise<SendOutcome>;
  /**
   * Finds out what became of an attempt without a known outcome. `not sent`: it is safe to send. `repeat`: the receiver recognises
   * repetitions. `not known yet`: a report of the provider may still come. `lost`: the outcome is unknown.
   */
  resolve(message: DueMessage, signal: AbortSignal): Promise<SendOutcome | 'not sent' | 'repeat' | 'not known yet' | 'lost'>;
}

export type ChannelSenders = Partial<Record<DirectChannel, ChannelSender>>;
