-- Names of people in the order of the alphabet, without case and accents: Đặng before Lâm, Ngô before Nguyễn. Compared by bytes, so that no
-- index depends on the version of a collation library.
alter table app_user add column sort_name text collate "C";
create function set_sort_name() returns trigger language plpgsql as $$
begin
  new.sort_name := joined_words(plain_words(new.full_name));
  return new;
end $$;
create trigger app_user_sort_name before insert or update of full_name on app_user for each row execute function set_sort_name();
