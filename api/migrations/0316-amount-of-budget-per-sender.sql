-- migration: batches
-- A tenth of the budget of the day for each person.
update channel_setting set sender_budget = sms_budget / 10 where sender_budget is null
