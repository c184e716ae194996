import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { useWords } from '../../ui/language.tsx';
import { SignOffButton } from '../action-button.tsx';
import { type FarmerOrder, useWork } from '../farmer-queries.ts';
import { Section } from '../section.tsx';
import { farmerOrderWords } from './farmer-order-words.ts';
import { Objection } from './objection.tsx';
import styles from './sign-off.module.css';

/** Until sign-off: a button to object, and the sign-off code for the crew. While an objection is open, only the farmer can sign off. */
export function SignOff({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const underWay = order.orderStatus === 'in_progress';
  const work = useWork(order);
  const code = useQuery({
    queryKey: [...orderKey(order.id), 'sign-off-code'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}/sign-off-code', { params: { path: { id: order.id } }, signal })),
    enabled: underWay,
    // The code never changes, so it is cached for use without a network.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!underWay || work === undefined || work.signedOff) return null;
  const { reported, objected } = work;
  return (
    <>
      {reported ? <Objection order={order} objected={objected} /> : null}
      {objected ? (
        <Section title={words.signOffTitle}>
          <Text>{words.stillSignOff}</Text>
          <SignOffButton id={order.id} variant="default" />
        </Section>
      ) : (
        <Section title={words.code}>
          <Text>{words.codeText}</Text>
          {code.data === undefined ? null : (
            <output className={styles.code}>
              <span>{code.data.code.slice(0, 3)}</span> <span>{code.data.code.slice(3)}</span>
            </output>
          )}
        </Section>
      )}
    </>
  );
}
