import { expect, test } from 'vitest';
import { AnswerReader } from './protocol.ts';
import { decodeRow } from './row.ts';

function message(code: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const rowOf = (text: string) => {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(6);
  head.writeInt16BE(1);
  head.writeInt32BE(bytes.length, 2);
  return message('D', Buffer.concat([head, bytes]));
};

test('when an answer is cut at any byte, then the same rows are read in the same order', () => {
  const all = Buffer.concat([
    message('2', Buffer.alloc(0)),
    rowOf('một'),
    rowOf(''),
    rowOf('x'.repeat(50)),
    message('C', Buffer.from('SELECT 3\0')),
    message('Z', Buffer.from('I')),
  ]);
  const read = (chunks: Buffer[]) => {
    const seen: string[] = [];
    const reader = new AnswerReader({
      row: (row) => seen.push(String(decodeRow(row)[0])),
      complete: () => seen.push('complete'),
      failed: () => seen.push('failed'),
      ready: () => seen.push('ready'),
    });
    for (const chunk of chunks) reader.read(chunk);
    return seen;
  };
  const expected = ['một', '', 'x'.repeat(50), 'complete', 'ready'];
  for (let cut = 0; cut <= all.length; cut++) expect(read([all.subarray(0, cut), all.subarray(cut)])).toEqual(expected);
  for (const size of [1, 2, 3, 7, 11]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < all.length; at += size) chunks.push(all.subarray(at, at + size));
    expect(read(chunks)).toEqual(expected);
  }
});
