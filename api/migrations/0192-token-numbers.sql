-- migration: batches
update access_token set id = nextval('access_token_id_seq') where hash in (select hash from access_token where id is null limit 1000);
