import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { type Cell, decodeRow, encodeRow, lastCell, RawRow } from '../postgres/row.ts';
import { compileRowWriter, jsonText } from './row-json.ts';

const fragments = { crop: (id: string) => `{"id":${id},"name":"L\\u00faa"}` };
const Crop = { type: 'object', fragment: 'crop' } as never;
const Person = Type.Object({ id: Type.Integer(), name: Type.String(), active: Type.Boolean() });
const schema = Type.Object({
  id: Type.Integer(),
  person: Type.Union([Person, Type.Null()]),
  crop: Crop,
  date: Type.String({ format: 'date' }),
  kind: Type.String({ enum: ['a', 'b'] }),
  always: Type.Literal('fixed'),
  note: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  area: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  done: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
});

/** A DataRow as PostgreSQL sends it, after some other bytes. */
function dataRow(cells: readonly Cell[]): RawRow {
  const parts: Buffer[] = [Buffer.from('before')];
  const width = Buffer.alloc(2);
  width.writeInt16BE(cells.length);
  parts.push(width);
  for (const cell of cells) {
    const bytes = cell === null ? Buffer.alloc(0) : Buffer.from(cell);
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : bytes.length);
    parts.push(length, bytes);
  }
  const end = parts.reduce((sum, { length }) => sum + length, 0);
  return RawRow.ofBytes(Buffer.concat([...parts, Buffer.from('after')]), 'before'.length, end);
}

const full = ['7', '12', 'Nguyễn Văn An', 't', '3', '2026-11-17', 'a', 'Ruộng "sau đình"\n🌾', '12.5', 'f', '5'];
const rows: Record<string, Cell[]> = {
  full,
  'without the nullable parts': ['9223372036854775807', null, null, null, '3', '2026-11-17', 'b', null, null, null, '5'],
  'with empty and escaped texts': ['1', '2', '', 'f', '3', '2026-11-17', 'a', 'back\\slash \u0001 \u007f', '-0.001', 't', '5'],
  'larger than the buffer': ['1', '2', 'ư'.repeat(40_000), 't', '3', '2026-11-17', 'a', '"'.repeat(30_000), '1', 't', '5'],
  'too large for any buffer': ['1', '2', 'ư'.repeat(900_000), 't', '3', '2026-11-17', 'a', 'x', '1', 't', '5'],
};

describe('row writer', () => {
  const write = compileRowWriter(schema, fragments);

  test.each(Object.entries(rows))('when a row is %s, then its bytes, its raw cells and its text result in the same JSON', (_, cells) => {
    const text = write(cells);
    expect(JSON.parse(text).always).toBe('fixed');
    expect(jsonText(write(dataRow(cells)))).toBe(text);
    expect(jsonText(write(encodeRow(cells)))).toBe(text);
  });

  test('when a row is null where the schema has no null, then both writers agree', () => {
    const cells = [null, '2', null, null, '3', null, null, null, null, null, '5'];
    expect(jsonText(write(dataRow(cells)))).toBe(write(cells));
  });

  test('when cells are needed, then they are those that were sent', () => {
    expect(decodeRow(dataRow(full))).toEqual(full);
    for (const cells of [full, [...full, null], []]) {
      expect(lastCell(dataRow(cells))).toBe(cells.at(-1));
      expect(lastCell(encodeRow(cells))).toBe(cells.at(-1));
    }
  });
});
