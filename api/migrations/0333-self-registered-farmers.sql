-- Farmers who registered themselves and have not proved their number: they can sign in, and the office has not made their account. An account
-- of the office was made by an admin, by an import, or in the transaction of the first order or entry of the waiting list.
create table self_registered_farmer (id bigint primary key);
insert into self_registered_farmer
select u.id from app_user u
 where u.role = 'farmer' and u.phone_key is not null
   and (u.password_hash is not null or exists (select 1 from passkey k where k.user_id = u.id)
     or exists (select 1 from oidc_identity d where d.user_id = u.id))
   and not exists (select 1 from verified_phone v where v.user_id = u.id)
   and not exists (select 1 from audit_entry a where a.action = 'user_create' and a.subject_type = 'user' and a.subject_id = u.id)
   and not exists (select 1 from sheet_import_row r join sheet_import i on i.id = r.import_id
                    where i.kind = 'farmers' and i.state = 'applied' and r.outcome = 'new' and r.target_id = u.id)
   and not exists (select 1 from spray_order o where o.farmer_id = u.id and o.created_at = u.created_at)
   and not exists (select 1 from waiting_entry w where w.farmer_id = u.id and w.created_at = u.created_at);
