-- A farmer may object to completed work for so many days after its completion.
alter table company add column objection_days smallint not null default 14 check (objection_days between 0 and 365);

-- Credits and surcharges of resolved objections as the bill shows them: kind, amount, note.
alter table bill add column price_changes jsonb not null default '[]';
