-- A mail that was written into a folder, because there is no mail server, is not sent.
alter table message_delivery drop constraint message_delivery_status_check;
alter table message_delivery add constraint message_delivery_status_check
  check (status in ('waiting', 'sending', 'queued', 'sent', 'not_sent', 'delivered', 'failed', 'unknown')) not valid;
