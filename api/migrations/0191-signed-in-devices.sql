-- Where a user is signed in: each token gets a number by which it can be revoked, the device as its user knows it, and its last use.
create sequence access_token_id_seq;
alter table access_token
  add column id           bigint,
  -- Names of the browser and the operating system; null: unknown.
  add column browser      text,
  add column system       text,
  add column last_used_at timestamptz;
alter sequence access_token_id_seq owned by access_token.id;
-- Set after the column is added, so that the table is not rewritten. Tokens of the previous version get a number, too.
alter table access_token alter column id set default nextval('access_token_id_seq');
