import { claimUnsettledIntents, scheduleLookup } from './intent-store.ts';
import { intentLifetimeSeconds, nextLookupDelaySeconds } from './payment-rules.ts';
import { callProvider } from './provider.ts';
import { refundToCards } from './refund-to-cards.ts';
import { forEachIntent, settleCancelled } from './settle-cancelled.ts';
import { type PaymentDeps, settleIntent } from './settle-intent.ts';

const batchSize = 20;

/**
 * Settles payments that no request has reported: the payer closed the page, a webhook was lost, or a process was killed between charge
 * and ledger entry. Looks up open intents, less often the older they are, cancels those unpaid for a day and those of
 * cancelled orders, and refunds to cards. Returns the number of settled intents.
 */
export async function reconcilePayments(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  if (provider === undefined) return (await settleCancelled(deps, now)) + (await refundToCards(deps, now));
  const settled = await forEachIntent(deps, await claimUnsettledIntents(database.write, provider, batchSize, now), now, async (intent) => {
    const ageSeconds = (now.getTime() - intent.createdAt.getTime()) / 1000;
    const providerIntent = await callProvider(() =>
      ageSeconds >= intentLifetimeSeconds ? provider.cancelIntent(intent.id) : provider.retrieveIntent(intent.id),
    );
    const outcome = await settleIntent(deps, intent, providerIntent, { actorId: null, cause: 'reconciled' }, now);
    if (outcome !== 'paid' && outcome !== 'ended') await scheduleLookup(database.write, intent.id, nextLookupDelaySeconds(ageSeconds), now);
  });
  return settled + (await settleCancelled(deps, now)) + (await refundToCards(deps, now));
}
