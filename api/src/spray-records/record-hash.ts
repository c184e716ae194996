import { hash } from 'node:crypto';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** SHA-256 of the canonical JSON of a version, in hexadecimal. */
export const hashContent = (content: string): string => sha256(content);

/** The hash before the first link of the chain. */
export const firstHash = '0'.repeat(64);

export interface Link {
  sequence: number;
  recordId: string;
  version: number;
  contentHash: string;
  previousHash: string;
}

/** SHA-256 of the canonical JSON of a link, written directly because a whole chain is checked: it covers the version, its place in the chain, and by `previousHash` everything before it. */
export const hashLink = ({ sequence, recordId, version, contentHash, previousHash }: Link): string =>
  sha256(
    `{"contentHash":"${contentHash}","previousHash":"${previousHash}","recordId":"${recordId}","sequence":${sequence},"version":${version}}`,
  );
