import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { PaymentProvider } from './provider.ts';

const tracedMethods = [
  'createIntent',
  'retrieveIntent',
  'cancelIntent',
  'findIntentByKey',
  'refundIntent',
  'findRefund',
] as const satisfies (keyof PaymentProvider)[];

/** Wraps a provider so that each call is a trace span. */
export function tracedProvider<P extends PaymentProvider>(provider: P, tracing: Tracing): P {
  const spans = new Map<unknown, unknown>(
    tracedMethods.map((name) => {
      const call = provider[name].bind(provider) as (...args: unknown[]) => Promise<unknown>;
      const attributes = { 'swath.payment.provider': provider.name };
      return [name, (...args: unknown[]) => inSpan(tracing, `payment ${name}`, 'client', attributes, () => call(...args))];
    }),
  );
  return new Proxy(provider, {
    get(target, name) {
      const found = spans.get(name) ?? Reflect.get(target, name, target);
      return typeof found === 'function' && !spans.has(name) ? found.bind(target) : found;
    },
  });
}
