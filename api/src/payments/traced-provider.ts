import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { PaymentProvider } from './provider.ts';

const asked = [
  'createIntent',
  'retrieveIntent',
  'cancelIntent',
  'findIntentByKey',
  'refundIntent',
  'isRefunded',
] as const satisfies (keyof PaymentProvider)[];

/** The same provider, with a span for each question to it. */
export function tracedProvider<P extends PaymentProvider>(provider: P, tracing: Tracing): P {
  const spans = new Map<unknown, unknown>(
    asked.map((name) => {
      const ask = provider[name].bind(provider) as (...given: unknown[]) => Promise<unknown>;
      const facts = { 'swath.payment.provider': provider.name };
      return [name, (...given: unknown[]) => inSpan(tracing, `payment ${name}`, 'client', facts, () => ask(...given))];
    }),
  );
  return new Proxy(provider, {
    get(target, name) {
      const found = spans.get(name) ?? Reflect.get(target, name, target);
      return typeof found === 'function' && !spans.has(name) ? found.bind(target) : found;
    },
  });
}
