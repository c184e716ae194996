-- Requests counted per user and per address, summed over all processes. Worth a minute, so not worth a log: after a
-- crash it is empty, and counting begins anew.
create unlogged table request_count (
  key        text primary key,
  started_at timestamptz not null,
  used       integer not null
) with (fillfactor = 50);
