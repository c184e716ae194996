-- Every process keeps forecasts in memory and reads them again after this notification.
create function announce_forecast_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('swath_forecast', '');
  return null;
end $$;
create trigger forecast_changed after update of source, fetched_at, first_hour, elevation_m, hours or delete on forecast
  for each statement execute function announce_forecast_change();
