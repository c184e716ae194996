/** Rows of `order_search` that are not what the orders and their farmers say. There are none after any change. */
export const wrongSearchRows = `
  select coalesce(o.id, s.id)::int as id, to_jsonb(o) as expected, to_jsonb(s) as stored
    from (select o.id, o.farmer_id, o.date, o.closed, o.order_status, o.payment_status, o.payment_method, o.session_id, o.crop_id, o.reported_at,
                 order_search_words(array_to_tsvector(plain_words(o.location || ' ' || u.full_name)), u.phone_key) as words
            from spray_order o join app_user u on u.id = o.farmer_id) o
    full join order_search s on s.id = o.id
   where (o.id, o.farmer_id, o.date, o.closed, o.order_status, o.payment_status, o.payment_method, o.session_id, o.crop_id, o.reported_at, o.words)
         is distinct from
         (s.id, s.farmer_id, s.date, s.closed, s.order_status, s.payment_status, s.payment_method, s.session_id, s.crop_id, s.reported_at, s.words)
   order by 1 limit 5`;

/** Words of orders that are not in the table of all words: a search for their beginning would not find these orders. There are none after any change. */
export const missingSearchWords = `
  select s.word from ts_stat('select words from order_search') s
   where s.word not like 'p:%' and not exists (select from order_search_word k where k.word = s.word collate "C")
   order by 1 limit 5`;
