import { Button } from '@mantine/core';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { ifMatch } from '../api/versions.ts';
import { IconBuildingBank } from '../icons/building-bank.ts';
import { useOrderReport } from '../orders/report/report-queries.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { transferWords } from './transfer-words.ts';

interface DecideTransferProps {
  order: Shape<'Order'>;
  /** The farmer has reported a transfer, so it can also be rejected. */
  isReported: boolean;
  tag?: string | null;
}

/** The office records that a transfer has arrived or not. */
export function DecideTransfer({ order: { id, cost, farmer }, isReported, tag = null }: DecideTransferProps) {
  const words = useWords(transferWords);
  const format = useFormat();
  const due = useOrderReport('receptionist', id).data?.balance.due ?? cost;
  const invalidates = [orderKey(id), ordersKey];
  const paramsOf = (idempotencyKey: string) => ({ path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } });
  const confirming = useAction({
    act: (_, key) => read(api.POST('/api/receptionist/order/{id}/bank-transfer/confirm', { params: paramsOf(key) })),
    invalidates,
    successMessage: words.confirmDone,
  });
  const rejecting = useAction({
    act: (_, key) => read(api.POST('/api/receptionist/order/{id}/bank-transfer/reject', { params: paramsOf(key) })),
    invalidates,
    successMessage: words.rejectDone,
  });
  return (
    <>
      <Confirm
        title={words.confirmTitle}
        text={words.confirmText(format.money(due), String(id))}
        action={words.confirm}
        danger={false}
        busy={confirming.isPending}
        onConfirm={(close) => confirming.mutate(undefined, { onSettled: close })}
        trigger={(open) => (
          <Button variant={isReported ? 'filled' : 'default'} leftSection={<IconBuildingBank size={20} aria-hidden />} onClick={open}>
            {words.confirm}
          </Button>
        )}
      />
      {isReported ? (
        <Confirm
          title={words.rejectTitle}
          text={words.rejectText(farmer.fullName)}
          action={words.reject}
          busy={rejecting.isPending}
          onConfirm={(close) => rejecting.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="default" onClick={open}>
              {words.reject}
            </Button>
          )}
        />
      ) : null}
    </>
  );
}
