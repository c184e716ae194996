/** The metadata of a PDF: its text is compressed, but the metadata are not. UTF-16 with a byte order mark where ASCII is not enough. */
export function infoIn(pdf: Uint8Array, name: 'Title' | 'Keywords'): string | undefined {
  const bytes = Buffer.from(pdf);
  const id = new RegExp(`/${name} (\\d+) 0 R`).exec(bytes.toString('latin1'))?.[1];
  if (id === undefined) return undefined;
  const start = bytes.indexOf('(', bytes.indexOf(`\n${id} 0 obj\n`)) + 1;
  const raw = bytes.subarray(start, bytes.indexOf(')\nendobj', start));
  const wide = raw[0] === 0xfe && raw[1] === 0xff;
  return wide ? Buffer.from(raw.subarray(2)).swap16().toString('utf16le') : raw.toString('latin1');
}
