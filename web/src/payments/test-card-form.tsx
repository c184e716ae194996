import { Alert, Button, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { stateWords } from '../ui/state-words.ts';
import type { IntentStatus } from './card-payment.ts';
import { expiryFault, isCardNumber, isCvc, slashedExpiry, spacedNumber } from './card-rules.ts';
import styles from './pay-card.module.css';
import { payCardWords } from './pay-card-words.ts';

const testCards = [
  { brand: 'visa', number: '4242 4242 4242 4242', outcome: 'succeeded' },
  { brand: 'mastercard', number: '5555 5555 5555 4444', outcome: 'succeeded' },
  { brand: 'visa', number: '4000 0000 0000 0002', outcome: 'failed' },
  { brand: 'visa', number: '4000 0025 0000 3155', outcome: 'requires_action' },
] as const;

interface TestCardFormProps {
  orderId: number;
  clientSecret: string;
  amount: string;
  onAnswer(status: IntentStatus): void;
}

/** Payment form of the sandbox. It sends the card number only. */
export function TestCardForm({ orderId, clientSecret, amount, onAnswer }: TestCardFormProps) {
  const words = useWords(payCardWords);
  const explain = useProblemWords();
  const { method } = useWords(stateWords);
  const { today } = useCompany();
  const form = useForm({
    initialValues: { number: '', expiry: '', cvc: '' },
    validate: {
      number: (text) => (isCardNumber(text) ? null : words.numberWrong),
      expiry: (text) => ({ incomplete: words.expiryWrong, expired: words.expired, good: null })[expiryFault(text, today) ?? 'good'],
      cvc: (text) => (isCvc(text) ? null : words.cvcWrong),
    },
  });
  const pay = useAction({
    act: ({ number }: { number: string }) =>
      read(
        api.POST('/api/farmer/order/{id}/payment-intent/sandbox-card', {
          params: { path: { id: orderId } },
          body: { clientSecret, cardNumber: number.replaceAll(' ', '') },
        }),
      ),
    onSuccess: ({ status }) => onAnswer(status),
    showsOwnErrors: true,
  });
  const send = (values: { number: string }) =>
    pay.mutate(values, {
      onError: (error) => {
        if (isAboutNumber(error)) form.setFieldError('number', words.notTestCard);
      },
    });
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack>
        <Alert color="sky">{words.testBank}</Alert>
        <fieldset className={styles.cards} disabled={pay.isPending}>
          <legend>{words.testCards}</legend>
          {testCards.map(({ brand, number, outcome }) => (
            <UnstyledButton
              key={number}
              className={styles.card}
              aria-pressed={form.values.number === number}
              onClick={() => {
                form.clearErrors();
                form.setValues({ number, expiry: '12/34', cvc: '123' });
              }}
            >
              <span>
                {method[brand]} {number.slice(-4)}
              </span>
              <span>{words.outcomes[outcome]}</span>
            </UnstyledButton>
          ))}
        </fieldset>
        {pay.isError && !isAboutNumber(pay.error) ? (
          <Alert color="clay" role="alert">
            {explain(pay.error)}
          </Alert>
        ) : null}
        <TextInput
          label={words.number}
          inputMode="numeric"
          autoComplete="cc-number"
          {...form.getInputProps('number')}
          onChange={({ currentTarget }) => form.setFieldValue('number', spacedNumber(currentTarget.value))}
        />
        <div className={styles.pair}>
          <TextInput
            label={words.expiry}
            placeholder={words.expiryHint}
            inputMode="numeric"
            autoComplete="cc-exp"
            {...form.getInputProps('expiry')}
            onChange={({ currentTarget }) => form.setFieldValue('expiry', slashedExpiry(currentTarget.value))}
          />
          <TextInput
            label={words.cvc}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            {...form.getInputProps('cvc')}
            onChange={({ currentTarget }) => form.setFieldValue('cvc', currentTarget.value.replace(/\D/g, ''))}
          />
        </div>
        <Button type="submit" fullWidth loading={pay.isPending}>
          {words.pay(amount)}
        </Button>
      </Stack>
    </form>
  );
}

const isAboutNumber = (error: unknown): boolean => error instanceof Problem && error.errors.some(({ path }) => path.includes('cardNumber'));
