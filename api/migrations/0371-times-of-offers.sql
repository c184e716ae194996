-- The times of the session when the place was offered: an offer does not stand for other times. null: made by an earlier version.
alter table waiting_offer add column start_time time, add column end_time time;

create trigger spray_session_end_moved after update of end_time on spray_session
  for each row when (new.end_time is distinct from old.end_time) execute function note_freed_session();
