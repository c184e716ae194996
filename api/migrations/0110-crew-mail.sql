-- Evenings on which the crews got the mail with their jobs of the next day: each once on a date of the company.
create table crew_mail_run (
  date date primary key,
  at timestamptz not null
);
