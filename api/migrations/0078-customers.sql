-- What the office writes down about a farmer. Farmers do not see it.
create table farmer_note (
  id         bigint generated always as identity primary key,
  farmer_id  bigint not null references app_user,
  text       text not null,
  actor_id   bigint not null references app_user,
  created_at timestamptz not null
);
create index farmer_note_of_farmer on farmer_note (farmer_id, id desc);

-- The account into which a duplicate was merged. A merged account is deactivated and stays so.
alter table app_user add column merged_into bigint;
alter table app_user add constraint app_user_merged_into_fkey foreign key (merged_into) references app_user not valid;

-- A booking holds its farmer's row until it is committed, and a merge waits for it. A booking that waited for a merge goes to the account
-- that stayed. That account may have been merged in turn, so the way is followed to its end; there are no circles, because an account is merged once.
create or replace function keep_order_words() returns trigger language plpgsql as $$
declare
  farmer_name text;
  next_id bigint;
begin
  loop
    select full_name, merged_into into farmer_name, next_id from app_user where id = new.farmer_id for share;
    exit when next_id is null;
    new.farmer_id := next_id;
  end loop;
  new.found_by := array_to_tsvector(plain_words(new.location || ' ' || coalesce(farmer_name, '')));
  return new;
end $$;
