import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { addCrop, broken, divide, echo, repeated, shortDivide } from './named-statements.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('pipelined reads', () => {
  test.each(['', 'Ruộng sau đình', 'quote " and \\ and \u0001', '🌾 line\nbreak', "'; drop table crop; --"])(
    'when %j is a parameter, then it is returned unchanged',
    async (text) => {
      expect(await service.database.read.rows(echo, [text])).toEqual([[text]]);
    },
  );

  test('when values have any type, then PostgreSQL reads them correctly', async () => {
    const kinds = looseStatement('select $1::bigint, $2::numeric, $3::boolean, $4::text, $5::bytea, $6::text[]');
    const values = ['9223372036854775807', 1.5, true, null, Buffer.from([0, 255]), ['a,b', 'c"d', 'e\\f', 'đ', '']];
    const [row] = await service.database.read.rows(kinds, values);
    expect(row).toEqual(['9223372036854775807', '1.5', 't', null, '\\x00ff', '{"a,b","c\\"d","e\\\\f",đ,""}']);
  });

  test('when results are longer than a network packet, then none is cut or mixed up', async () => {
    const sizes = [1, 70_000, 3, 400_000, 0, 65_536];
    const answers = await Promise.all(sizes.map((size) => service.database.read.rows(repeated, ['ư', size])));
    expect(answers).toEqual(sizes.map((size) => ['1', '2', '3'].map((n) => [`${'ư'.repeat(size)}đ`, null, n])));
  });

  test.each([
    ['one by one', divide],
    ['in one batch', shortDivide],
  ])('when one of many statements, sent %s, fails, then only that one fails, and the next time it works', async (_, division) => {
    const values = Array.from({ length: 40 }, (_, n) => (n % 7 === 3 ? 0 : 1));
    const ask = (numbers: number[]) => Promise.allSettled(numbers.map((value) => service.database.read.rows(division, [value])));
    const expected = values.map((value) =>
      value === 0 ? { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) } : { status: 'fulfilled', value: [['1']] },
    );
    expect(await ask(values)).toEqual(expected);
    expect(await ask(values.reverse())).toEqual(expected.reverse());
    expect(await ask([1, 1, 1, 1])).toEqual(Array(4).fill({ status: 'fulfilled', value: [['1']] }));
  });

  test('when a statement cannot be prepared, then only that statement fails, each time', async () => {
    for (let time = 0; time < 4; time++) await expect(service.database.read.rows(broken)).rejects.toMatchObject({ code: '42P01' });
    expect(await service.database.read.rows(echo, ['still here'])).toEqual([['still here']]);
  });

  test('when the connections are terminated, then waiting statements fail with DATABASE_UNAVAILABLE, and later ones succeed', async () => {
    const slow = looseStatement('select pg_sleep(20)');
    const waiting = Promise.allSettled([service.database.read.rows(slow), service.database.read.rows(slow)]);
    await eventually(async () => {
      const cut = await service.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(20)'",
      );
      expect(cut.length).toBe(2);
    });
    expect((await waiting).map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
      Array(2).fill('DATABASE_UNAVAILABLE'),
    );
    await eventually(async () => expect(await service.database.read.rows(echo, ['back'])).toEqual([['back']]));
  });
});

describe('group commit of writes', () => {
  test('when one of many writes violates a constraint, then only that one fails and all others are committed', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `crop ${n % 37}`);
    const answers = await Promise.allSettled(names.map((name) => service.database.write.rows(addCrop, [name])));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason.constraint)).toEqual(Array(3).fill('crop_name_key'));
    const stored = await service.sql<{ n: string }>("select count(*) as n from crop where name like 'crop %'");
    expect(stored[0]?.n).toBe('37');
    for (const [at, answer] of answers.entries()) if (answer.status === 'fulfilled') expect(answer.value).toEqual([[names[at]]]);
  });
});
