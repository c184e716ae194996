import { Button, type ButtonProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { orderKey, ordersKey } from '../api/live.ts';
import { ifMatch } from '../api/versions.ts';
import { IconArrowsExchange } from '../icons/arrows-exchange.ts';
import { IconBrandMastercard } from '../icons/brand-mastercard.ts';
import { IconBrandVisa } from '../icons/brand-visa.ts';
import { IconCash } from '../icons/cash.ts';
import { useAdjustedPrice } from '../orders/adjusted-prices.ts';
import { useAction } from '../ui/action.ts';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { changeMethodWords } from './change-method-words.ts';

type Method = Shape<'Order'>['paymentMethod'];
type Order = Pick<Shape<'FarmerOrder'>, 'id' | 'cost' | 'orderStatus' | 'paymentMethod' | 'paymentStatus'>;

const icons = { cash: IconCash, visa: IconBrandVisa, mastercard: IconBrandMastercard };
const methods = ['cash', 'visa', 'mastercard'] as const;

interface ChangeMethodProps extends Pick<ButtonProps, 'variant'> {
  order: Order;
  /** The farmer's name, on pages of the office. */
  farmerName?: string;
  /** ETag of the displayed order. */
  tag?: string | null;
}

/** Changes the payment method of an unpaid order; renders nothing without an alternative. */
export function ChangeMethod({ order, farmerName, tag = null, variant = 'default' }: ChangeMethodProps) {
  const words = useWords(changeMethodWords);
  const names = useWords(stateWords).method;
  const format = useFormat();
  const queries = useQueryClient();
  const { cardProvider } = useCompany();
  const price = useAdjustedPrice(order);
  const { id, cost, orderStatus, paymentMethod, paymentStatus } = order;
  const others = methods.filter((method) => method !== paymentMethod && (method === 'cash' || cardProvider !== null));
  const [chosen, setChosen] = useState<Method>();
  const isOwn = farmerName === undefined;
  const method = chosen !== undefined && others.includes(chosen) ? chosen : others[0];
  const changing = useAction({
    act: (next: Method, idempotencyKey) => {
      const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } };
      const body = { paymentMethod: next };
      return isOwn
        ? read(api.POST('/api/farmer/order/{id}/payment-method', { params, body }))
        : read(api.POST('/api/receptionist/order/{id}/payment-method', { params, body }));
    },
    invalidates: [orderKey(id), ordersKey],
    successMessage: ({ paymentMethod: now }) => words.done(names[now]),
    // The card may have been charged meanwhile, or another user has changed the order.
    onError: () => void queries.invalidateQueries({ queryKey: orderKey(id) }),
  });
  if (method === undefined || cost === 0 || paymentStatus === 'paid' || orderStatus === 'cancelled') return null;
  const note = (value: Method) => (value === 'cash' ? (isOwn ? words.cashOwn : words.cash) : words.card);
  return (
    <Confirm
      title={isOwn ? words.titleOwn : words.title}
      text={
        isOwn
          ? [words.due(format.money(price)), ...(paymentMethod === 'cash' ? [] : [words.cardCancelled])].join(' ')
          : words.text(farmerName, format.money(price))
      }
      action={words.save}
      danger={false}
      busy={changing.isPending}
      onConfirm={(close) => changing.mutate(method, { onSettled: close })}
      trigger={(open) => (
        <Button variant={variant} leftSection={<IconArrowsExchange size={20} aria-hidden />} onClick={open}>
          {isOwn ? words.changeOwn : words.change}
        </Button>
      )}
    >
      <ChoiceCards<Method>
        legend={words.legend}
        name={`method-${id}`}
        value={method}
        onChange={setChosen}
        choices={others.map((value) => ({ value, label: names[value], note: note(value), icon: icons[value] }))}
      />
    </Confirm>
  );
}
