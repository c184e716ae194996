import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/**
 * Text that is sent many times: encoded once, and compressed once if a client accepts that. Only for content without secrets, because the
 * size of a compressed response depends on its content. Each character of the strings is one byte: unlike a buffer, such a string is
 * written to the socket together with the headers.
 */
export class EncodedText {
  readonly bytes: string;
  #compressed: string | undefined;
  #compressing: Promise<string> | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text).toString('latin1');
  }

  /** The compressed bytes if there are any yet; synchronous, so that most requests do not wait. */
  get compressed(): string | undefined {
    return this.#compressed;
  }

  compress(): Promise<string> {
    this.#compressing ??= compress(Buffer.from(this.bytes, 'latin1')).then((bytes) => {
      this.#compressed = bytes.toString('latin1');
      return this.#compressed;
    });
    return this.#compressing;
  }
}

/** `gzip`, `*` or a list with one of them, unless its weight is 0 (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const codings = header.split(',').map((part) => /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part));
  const weightOf = (name: string) => {
    const found = codings.find((coding) => coding?.[1]?.toLowerCase() === name);
    return found === undefined || found === null ? undefined : Number(found[2] ?? 1);
  };
  return (weightOf('gzip') ?? weightOf('*') ?? 0) > 0;
}
