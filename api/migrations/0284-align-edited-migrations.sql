-- 0248 and 0261 exist in several versions. Databases with an earlier one get the objects of the last one here; in others this changes nothing.
create or replace function normalize_phone_number() returns trigger language plpgsql as $$
begin
  -- An account whose number another account has in its usual form keeps its notation until the number changes.
  if tg_op = 'UPDATE' and new.phone_number = old.phone_number then return new; end if;
  new.phone_number := regexp_replace(new.phone_number, '^\s*\+\s*8\s*4\s*0\s*', '+84 ');
  return new;
end $$;

do $$
begin
  -- The first version of the trigger was one for each statement, with a transition table.
  if exists (select from pg_trigger where tgrelid = 'spray_order'::regclass and tgname = 'spray_order_words_added' and tgnewtable is not null) then
    drop trigger spray_order_words_added on spray_order;
    create trigger spray_order_words_added after insert on spray_order for each row execute function add_order_search_words();
  end if;
end $$;

create or replace function add_order_search_words() returns trigger language plpgsql as $$
begin
  insert into order_search_word
  select w.word from (select unnest(tsvector_to_array(new.found_by)) collate "C" as word) w
   where not exists (select from order_search_word k where k.word = w.word);
  return null;
end $$;
