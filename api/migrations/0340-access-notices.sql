-- E-mail addresses and confirmed phone numbers that an account no longer has. Whoever had the account before a change gets notices of later
-- changes there, too.
create table former_contact (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references app_user on delete cascade,
  email      text,
  phone_key  text,
  expires_at timestamptz not null,
  check (num_nonnulls(email, phone_key) = 1)
);
create index former_contact_of_user on former_contact (user_id);
create index former_contact_expiry on former_contact (expires_at);

-- Where an SMS goes instead of the present number of its recipient.
alter table message_delivery add column to_phone text;
