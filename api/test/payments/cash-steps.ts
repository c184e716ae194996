import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, signedIn } from '../factories.ts';
import type { Service } from '../harness.ts';

/** The users of a day with cash payments. */
export interface People {
  farmer: Caller;
  office: Caller;
  crew: Caller;
}

export async function createPeople(service: Service): Promise<People> {
  await removeBookingLimits(service);
  return {
    farmer: await signedIn(service, 'farmer'),
    office: await signedIn(service, 'receptionist'),
    crew: await signedIn(service, 'sprayer'),
  };
}

/** The order's whole price in cash, collected by the crew. */
export async function paidToCrew(service: Service, farmer: Caller, crew: Caller, area = 10): Promise<Answer['body']> {
  const inField = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const order = await orderInState(service, farmer, inField, [crew], { area });
  const answer = await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: area, cashReceived: order.cost });
  if (answer.status !== 200) throw new Error(`finishing answered ${answer.status}: ${answer.text}`);
  return answer.body.order;
}

/** The same, collected at the office. */
export async function paidAtOffice(service: Service, farmer: Caller, office: Caller, area = 10): Promise<Answer['body']> {
  const done = { orderStatus: 'completed', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const order = await orderInState(service, farmer, done, [], { area });
  const answer = await office.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: order.cost });
  if (answer.status !== 200) throw new Error(`taking cash answered ${answer.status}: ${answer.text}`);
  return answer.body.order;
}

export const ledgerOf = async (office: Caller, orderId: number): Promise<Answer['body'][]> =>
  (await office.get(`/api/receptionist/order/${orderId}/payment`)).body.content;

export const correct = (office: Caller, orderId: number, paymentId: number, reason = 'Entered on the wrong order.'): Promise<Answer> =>
  office.post(`/api/receptionist/order/${orderId}/payment/correction`, { paymentId, reason });
