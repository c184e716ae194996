import { linkAddress, type SignedLinks } from '../platform/links/signed-links.ts';
import { answerableUntil } from './rebooking-rules.ts';

export const answerPurposes = { accept: 'rebooking-accept', change: 'rebooking-change', cancel: 'rebooking-cancel' } as const;
export type AnswerPurpose = keyof typeof answerPurposes;

/** A farmer's part of an applied proposal: what the three links are about. */
export interface AnswerSubject {
  rebookingId: string;
  farmerId: string;
}

export const subjectText = ({ rebookingId, farmerId }: AnswerSubject): string => `${rebookingId}-${farmerId}`;

export function readSubject(text: string): AnswerSubject | undefined {
  const [, rebookingId, farmerId] = /^(\d{1,19})-(\d{1,19})$/.exec(text) ?? [];
  return rebookingId === undefined || farmerId === undefined ? undefined : { rebookingId, farmerId };
}

/** The three links of a message about moved orders. */
export class AnswerLinks {
  readonly #links: SignedLinks;
  readonly #publicUrl: string;

  constructor(links: SignedLinks, publicUrl: string) {
    this.#links = links;
    this.#publicUrl = publicUrl;
  }

  async addressesOf(subject: AnswerSubject, appliedAt: Date): Promise<Record<AnswerPurpose, string>> {
    const address = async (purpose: AnswerPurpose) => {
      const content = { purpose: answerPurposes[purpose], subject: subjectText(subject), expiresAt: answerableUntil(appliedAt) };
      return linkAddress(this.#publicUrl, content.purpose, await this.#links.sign(content));
    };
    return { accept: await address('accept'), change: await address('change'), cancel: await address('cancel') };
  }
}
