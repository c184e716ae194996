import { expect, test } from 'vitest';
import { banks, vietQrPayload } from './vietqr.ts';

/** Reads EMVCo data objects: two digits of id, two digits of length, the value. Throws if a length does not fit. */
function readFields(content: string): [string, string][] {
  const fields: [string, string][] = [];
  for (let at = 0; at < content.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(content.slice(at, at + 4)) ?? [];
    if (id === undefined || length === undefined) throw new Error(`no field at ${at}`);
    const value = content.slice(at + 4, at + 4 + Number(length));
    if (value.length !== Number(length)) throw new Error(`field ${id} is cut off`);
    fields.push([id, value]);
    at += 4 + Number(length);
  }
  return fields;
}

/** CRC-16/CCITT-FALSE bit by bit, independent of the library's table. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

test.each([
  ['970436', '0011001234567', '375000', 'SW42BK'],
  ['970405', '6', '1', 'SW1BC'],
  ['970422', '1234567890123456789', '999999999999', 'SW9223372036854775807ZZ'],
])(
  'when a QR code is created for bank %s and account %s, then it follows the EMVCo and NAPAS rules',
  (bankBin, accountNumber, amount, reference) => {
    const payload = vietQrPayload({ bankBin, accountNumber, amount, reference });
    const fields = readFields(payload);
    const ids = fields.map(([id]) => id);
    expect([ids[0], ids.at(-1)]).toEqual(['00', '63']);
    expect(new Set(ids).size).toBe(ids.length);
    const field = Object.fromEntries(fields);
    expect(field).toMatchObject({ '00': '01', '01': '12', '53': '704', '54': amount, '58': 'VN' });
    const provider = Object.fromEntries(readFields(field['38'] as string));
    expect(provider).toMatchObject({ '00': 'A000000727', '02': 'QRIBFTTA' });
    expect(readFields(provider['01'] as string)).toEqual([
      ['00', bankBin],
      ['01', accountNumber],
    ]);
    expect(readFields(field['62'] as string)).toEqual([['08', reference]]);
    expect(field['63']).toBe(crc16(payload.slice(0, -4)));
  },
);

test('when the banks are listed, then each has a name and a unique BIN', () => {
  expect(banks.length).toBeGreaterThan(30);
  expect(new Set(banks.map(({ bin }) => bin)).size).toBe(banks.length);
  for (const { bin, shortName, name } of banks) expect([/^\d{6}$/.test(bin), shortName !== '', name !== '']).toEqual([true, true, true]);
});
