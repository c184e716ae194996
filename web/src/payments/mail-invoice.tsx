import { Button } from '@mantine/core';
import { api, read } from '../api/client.ts';
import { IconMail } from '../icons/mail.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { paymentsWords } from './payments-words.ts';

/** Mails the invoice to the farmer; each click sends another mail. */
export function MailInvoice({ orderId }: { orderId: number }) {
  const words = useWords(paymentsWords);
  const mailing = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/order/{id}/invoice/mail', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    successMessage: ({ number, mailedTo }) => words.mailed(number, mailedTo),
  });
  return (
    <Button variant="default" leftSection={<IconMail size={20} aria-hidden />} loading={mailing.isPending} onClick={() => mailing.mutate()}>
      {words.mail}
    </Button>
  );
}
