import { Text } from '@mantine/core';
import { initials } from '../../ui/initials.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { Loading, QueryBoundary } from '../../ui/states.tsx';
import { CallButton } from '../call-button.tsx';
import { type FarmerOrder, hasCrew, useCrew } from '../farmer-queries.ts';
import { Section } from '../section.tsx';
import styles from './farmer-order-crew.module.css';
import { farmerOrderWords } from './farmer-order-words.ts';

export function OrderCrew({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const { expertise: skills } = useWords(stateWords);
  const crew = useCrew(order);
  if (order.orderStatus === 'cancelled') return null;
  return (
    <Section title={words.crew}>
      {hasCrew(order.orderStatus) ? (
        <QueryBoundary
          query={crew}
          loading={<Loading lines={1} />}
          empty={{ when: ({ content }) => content.length === 0, show: <Text>{words.noCrew}</Text> }}
        >
          {({ content }) => (
            <ul className={styles.crew}>
              {content.map(({ id, fullName, expertise, phoneNumber }) => (
                <li key={id} className={styles.member}>
                  <span className={styles.initials} aria-hidden>
                    {initials(fullName)}
                  </span>
                  <div className={styles.name}>
                    <Text fw={600}>{fullName}</Text>
                    {expertise === null ? null : <Text c="dimmed">{skills[expertise]}</Text>}
                  </div>
                  {phoneNumber === null || order.orderStatus === 'completed' ? null : (
                    <CallButton phoneNumber={phoneNumber} label={words.callName(fullName)}>
                      {words.call}
                    </CallButton>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryBoundary>
      ) : (
        <Text>{words.noCrew}</Text>
      )}
    </Section>
  );
}
