-- migration: no-transaction
-- Mails that were not sent because there was no mail server keep their text. Sent ones have none, so they are not in this index.
create index concurrently outgoing_mail_not_sent on outgoing_mail (message_id) where sent_at is not null and text <> '';
