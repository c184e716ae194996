-- `overpaid` is what the farmer is to get back: of a cancelled order all that was paid, otherwise what was paid beyond cost + adjustment.
create or replace function keep_overpaid() returns trigger language plpgsql as $$
begin
  update spray_order o set overpaid = p.overpaid
    from (select greatest(amount_paid(id) - case when order_status = 'cancelled' then 0 else cost + adjustment end, 0) as overpaid
            from spray_order where id = new.order_id) p
   where o.id = new.order_id and o.overpaid <> p.overpaid;
  return null;
end $$;

create or replace function keep_overpaid_after_change() returns trigger language plpgsql as $$
begin
  new.overpaid := greatest(amount_paid(new.id) - case when new.order_status = 'cancelled' then 0 else new.cost + new.adjustment end, 0);
  return new;
end $$;
create or replace trigger spray_order_overpaid_kept before update of cost, adjustment, order_status on spray_order
  for each row when ((old.cost, old.adjustment, old.order_status = 'cancelled') is distinct from (new.cost, new.adjustment, new.order_status = 'cancelled'))
  execute function keep_overpaid_after_change();

-- What the cards that an order was paid with can take back: each paid intent less what was refunded of it.
create function amount_on_cards(of_order bigint) returns numeric language sql stable as $$
  select coalesce(sum(greatest(i.amount - (
           select coalesce(sum(p.amount), 0) from payment p where p.order_id = of_order and p.kind = 'refund' and p.provider_reference = i.id), 0)), 0)
    from payment_intent i where i.order_id = of_order and i.status = 'succeeded'
$$;

-- What no card takes back: the office returns it in cash or by bank transfer.
create function amount_to_return_by_hand(of_order bigint, overpaid numeric) returns numeric language sql stable as $$
  select case when overpaid > 0 then greatest(overpaid - amount_on_cards(of_order), 0) else 0 end
$$;
