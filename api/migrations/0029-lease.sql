-- Work that one process does at a time. The holder renews its lease; after expires_at, by the database's clock, another process may
-- take it. Unlogged: a crash of the database ends every transaction that relied on a lease, so an empty table is correct afterwards.
create unlogged table lease (
  name       text primary key,
  holder     text not null,
  expires_at timestamptz not null
) with (fillfactor = 50);
