import type { NotSprayedReason } from '../fieldwork/not-sprayed-rules.ts';
import { objectionPeriodHours } from '../orders/order-rules.ts';
import type { MessageFacts, Texts } from './messages.ts';

const methodNames: Record<string, string> = { cash: 'in cash', visa: 'by Visa card', mastercard: 'by Mastercard' };
const methodName = (method: string): string => methodNames[method] ?? method;

const notSprayedReasons: Record<NotSprayedReason, string> = {
  flooded: 'the field is flooded',
  nobody_there: 'nobody was there',
  weather: 'the weather was too bad',
  machine: 'a machine broke down',
  other: 'another reason',
};
const notSprayedReason = (code: string): string => (notSprayedReasons as Record<string, string>)[code] ?? code;

/** What was done, and what it costs. */
function sprayed({ place, area, areaSprayed, cost, isRepriced }: MessageFacts): string {
  if (areaSprayed === undefined) return `The crew has sprayed ${area} at ${place}: ${cost}.`;
  const price = isRepriced ? `Price: ${cost}` : `Price for the area ordered: ${cost}. The office decides about the difference`;
  return `The crew has sprayed ${areaSprayed} at ${place}; ${area} were ordered. ${price}.`;
}

/** The messages about an order in English. */
export const englishTexts: Texts = {
  farmer: {
    message: (f) => ({ subject: `Message about the spray on ${f.when}`, text: `${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `Spray booked for ${f.when}`,
      text: `Your spray is booked for ${f.when} at ${f.place}: ${f.area} of ${f.crop}, ${f.cost}.`,
    }),
    confirmed: (f) => ({
      subject: `Spray confirmed for ${f.when}`,
      text: `Your spray on ${f.when} at ${f.place} is confirmed. You get a notification when a crew is assigned.`,
    }),
    rescheduled: (f) => ({ subject: `Spray moved to ${f.when}`, text: `Your spray at ${f.place} is now on ${f.when}.` }),
    edited: (f) => ({
      subject: `Your spray on ${f.when} has changed`,
      text: `Your spray on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}, ${f.cost}.`,
    }),
    assigned: (f) => ({ subject: `${f.crew} will come`, text: `${f.crew} will spray your field at ${f.place} on ${f.when}.` }),
    started: (f) => ({ subject: 'Spraying has started', text: `${f.crew} has started at ${f.place}.` }),
    start_taken_back: (f) => ({
      subject: 'Spraying has not started yet',
      text: `The start at ${f.place} was noted by mistake. ${f.crew} will still come.`,
    }),
    finished: (f) => ({
      subject: 'Please sign off the work',
      text: `${sprayed(f)}\nPlease sign off the work, or tell us within ${objectionPeriodHours} hours what is wrong. Without an answer it counts as signed off then.`,
    }),
    objection_resolved: (f) => ({
      subject: 'Our answer to your objection',
      text: f.isCompleted
        ? `About your spray at ${f.place} on ${f.when}: ${f.note}\nPrice: ${f.cost}. If you have paid more, we refund the difference.`
        : `About your spray at ${f.place}: ${f.note}\nPlease check the field again and sign off the work, or report within ${objectionPeriodHours} hours what is still wrong.`,
    }),
    completed: (f) => ({
      subject: 'Spray completed',
      text: `${f.areaSprayed === undefined ? '' : `${sprayed(f)}\n`}Your spray at ${f.place} is completed. Thank you. Please rate the work.`,
    }),
    cancelled: (f) => ({
      subject: 'Spray cancelled',
      text: `Your spray on ${f.when} at ${f.place} is cancelled.`,
    }),
    paid: (f) => ({ subject: `Payment received: ${f.cost}`, text: `We have received ${f.cost} for your spray on ${f.when}. Thank you.` }),
    payment_failed: (f) => ({
      subject: 'Payment failed',
      text: `Your payment of ${f.cost} for the spray on ${f.when} failed. Nothing was charged. Please try again or use another card.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Payment method changed: ${methodName(f.note)}`,
      text: `The office has changed the payment method for the spray on ${f.when} at ${f.place}: ${f.cost}, ${methodName(f.note)}. If that is not right, please call us.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Your transfer has not arrived',
      text: `We could not find your transfer for the spray on ${f.when} at ${f.place}: ${f.cost}. Please check it in your banking app, or call us.`,
    }),
    refund_due: (f) => ({
      subject: `Refund due: ${f.cost}`,
      text: `You paid ${f.cost} for the spray on ${f.when} at ${f.place}, which is cancelled. The office will refund it in cash or by bank transfer.`,
    }),
    cash_returned: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `The office has refunded ${f.cost} that you paid for the cancelled spray on ${f.when} at ${f.place}, ${f.note === 'transfer' ? 'by bank transfer. This can take one or two days' : 'in cash'}. If you have not received it, please call us.`,
    }),
    price_adjusted: (f) => ({
      subject: `New price: ${f.cost}`,
      text: `The crew sprayed another area at ${f.place} than you ordered. The price of your spray on ${f.when} follows it and is now ${f.cost}. If you have paid more, we refund the difference.${f.note === '' ? '' : `\n${f.note}`}`,
    }),
    overpayment_returned: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `You overpaid ${f.cost} for the spray on ${f.when} at ${f.place}. We have refunded it ${f.note === 'card' ? 'to the card that you paid with. That can take the bank a few days' : f.note === 'transfer' ? 'by bank transfer. That can take the bank a day or two' : 'in cash'}.`,
    }),
    refunded: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `The spray on ${f.when} at ${f.place} is cancelled. ${f.cost} are refunded to your card. This can take a few days.`,
    }),
  },
  receptionist: {
    message: (f) => ({ subject: `Message on order ${f.orderId}`, text: `${f.farmer}, ${f.when}, ${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `New order ${f.orderId}: ${f.when}`,
      text: `${f.farmer} (${f.farmerPhone}) has booked ${f.when} at ${f.place}: ${f.area} of ${f.crop}.`,
    }),
    cancelled: (f) => ({
      subject: `Order ${f.orderId} cancelled`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} at ${f.place} is cancelled.`,
    }),
    edited: (f) => ({
      subject: `Order ${f.orderId} has changed`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}, ${f.cost}.`,
    }),
    not_sprayed: (f) => ({
      subject: `Order ${f.orderId} was not sprayed`,
      text: `${f.place}, ${f.farmer} (${f.farmerPhone}), ${f.when}: ${notSprayedReason(f.note)}. Please move or cancel it, and call the farmer.`,
    }),
    objection_withdrawn: (f) => ({
      subject: `Objection to order ${f.orderId} withdrawn`,
      text: `${f.farmer} (${f.farmerPhone}) has withdrawn the objection to the spray of ${f.when} at ${f.place}.`,
    }),
    objected: (f) => ({
      subject: `Objection to order ${f.orderId}`,
      text: `${f.farmer} (${f.farmerPhone}) has objected to the spray of ${f.when} at ${f.place}: ${f.note}`,
    }),
    refunded: (f) => ({
      subject: `Order ${f.orderId} refunded: ${f.cost}`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} is cancelled. ${f.cost} are refunded to the card.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Order ${f.orderId}: payment method changed`,
      text: `${f.farmer} (${f.farmerPhone}) has changed the payment method for the spray on ${f.when} at ${f.place}: ${f.cost}, ${methodName(f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Order ${f.orderId}: transfer reported`,
      text: `${f.farmer} (${f.farmerPhone}) has transferred the money for the spray on ${f.when}: ${f.cost}. Please check the bank account and confirm it.`,
    }),
    refund_due: (f) => ({
      subject: `Order ${f.orderId}: refund ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) paid ${f.cost} for the spray on ${f.when}, which is cancelled. Please refund it in cash or by bank transfer, then record it on the order.`,
    }),
    payment_stuck: (f) => ({
      subject: `Order ${f.orderId}: no payment result`,
      text: `The payment provider has not reported a result for the card payment of ${f.farmer} (${f.farmerPhone}) for the spray on ${f.when}: ${f.cost}. Swath keeps retrying. Please check the payment in your account at the provider.`,
    }),
    payment_mismatch: (f) => ({
      subject: `Order ${f.orderId}: payment does not match`,
      text: `A card payment for the spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} does not match the order: ${f.cost}. The order is not marked as paid. Please check the payment in your account at the provider.`,
    }),
    report_disputed: (f) => ({
      subject: `Order ${f.orderId}: a late report`,
      text: `A crew that was offline has reported the spray of ${f.farmer} (${f.farmerPhone}) at ${f.place} on ${f.when}, but the order had changed. Please accept or reject the report on the order.`,
    }),
    feedback: (f) => ({
      subject: `New feedback on order ${f.orderId}`,
      text: `${f.farmer} has rated the spray of ${f.when} at ${f.place}.`,
    }),
  },
  crew: {
    message: (f) => ({ subject: `Message about the spray on ${f.when}`, text: `${f.place}: ${f.note}` }),
    assigned: (f) => ({
      subject: `New job: ${f.when}`,
      text: `${f.place}: ${f.area} of ${f.crop} for ${f.farmer} (${f.farmerPhone}), ${f.when}. Crew: ${f.crew}.`,
    }),
    rescheduled: (f) => ({
      subject: `Job moved to ${f.when}`,
      text: `The job at ${f.place} for ${f.farmer} (${f.farmerPhone}) is now on ${f.when}.`,
    }),
    edited: (f) => ({
      subject: `Job changed: ${f.when}`,
      text: `The job for ${f.farmer} (${f.farmerPhone}) on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}. Please read the note to the crew.`,
    }),
    cancelled: (f) => ({
      subject: `Job cancelled: ${f.when}`,
      text: `The job at ${f.place} for ${f.farmer} (${f.farmerPhone}) on ${f.when} is cancelled.`,
    }),
  },
  dropped: {
    not_sprayed: (f) => ({
      subject: `Not sprayed: ${f.farmer}, ${f.place}`,
      text: `The job at ${f.place} for ${f.farmer} on ${f.when} is marked as not sprayed: ${notSprayedReason(f.note)}. The office decides what happens next.`,
    }),
    unassigned: (f) => ({
      // Without the time: the order may have moved, and the sprayer may have another job then.
      subject: `Removed from job: ${f.farmer}, ${f.place}`,
      text: `You are no longer assigned to the job at ${f.place} for ${f.farmer} (${f.farmerPhone}), order ${f.orderId}. It has another crew or has moved to ${f.when}.`,
    }),
  },
};
