-- Cash of a second report of a job: it is in the ledger only once the office has decided to record it.
alter table disputed_report add column cash_held boolean not null default false;
