/** A licence of a sprayer. */
export interface Licence {
  id: string;
  sprayer: { id: string; fullName: string };
  number: string;
  class: string;
  issuer: string;
  /** The last day on which it is valid. */
  validUntil: string;
  isRetired: boolean;
}
