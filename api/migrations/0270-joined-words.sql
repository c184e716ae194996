-- Plain words as one text, for lists in which names that begin with the typed text come first. It calls no function of this schema, because
-- PostgreSQL builds and analyses indexes with another search path.
create function joined_words(words text[]) returns text language plpgsql immutable strict parallel safe as $$
begin
  return array_to_string(words, ' ');
end $$;
