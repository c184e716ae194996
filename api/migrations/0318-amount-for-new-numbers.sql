-- migration: batches
-- Half of the budget for sign-in codes, in addition to it.
update channel_setting set new_number_budget = code_budget / 2 where new_number_budget is null
