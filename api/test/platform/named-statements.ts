import { statement } from '../../src/platform/postgres/sql.ts';

// In a file of their own, because a name may be used once, and tests of both drivers may run in one worker.
export const echo = statement('echo', 'select $1::text');
export const divide = statement('divide', 'select 1 / $1::integer');
export const shortDivide = statement('short_divide', 'select 1 / $1::integer', { short: true });
export const repeated = statement('repeated', "select repeat($1, $2::integer) || 'đ', null, n from generate_series(1, 3) n");
export const broken = statement('broken', 'select * from no_such_table');
export const addCrop = statement('add_test_crop', 'insert into crop (name, price) values ($1, 1) returning name', {
  lock: ([name]) => String(name),
});
