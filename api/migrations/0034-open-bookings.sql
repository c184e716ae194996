-- The most open bookings (not completed or cancelled) that one farmer may have. The office may set another limit for a farmer.
alter table company add column open_booking_limit integer not null default 100 check (open_booking_limit between 1 and 1000000);
alter table app_user add column open_booking_limit integer;
alter table app_user add constraint app_user_open_booking_limit_check check (open_booking_limit between 0 and 1000000) not valid;

-- Whether a farmer may book one more: 'free', 'full', or 'busy' while another transaction books for the same farmer. It tries the
-- lock instead of waiting for it: bookings that share a commit hold the locks of several farmers, and would wait crosswise.
-- Volatile, so that the count is read after the lock was taken and sees what its last holder committed.
create function check_open_bookings(farmer bigint) returns text volatile language plpgsql as $$
declare
  is_locked constant boolean := pg_try_advisory_xact_lock(773628404, hashint8(farmer));
  most integer;
  open_bookings bigint;
begin
  select coalesce(u.open_booking_limit, k.open_booking_limit) into most from app_user u cross join company k where u.id = farmer;
  select coalesce(sum(size), 0) into open_bookings from tally
   where list = 'farmer orders' and owner_id = farmer and status in ('pending', 'confirmed', 'assigned', 'in_progress');
  return case when open_bookings >= most then 'full' when is_locked then 'free' else 'busy' end;
end $$;
