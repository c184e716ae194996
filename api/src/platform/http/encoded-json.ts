import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/**
 * JSON that is sent many times: encoded once, and compressed once if a client accepts that. Only for content without secrets, because the
 * size of a compressed response depends on its content.
 */
export class EncodedJson {
  readonly bytes: Buffer;
  #compressed: Buffer | undefined;
  #compressing: Promise<Buffer> | undefined;

  constructor(json: string) {
    this.bytes = Buffer.from(json);
  }

  /** The compressed bytes if there are any yet; synchronous, so that most requests do not wait. */
  get compressed(): Buffer | undefined {
    return this.#compressed;
  }

  compress(): Promise<Buffer> {
    this.#compressing ??= compress(this.bytes).then((bytes) => {
      this.#compressed = bytes;
      return bytes;
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
