-- Codes to numbers that nobody has confirmed have a budget of their own, so that strangers cannot use up the codes of people with accounts.
alter table channel_setting add column new_number_budget numeric;
alter table channel_setting add constraint channel_setting_new_number_budget check (new_number_budget >= 0) not valid;

-- The kind of spending that the cost is part of; null: message or code, as of earlier versions.
alter table message_delivery add column cost_kind text;

-- Reserves the cost of a message in the budget of its sender and in that of the day, or in none of them. Rows are locked in the order
-- message, sender, day. sms_parts: null for a Zalo message. Returns enough, almost (80% of the day are used), refused or sender_refused.
create or replace function reserve_sms_budget(for_message bigint, on_day date, for_kind text, sms_parts integer) returns text language plpgsql as $$
declare
  setting channel_setting;
  price   numeric;
  budget  numeric;
  sender  bigint;
  total   numeric;
begin
  select * into setting from channel_setting;
  price := case when sms_parts is null then setting.zalo_price else sms_parts * setting.sms_price end;
  budget := case for_kind when 'code' then setting.code_budget
                          when 'new_number' then coalesce(setting.new_number_budget, setting.code_budget)
                          else setting.sms_budget end;
  select sender_id into sender from message_delivery where id = for_message for no key update;
  if sender is not null then
    insert into sms_sender_spending (day, sender_id) values (on_day, sender) on conflict do nothing;
    update sms_sender_spending s set spent = s.spent + price
     where s.day = on_day and s.sender_id = sender and s.spent + price <= coalesce(setting.sender_budget, setting.sms_budget);
    if not found then
      update sms_sender_spending s set refused = s.refused + 1 where s.day = on_day and s.sender_id = sender;
      return 'sender_refused';
    end if;
  end if;
  insert into sms_spending as s (day, kind, spent) select on_day, for_kind, price where price <= budget
  on conflict (day, kind) do update set spent = s.spent + excluded.spent where s.spent + excluded.spent <= budget
  returning s.spent into total;
  if total is null then
    update sms_sender_spending s set spent = greatest(0, s.spent - price) where s.day = on_day and s.sender_id = sender;
    return 'refused';
  end if;
  update message_delivery set parts = sms_parts, cost = price, cost_day = on_day, cost_kind = for_kind where id = for_message;
  return case when price > 0 and total >= budget * 0.8 then 'almost' else 'enough' end;
end $$;

-- Gives back what was reserved for a message, once.
create or replace function release_sms_budget(for_message bigint) returns void language plpgsql as $$
declare
  reserved message_delivery;
begin
  select * into reserved from message_delivery where id = for_message and cost is not null for no key update;
  if not found then
    return;
  end if;
  update message_delivery set cost = null, cost_day = null, cost_kind = null where id = for_message;
  update sms_sender_spending s set spent = greatest(0, s.spent - reserved.cost) where s.day = reserved.cost_day and s.sender_id = reserved.sender_id;
  update sms_spending s set spent = greatest(0, s.spent - reserved.cost)
   where s.day = reserved.cost_day
     and s.kind = coalesce(reserved.cost_kind, case when reserved.recipient_id is null then 'code' else 'message' end);
end $$;
