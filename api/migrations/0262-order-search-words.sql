-- Words of orders from before the trigger.
insert into order_search_word
select word collate "C" from ts_stat('select words from order_search') s
 where word not like 'p:%' and not exists (select from order_search_word k where k.word = s.word collate "C");
