import { Alert, Button, Stack, useComputedColorScheme } from '@mantine/core';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Loading } from '../ui/states.tsx';
import type { IntentStatus } from './card-payment.ts';
import { payCardWords } from './pay-card-words.ts';

interface StripeFormProps {
  clientSecret: string;
  publishableKey: string;
  amount: string;
  onAnswer(status: IntentStatus): void;
}

interface Form {
  stripe: Stripe;
  elements: StripeElements;
}

/** Stripe's payment form in an iframe: card data is sent to Stripe only. */
export function StripeForm({ clientSecret, publishableKey, amount, onAnswer }: StripeFormProps) {
  const words = useWords(payCardWords);
  const { language } = useLanguage();
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<Form>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'paying' | 'broken'>('loading');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let left = false;
    const show = async () => {
      const stripe = await loadStripe(publishableKey, { locale: language });
      if (left || stripe === null || place.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: { theme: scheme === 'dark' ? 'night' : 'stripe' } });
      const card = elements.create('payment');
      card.on('ready', () => setState('ready'));
      card.on('loaderror', () => setState('broken'));
      card.mount(place.current);
      form.current = { stripe, elements };
    };
    show().catch(() => setState('broken'));
    return () => {
      left = true;
      form.current?.elements.getElement('payment')?.destroy();
      form.current = null;
    };
  }, [clientSecret, publishableKey, language, scheme]);

  const pay = async () => {
    if (form.current === null) return;
    setState('paying');
    setProblem(undefined);
    // Without a return URL: Stripe would add the client secret to it. Card payments need none.
    const { error, paymentIntent } = await form.current.stripe.confirmPayment({ elements: form.current.elements, redirect: 'if_required' });
    setState('ready');
    if (error === undefined) onAnswer(paymentIntent.status === 'succeeded' ? 'succeeded' : 'processing');
    else if (error.type === 'validation_error') setProblem(error.message ?? words.declined);
    else if (error.type === 'card_error') onAnswer('failed');
    else setProblem(error.message ?? words.formUnavailable);
  };

  return (
    <Stack>
      {state === 'broken' ? (
        <Alert color="clay" role="alert">
          {words.formUnavailable}
        </Alert>
      ) : null}
      {problem === undefined ? null : (
        <Alert color="clay" role="alert">
          {problem}
        </Alert>
      )}
      {state === 'loading' ? <Loading lines={2} /> : null}
      <div ref={place} />
      <Button fullWidth disabled={state === 'loading' || state === 'broken'} loading={state === 'paying'} onClick={() => void pay()}>
        {words.pay(amount)}
      </Button>
    </Stack>
  );
}
