import { Button, type ButtonProps } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { api, read } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { IconCheck } from '../icons/check.ts';
import { IconChecks } from '../icons/checks.ts';
import { IconCreditCard } from '../icons/credit-card.ts';
import { IconStar } from '../icons/star.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { farmerWords } from './farmer-words.ts';
import type { FarmerAction } from './next-step.ts';

const WorkDone = lazyPart(() => import('./work-done.tsx'), 'WorkDone');

interface ActionButtonProps extends Pick<ButtonProps, 'variant' | 'fullWidth' | 'className'> {
  id: number;
  action: FarmerAction;
}

/** Button for the farmer's next step. */
export function ActionButton({ id, action, ...look }: ActionButtonProps) {
  const words = useWords(farmerWords);
  const page = `/orders/${id}`;
  // On the page of the order it opens a sheet, which adds no page to the history.
  const isHere = useLocation().pathname === page;
  if (action === 'confirm') return <ConfirmButton id={id} {...look} />;
  if (action === 'sign_off') return <SignOffButton id={id} {...look} />;
  const Icon = action === 'pay' ? IconCreditCard : IconStar;
  return (
    <Button component={Link} to={`${page}?${action}`} replace={isHere} leftSection={<Icon size={20} aria-hidden />} {...look}>
      {words.actions[action]}
    </Button>
  );
}

type Look = Omit<ActionButtonProps, 'action'>;

/**
 * The confirm route: before the work it confirms the order, afterwards it signs it off. The page changes and a notification
 * arrives, so there is no toast.
 */
function useConfirmOrder(id: number) {
  return useAction({
    act: (_, idempotencyKey) =>
      read(api.POST('/api/farmer/order/{id}/confirm', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [orderKey(id), ordersKey],
  });
}

function ConfirmButton({ id, ...look }: Look) {
  const words = useWords(farmerWords);
  const confirm = useConfirmOrder(id);
  return (
    <Button leftSection={<IconCheck size={20} aria-hidden />} loading={confirm.isPending} onClick={() => confirm.mutate()} {...look}>
      {words.actions.confirm}
    </Button>
  );
}

export function SignOffButton({ id, ...look }: Look) {
  const words = useWords(farmerWords);
  const signOff = useConfirmOrder(id);
  return (
    <Confirm
      title={words.signOffTitle}
      text={words.signOffText}
      action={words.signOffAction}
      keep={words.signOffLater}
      danger={false}
      busy={signOff.isPending}
      onConfirm={(close) => signOff.mutate(undefined, { onSuccess: close })}
      trigger={(open) => (
        <Button leftSection={<IconChecks size={20} aria-hidden />} onClick={open} {...look}>
          {words.actions.sign_off}
        </Button>
      )}
    >
      <Suspense>
        <WorkDone orderId={id} />
      </Suspense>
    </Confirm>
  );
}
