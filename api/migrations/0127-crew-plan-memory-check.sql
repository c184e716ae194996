-- migration: no-transaction
alter table crew_plan validate constraint crew_plan_failure_check;
create index concurrently absence_decision_to_send on absence (id) where not is_decision_sent;
