-- migration: no-transaction
create index concurrently outgoing_mail_link on outgoing_mail (user_id) where user_id is not null;
alter table outgoing_mail validate constraint outgoing_mail_user_id_fkey;

-- Mails are claimed by lane: links before others, and each receiving domain for itself.
create index concurrently outgoing_mail_lane on outgoing_mail
  ((case when link_kind is null then '' else '!' end || lower(split_part(to_address, '@', 2))), not_before, id) where sent_at is null;
drop index concurrently if exists outgoing_mail_waiting;

alter table app_user validate constraint app_user_open_booking_limit_check;
