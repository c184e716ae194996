-- A mail with a link to choose a password is stored without the link: its token is made when the mail is sent.
alter table outgoing_mail
  add column link_kind text,
  add column user_id   bigint;
alter table outgoing_mail add constraint outgoing_mail_user_id_fkey foreign key (user_id) references app_user on delete cascade not valid;
