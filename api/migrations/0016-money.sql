-- Whether real money can come through an intent, and how it is looked after when nobody asks about it.
alter table payment_intent
  add column live boolean not null default false,
  -- Since when the provider takes no money for it any more. One that was declined can be tried again until then.
  add column ended_at timestamptz,
  -- When the office was told that money came which does not fit.
  add column mismatch_at timestamptz,
  -- When to ask the provider next, and how often in a row that has led nowhere.
  add column look_at timestamptz,
  add column looks integer not null default 0;
update payment_intent set ended_at = coalesce(settled_at, created_at) where status in ('failed', 'cancelled');
create index payment_intent_look on payment_intent (look_at) where ended_at is null and status <> 'succeeded';

-- The sandbox forgets an intent that nobody pays; a declined one can be tried again, except those of the time before.
alter table sandbox_intent add column created_at timestamptz not null default now();
update sandbox_intent set status = 'cancelled' where status = 'failed';
