import type pg from 'pg';

const inPublic = "'public'::regnamespace";

/** One line for each column, constraint, index, function, trigger, view and table option. */
const descriptionStatement = `
  select format('column %s.%s %s %s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
                pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = ${inPublic} and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  union all
  select format('table %s %s %s', relname, relpersistence, reloptions) from pg_class where relnamespace = ${inPublic} and relkind = 'r'
  union all
  select format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where connamespace = ${inPublic}
  union all
  select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = ${inPublic}
  union all
  select format('function %s %s', oid::regprocedure, pg_get_functiondef(oid)) from pg_proc where pronamespace = ${inPublic} and prokind in ('f', 'p')
  union all
  select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${inPublic} and not t.tgisinternal
  union all
  select format('view %s %s', relname, pg_get_viewdef(oid)) from pg_class where relnamespace = ${inPublic} and relkind = 'v'
   order by line`;

export async function describeSchema(client: pg.Client): Promise<string[]> {
  return (await client.query<{ line: string }>(descriptionStatement)).rows.map(({ line }) => line);
}
