-- All words of names and places, to look up words instead of prefixes: the index reads a prefix about eight times slower than a word. Words of removed
-- orders stay, since they match nothing. The index is not unique: bookings with the same new word do not wait for each other, and both add it.
create table order_search_word (word text collate "C" not null);
create index order_search_word_key on order_search_word (word);

-- For each row: a statement over the rows of a batch would cost a single booking more than twice as much.
create function add_order_search_words() returns trigger language plpgsql as $$
begin
  insert into order_search_word
  select w.word from (select unnest(tsvector_to_array(new.found_by)) collate "C" as word) w
   where not exists (select from order_search_word k where k.word = w.word);
  return null;
end $$;
create trigger spray_order_words_added after insert on spray_order
  for each row execute function add_order_search_words();
create trigger spray_order_words_changed after update on spray_order
  for each row when (old.found_by is distinct from new.found_by) execute function add_order_search_words();

-- The words of an order, each after the letter of its part. Blocks of 4,096 orders are in one of 16 parts, so an index search that needs 1,001
-- matches of a common word reads some parts and few pages, not all orders of the word.
create function order_search_keys(id bigint, words tsvector) returns tsvector language plpgsql immutable parallel safe as $$
declare
  part text := chr(97 + (id >> 12 & 15)::integer);
begin
  return array_to_tsvector(string_to_array(part || array_to_string(tsvector_to_array(words), ' ' || part), ' '));
end $$;

-- The query of order_search_query with all words that begin like those of the phrase, and ^ in place of the letter of a part. A beginning of very
-- many words stays a prefix. null: no order.
create function order_search_template(phrase text, phone_prefixes text[]) returns text language plpgsql stable parallel safe as $$
declare
  max_words constant integer := 64;
  typed text;
  found text[];
  by_words text;
  by_phone text := case when phone_prefixes <> '{}' then '''^p:' || array_to_string(phone_prefixes, ''':* | ''^p:') || ''':*' end;
begin
  foreach typed in array array(select distinct unnest(plain_words(phrase))) loop
    found := array(
      select distinct k.word from order_search_word k
       where k.word >= typed collate "C" and k.word < (typed || chr(1114111)) collate "C" order by k.word limit max_words + 1);
    if found = '{}' then
      return by_phone;
    end if;
    by_words := coalesce(by_words || ' & ', '') || '('
      || case when cardinality(found) > max_words then '''^' || typed || ''':*' else '''^' || array_to_string(found, ''' | ''^') || '''' end || ')';
  end loop;
  return coalesce('(' || by_words || ') | ' || by_phone, by_words, by_phone);
end $$;

create function order_search_part(template text, part integer) returns tsquery language plpgsql immutable strict parallel safe as $$
begin
  return replace(template, '^', chr(97 + part))::tsquery;
end $$;
