-- migration: batches
update waiting_offer o set start_time = s.start_time, end_time = s.end_time from spray_session s
 where s.id = o.session_id and o.id in (select id from waiting_offer where status = 'open' and start_time is null limit 1000);
