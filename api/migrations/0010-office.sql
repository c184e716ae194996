-- What the office and the crews read.

-- The office's list in its own order, and the few orders whose payment failed.
create index spray_order_list on spray_order (closed, date desc, id desc);
create index spray_order_payment_failed on spray_order (closed, date desc, id desc) where payment_status = 'failed';

-- A caller's number as it is being typed. The operator class makes prefixes work under any collation.
create index app_user_farmer_phone on app_user (phone_key text_pattern_ops) where role = 'farmer';
create index app_user_sprayer on app_user (full_name, id) where role = 'sprayer';

-- Searching orders. Substrings would need pg_trgm, which a server may lack or may not let us create, so the office
-- searches by how words begin: text search is part of every PostgreSQL, has an index, and needs no rights.
-- Words are kept without case and accents: "long dien" and "Long Điền" are the same. Taking letters apart and dropping
-- their marks works under any locale; only đ is a letter of its own. No regular expressions and no functions in SQL,
-- which would be planned anew each time: this runs for every order that is placed.
create function plain_words(phrase text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(translate(normalize(phrase, NFD),
    U&'\0300\0301\0302\0303\0304\0306\0307\0308\0309\030A\030B\030C\031B\0323\0326\0327\0328', ''));
begin
  plain := translate(plain, U&'\0110\0111' || E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', 'dd' || repeat(' ', 35));
  if octet_length(plain) > 2000 then
    -- A word has to fit into the index; nobody types more of one.
    plain := regexp_replace(plain, '(\S{40})\S+', '\1', 'g');
  end if;
  return array_remove(string_to_array(plain, ' '), '');
end $$;

-- All words of a phrase, each of them at least begun; null when it has none.
create function words_begun(phrase text) returns tsquery language plpgsql immutable strict parallel safe as $$
declare
  words text[] := plain_words(phrase);
begin
  return case when words <> '{}' then ('''' || array_to_string(words, ''':* & ''') || ''':*')::tsquery end;
end $$;

alter table spray_order add column found_by tsvector;

-- The farmer's row is held until the order is there, so that a name changed at that moment is not missed.
create function keep_order_words() returns trigger language plpgsql as $$
declare
  farmer_name text;
begin
  select full_name into farmer_name from app_user where id = new.farmer_id for share;
  new.found_by := array_to_tsvector(plain_words(new.location || ' ' || coalesce(farmer_name, '')));
  return new;
end $$;
create trigger spray_order_words before insert or update of location, farmer_id on spray_order
  for each row execute function keep_order_words();

create function keep_farmer_words() returns trigger language plpgsql as $$
begin
  update spray_order set found_by = array_to_tsvector(plain_words(location || ' ' || new.full_name)) where farmer_id = new.id;
  return null;
end $$;
create trigger app_user_words after update of full_name on app_user
  for each row
  when (new.role = 'farmer' and old.full_name is distinct from new.full_name)
  execute function keep_farmer_words();

update spray_order o set found_by = array_to_tsvector(plain_words(o.location || ' ' || f.full_name))
  from app_user f where f.id = o.farmer_id;
create index spray_order_found_by on spray_order using gin (found_by);

-- How many orders there are of each kind: a total over all orders must not cost more the more there are.
-- Each connection adds to rows of its own, so that orders placed at the same time do not wait for one another here;
-- a single row may go below zero, the sum never does.
create table order_tally (
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  shard          integer not null,
  orders         bigint not null,
  primary key (order_status, payment_status, payment_method, shard)
) with (fillfactor = 50);

create function tally_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_tally as t
  select order_status, payment_status, payment_method, pg_backend_pid() % 64, count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (order_status, payment_status, payment_method, shard) do update set orders = t.orders + excluded.orders;
  return null;
end $$;
create trigger spray_order_added after insert on spray_order
  referencing new table as added for each statement execute function tally_new_orders();

create function tally_gone_orders() returns trigger language plpgsql as $$
begin
  insert into order_tally as t
  select order_status, payment_status, payment_method, pg_backend_pid() % 64, -count(*) from gone group by 1, 2, 3 order by 1, 2, 3
  on conflict (order_status, payment_status, payment_method, shard) do update set orders = t.orders + excluded.orders;
  return null;
end $$;
create trigger spray_order_gone after delete on spray_order
  referencing old table as gone for each statement execute function tally_gone_orders();

-- In the order of the key, so that two changes never wait for each other crosswise.
create function tally_changed_order() returns trigger language plpgsql as $$
begin
  insert into order_tally as t
  select change.*
    from (values (old.order_status, old.payment_status, old.payment_method, pg_backend_pid() % 64, -1),
                 (new.order_status, new.payment_status, new.payment_method, pg_backend_pid() % 64, 1)) change
   order by 1, 2, 3
  on conflict (order_status, payment_status, payment_method, shard) do update set orders = t.orders + excluded.orders;
  return null;
end $$;
create trigger spray_order_tally after update of order_status, payment_status, payment_method on spray_order
  for each row
  when ((old.order_status, old.payment_status, old.payment_method) is distinct from (new.order_status, new.payment_status, new.payment_method))
  execute function tally_changed_order();

insert into order_tally
select order_status, payment_status, payment_method, 0, count(*) from spray_order group by 1, 2, 3;
