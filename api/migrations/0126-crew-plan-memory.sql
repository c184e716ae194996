-- A plan can also fail because its day needs more memory than planning may use.
alter table crew_plan drop constraint crew_plan_failure_check;
alter table crew_plan add constraint crew_plan_failure_check check (failure in ('interrupted', 'worker', 'memory')) not valid;

-- Whether the sprayer was notified of the decision about a request. Decisions before this version need no message.
alter table absence add column is_decision_sent boolean not null default true;
