-- The invitation or cancellation (iCalendar) that a mail about an order contains; null: none.
alter table outgoing_mail add column calendar text;
