-- A mail with a link to choose a password is stored without the link: its token is made when the mail is sent.
alter table outgoing_mail
  add column link_kind text,
  add column user_id   bigint references app_user on delete cascade;
create index outgoing_mail_link on outgoing_mail (user_id) where user_id is not null;

-- Mails are claimed by lane: links before others, and each receiving domain for itself.
create index outgoing_mail_lane on outgoing_mail
  ((case when link_kind is null then '' else '!' end || lower(split_part(to_address, '@', 2))), not_before, id) where sent_at is null;
drop index outgoing_mail_waiting;

-- Links that earlier versions stored; those that still wait are erased when they are sent.
update outgoing_mail set text = '' where text like '%/reset#%' and (sent_at is not null or not_before = 'infinity');
