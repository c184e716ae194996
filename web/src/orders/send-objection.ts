import { read, type Shape } from '../api/client.ts';

/** Says that work reported done is not right. */
export function sendObjection(orderId: number, text: string, key: string): Promise<Shape<'FarmerOrder'>> {
  return read(post(`/api/farmer/order/${orderId}/objection`, { text }, key));
}

async function post(
  path: string,
  body: object,
  key: string,
): Promise<{ data?: Shape<'FarmerOrder'>; error?: unknown; response: Response }> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: answer as Shape<'FarmerOrder'>, response } : { error: answer, response };
}
