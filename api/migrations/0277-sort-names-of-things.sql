-- Names of fields, products and places in the order of the alphabet, without case and accents, and numbers by their value: Thửa 2 before Thửa 10.
alter table field add column sort_name text collate "C";
alter table product add column sort_name text collate "C";
alter table sensitive_place add column sort_name text collate "C";

-- Each number gets zeros in front, up to eight digits.
create function sort_name_of(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := joined_words(plain_words(name));
begin
  if words ~ '[0-9]' then
    words := regexp_replace(words, '([0-9]+)', '0000000\1', 'g');
    words := regexp_replace(words, '0{1,7}([0-9]{8,})', '\1', 'g');
  end if;
  return words;
end $$;

create function set_sort_name_of_thing() returns trigger language plpgsql as $$
begin
  new.sort_name := sort_name_of(new.name);
  return new;
end $$;
create trigger field_sort_name before insert or update of name on field for each row execute function set_sort_name_of_thing();
create trigger product_sort_name before insert or update of name on product for each row execute function set_sort_name_of_thing();
create trigger sensitive_place_sort_name before insert or update of name on sensitive_place for each row execute function set_sort_name_of_thing();
