import type { Answer, Caller } from '../factories.ts';
import type { Service } from '../harness.ts';

export const cards = {
  visa: '4242 4242 4242 4242',
  mastercard: '5555-5555-5555-4444',
  declined: '4000000000000002',
  expired: '4000 0000 0000 0069',
  secondStep: '4000002500003155',
};

export interface Intent {
  id: string;
  clientSecret: string;
  amount: number;
  currency: string;
  status: string;
  provider: string;
  publishableKey: string | null;
}

export const open = (farmer: Caller, orderId: number): Promise<Answer> => farmer.post(`/api/farmer/order/${orderId}/payment-intent`);

export async function opened(farmer: Caller, orderId: number): Promise<Intent> {
  const answer = await open(farmer, orderId);
  if (answer.status !== 200) throw new Error(`opening an intent answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const pay = (farmer: Caller, orderId: number, clientSecret: string, card: object): Promise<Answer> =>
  farmer.post(`/api/farmer/order/${orderId}/payment-intent/sandbox-card`, { clientSecret, ...card });

export const verify = (farmer: Caller, orderId: number | string, secret: string): Promise<Answer> =>
  farmer.get(`/api/farmer/order/${orderId}/payment-intent/${secret}`);

/** The ledger, intents, notifications and payment status of an order. */
export async function traces(service: Service, orderId: number) {
  const ledger = await service.sql<{ kind: string; amount: string; currency: string; method: string; provider_reference: string }>(
    'select kind, amount, currency, method, provider_reference from payment where order_id = $1 order by id',
    [orderId],
  );
  const intents = await service.sql<{ id: string; status: string }>(
    'select id, status from payment_intent where order_id = $1 order by created_at, id',
    [orderId],
  );
  const waiting = await service.sql('select id from outbox_event where order_id = $1', [orderId]);
  const notifications = await service.sql<{ subject: string }>('select subject from notification where order_id = $1 order by id', [
    orderId,
  ]);
  const [order] = await service.sql<{ payment_status: string; version: number }>(
    'select payment_status, version from spray_order where id = $1',
    [orderId],
  );
  return { ledger, intents, waiting: waiting.length, notified: notifications.map(({ subject }) => subject), order };
}
