import { scheduleLookup, takeUnsettled } from './intent-store.ts';
import { intentLifetimeSeconds, nextLookSeconds } from './payment-rules.ts';
import { askProvider } from './provider.ts';
import { each, settleCancelled } from './settle-cancelled.ts';
import { type PaymentDeps, settleIntent } from './settle-intent.ts';

const batch = 20;

/**
 * Finds out what nobody told us: whoever paid may have closed the page, a message of the provider may be lost, a process killed
 * between the charge and the ledger. Asks about intents that are still open, less often the older they are, ends those
 * that nobody has paid for a day, and settles what belongs to cancelled orders. Answers how many it has seen to.
 */
export async function reconcilePayments(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  if (provider === undefined) return settleCancelled(deps, now);
  const looked = await each(deps, await takeUnsettled(database.write, provider, batch, now), now, async (intent) => {
    const age = (now.getTime() - intent.createdAt.getTime()) / 1000;
    const told = await askProvider(() =>
      age >= intentLifetimeSeconds ? provider.cancelIntent(intent.id) : provider.retrieveIntent(intent.id),
    );
    const outcome = await settleIntent(deps, intent, told, { actorId: null, cause: 'reconciled' }, now);
    if (outcome !== 'paid' && outcome !== 'ended') await scheduleLookup(database.write, intent.id, nextLookSeconds(age), now);
  });
  return looked + (await settleCancelled(deps, now));
}
