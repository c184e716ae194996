import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { IconBuildingBank } from '../icons/building-bank.ts';
import { IconCash } from '../icons/cash.ts';
import { IconCashBanknoteMinus } from '../icons/cash-banknote-minus.ts';
import { useAction } from '../ui/action.ts';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { cashKey } from './cash-queries.ts';
import { paymentsWords } from './payments-words.ts';

const icons = { cash: IconCash, transfer: IconBuildingBank };
const methods = ['cash', 'transfer'] as const;

/** For a cancelled order that was paid, or an overpaid one: records that the office returned `due`, and how. */
export function ReturnCash({ order: { id, orderStatus, farmer }, due }: { order: Shape<'Order'>; due: number }) {
  const words = useWords(paymentsWords);
  const names = useWords(stateWords).method;
  const format = useFormat();
  const amount = format.money(due);
  const [method, setMethod] = useState<(typeof methods)[number]>('cash');
  const returning = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/order/{id}/refund', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { method },
        }),
      ),
    invalidates: [ordersKey, orderKey(id), cashKey],
    successMessage: words.returnDone(amount),
  });
  return (
    <Confirm
      title={words.returnTitle}
      text={(orderStatus === 'cancelled' ? words.returnText : words.returnOverpaid)(amount, farmer.fullName)}
      action={words.returnEnter}
      keep={words.returnLater}
      danger={false}
      busy={returning.isPending}
      onConfirm={(close) => returning.mutate(undefined, { onSuccess: close })}
      trigger={(open) => (
        <Button leftSection={<IconCashBanknoteMinus size={20} aria-hidden />} onClick={open}>
          {words.returnCash}
        </Button>
      )}
    >
      <ChoiceCards<(typeof methods)[number]>
        legend={words.returnHow}
        name={`return-${id}`}
        value={method}
        onChange={setMethod}
        choices={methods.map((value) => ({ value, label: names[value], icon: icons[value] }))}
      />
    </Confirm>
  );
}
