-- A sprayer asks for an absence; it counts once the office has approved it. Entries of the office are approved.
alter table absence add column state text not null default 'approved';
alter table absence add constraint absence_state_check check (state in ('requested', 'approved', 'refused')) not valid;
alter table absence add column decided_by bigint;
alter table absence add column decided_at timestamptz;
alter table absence add column decision_note text;
