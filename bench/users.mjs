// Signed-in users of the data set.
import { password } from './data.mjs';

export async function signIn(url, email) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const { token } = await response.json();
  return { authorization: `Bearer ${token}` };
}

/** Farmers for bookings, with tokens. Many, because bookings of one farmer are serialised. */
export async function findBookers(client, count = 1600) {
  const { rows } = await client.query("select id from app_user where role = 'farmer' and active order by md5(id::text) limit $1", [count]);
  const ids = rows.map(({ id }) => id);
  await client.query(
    `insert into access_token (hash, user_id, created_at, expires_at)
     select sha256(convert_to('bench-' || id, 'UTF8')), id, now(), now() + interval '1 day' from unnest($1::bigint[]) id
     on conflict do nothing`,
    [ids],
  );
  return ids.map((id) => ({ id, headers: { authorization: `Bearer bench-${id}` } }));
}

/** Farmers with a full page of orders and at most some dozens, whatever the size of the data set. */
export async function findFarmers(client, url, count = 16) {
  const { rows } = await client.query(
    `select u.id, u.email, u.full_name from app_user u
       join (select owner_id, sum(size) as orders from tally where list = 'farmer orders' group by 1 having sum(size) between 20 and 300) t on t.owner_id = u.id
      order by md5(u.id::text) limit $1`,
    [count],
  );
  const farmers = [];
  for (const { id, email, full_name: name } of rows) farmers.push({ id, email, name, headers: await signIn(url, email) });
  return farmers;
}
