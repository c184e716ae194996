-- What a search of orders reads: the words of the farmer's name and the place, the farmer's phone number, and the columns of the filters. Rows
-- are a fraction of those of spray_order, and only changes of the list's order write to the indexes. Triggers keep it in the transaction of each change.
create table order_search (
  id             bigint primary key,
  farmer_id      bigint not null,
  date           date not null,
  closed         boolean not null,
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  session_id     bigint not null,
  crop_id        bigint not null,
  reported_at    timestamptz,
  words          tsvector not null
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- A phone number is one word with a colon, which plain_words removes from all other words.
create function order_search_words(words tsvector, phone_key text) returns tsvector language plpgsql immutable parallel safe as $$
begin
  return coalesce(words, '') || case when phone_key is null then '' else array_to_tsvector(array['p:' || phone_key]) end;
end $$;

-- Orders whose words begin like those of the phrase, or whose farmer's phone number begins with one of the prefixes. null: no order.
create function order_search_query(phrase text, phone_prefixes text[]) returns tsquery language plpgsql immutable parallel safe as $$
declare
  by_words tsquery := words_begun(phrase);
  by_phone tsquery := case when phone_prefixes <> '{}' then ('''p:' || array_to_string(phone_prefixes, ''':* | ''p:') || ''':*')::tsquery end;
begin
  return coalesce(by_words || by_phone, by_words, by_phone);
end $$;

-- The words change with the place, the farmer or the farmer's name. Then the farmer's row is locked, so its phone number is the current one.
-- Other changes leave the words alone: the phone number may be changing in another transaction.
create function keep_order_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_search (id, farmer_id, date, closed, order_status, payment_status, payment_method, session_id, crop_id, reported_at, words)
    values (new.id, new.farmer_id, new.date, new.closed, new.order_status, new.payment_status, new.payment_method, new.session_id, new.crop_id,
            new.reported_at, order_search_words(new.found_by, (select phone_key from app_user where id = new.farmer_id)));
    return null;
  end if;
  update order_search
     set date = new.date, closed = new.closed, order_status = new.order_status, payment_status = new.payment_status,
         payment_method = new.payment_method, session_id = new.session_id, crop_id = new.crop_id, reported_at = new.reported_at
   where id = new.id
     and (date, order_status, payment_status, payment_method, session_id, crop_id, reported_at)
         is distinct from (new.date, new.order_status, new.payment_status, new.payment_method, new.session_id, new.crop_id, new.reported_at);
  if (old.farmer_id, old.found_by) is distinct from (new.farmer_id, new.found_by) then
    update order_search
       set farmer_id = new.farmer_id, words = order_search_words(new.found_by, (select phone_key from app_user where id = new.farmer_id))
     where id = new.id;
  end if;
  return null;
end $$;
create trigger spray_order_search_insert after insert on spray_order
  for each row execute function keep_order_search();
create trigger spray_order_search_update after update on spray_order
  for each row
  when ((old.farmer_id, old.date, old.order_status, old.payment_status, old.payment_method, old.session_id, old.crop_id, old.reported_at, old.found_by)
        is distinct from
        (new.farmer_id, new.date, new.order_status, new.payment_status, new.payment_method, new.session_id, new.crop_id, new.reported_at, new.found_by))
  execute function keep_order_search();

create function remove_order_search() returns trigger language plpgsql as $$
begin
  delete from order_search where id = old.id;
  return null;
end $$;
create trigger spray_order_search_delete after delete on spray_order
  for each row execute function remove_order_search();

create function keep_order_search_phone() returns trigger language plpgsql as $$
begin
  update order_search s set words = order_search_words(o.found_by, new.phone_key)
    from spray_order o where o.farmer_id = new.id and s.id = o.id;
  return null;
end $$;
create trigger app_user_search_phone after update on app_user
  for each row
  when (old.phone_number is distinct from new.phone_number)
  execute function keep_order_search_phone();

-- The next migration adds the orders up to this one, newest first. Later ones are added by the trigger.
create table order_search_backfill (last_order_id bigint not null);
insert into order_search_backfill select coalesce(max(id), 0) from spray_order;
