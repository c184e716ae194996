import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import { telephoneLink } from '../../ui/device-links.ts';
import { Keys } from '../../ui/keys.tsx';
import { useLanguage, useWords } from '../../ui/language.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { useProblemWords } from '../../ui/problem-words.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { stateWords } from '../../ui/state-words.ts';
import { Loading, QueryBoundary } from '../../ui/states.tsx';
import { BanOverride } from './ban-override.tsx';
import { CrewByHand } from './crew-by-hand.tsx';
import styles from './office-order.module.css';
import { type Order, type User, useOfficeAction } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';
import { OrderPin } from './order-pin.tsx';

interface OrderCrewProps {
  order: Order;
  tag: string | null;
  level: 2 | 3;
}

/** The crew of the order and, while it can change, the suggestions. */
export function OrderCrew({ order, tag, level }: OrderCrewProps) {
  const words = useWords(officeOrderWords);
  const states = useWords(stateWords);
  const [changing, setChanging] = useState(false);
  const { id, orderStatus } = order;
  const crew = useQuery({
    queryKey: [...orderKey(id), 'sprayers'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/sprayers', { params: { path: { id } }, signal })),
  });
  const assignable = orderStatus === 'confirmed' || orderStatus === 'assigned';
  return (
    <section>
      <Title order={level} size="h3" mb="xs">
        {words.crew}
      </Title>
      <QueryBoundary
        query={crew}
        loading={<Loading lines={1} />}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <Text c="dimmed">{orderStatus === 'pending' ? words.crewAfterConfirm : words.noCrew}</Text>,
        }}
      >
        {({ content }) => (
          <ul className={styles.people}>
            {content.map(({ id: sprayerId, fullName, phoneNumber, expertise }) => (
              <li key={sprayerId}>
                <span>
                  {fullName}
                  {expertise === null ? null : <span className={styles.quiet}> · {states.expertise[expertise]}</span>}
                </span>
                {phoneNumber === null ? null : (
                  <a className={styles.phone} href={telephoneLink(phoneNumber)} aria-label={words.call(fullName, formatPhone(phoneNumber))}>
                    {formatPhone(phoneNumber)}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {orderStatus === 'assigned' ? (
        <Button variant="default" mt="sm" onClick={() => setChanging(!changing)} aria-expanded={changing}>
          {changing ? words.keepCrew : words.changeCrew}
        </Button>
      ) : null}
      <OrderPin order={order} />
      {assignable && (orderStatus === 'confirmed' || changing) ? (
        <Choosing order={order} tag={tag} level={level === 2 ? 3 : 4} onDone={() => setChanging(false)} />
      ) : null}
    </section>
  );
}

const isBanned = (error: unknown): error is Problem => error instanceof Problem && error.code === 'CREW_BANNED';

function Choosing({ order, tag, level, onDone }: { order: Order; tag: string | null; level: 3 | 4; onDone(): void }) {
  const words = useWords(officeOrderWords);
  const { language } = useLanguage();
  const { id } = order;
  const [byHand, setByHand] = useState(false);
  const suggestions = useQuery({
    // The service returns the reasons in the requested language.
    queryKey: [...orderKey(id), 'suggestions', order.date, order.session.id, language],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/order/{id}/sprayer-suggestions', {
          params: { path: { id }, query: { pageable: { page: 0, size: 5 } } },
          signal,
        }),
      ),
  });
  const [banned, setBanned] = useState<{ crew: readonly User[]; message: string }>();
  const explain = useProblemWords();
  const namesOf = (crew: readonly User[]) => crew.map(({ fullName }) => fullName).join(words.and);
  const assign = useOfficeAction({
    id,
    act: ({ crew, overrideReason }: { crew: readonly User[]; overrideReason?: string }, idempotencyKey) =>
      readVersioned(
        api.PUT('/api/receptionist/order/{id}/sprayers', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
          body: { sprayerIds: crew.map((sprayer) => sprayer.id), ...(overrideReason === undefined ? {} : { overrideReason }) },
        }),
      ),
    done: (_, { crew }) => words.assigned(namesOf(crew)),
    showsOwnErrors: isBanned,
    onDone,
  });
  const send = (crew: readonly User[]) => {
    const onError = (error: unknown) => {
      if (isBanned(error)) setBanned({ crew, message: explain(error) });
    };
    if (!assign.isPending) assign.mutate({ crew }, { onError });
  };
  const content = suggestions.data?.content ?? [];
  useShortcuts(
    words.suggestions,
    content.length === 0
      ? []
      : [
          { keys: 'A', description: words.assignFirst, run: () => send(content[0]?.sprayers ?? []) },
          ...content.map(({ sprayers }, n) => ({
            keys: String(n + 1),
            description: words.assign(namesOf(sprayers)),
            run: () => send(sprayers),
          })),
        ],
  );
  const noneFree = suggestions.error instanceof Problem && suggestions.error.code === 'NO_CREW_FREE';
  return (
    <Stack gap="xs" mt="md">
      <div>
        <Title order={level} size="h4">
          {words.suggestions}
        </Title>
        {content.length === 0 ? null : (
          <Text size="sm" c="dimmed" visibleFrom="sm">
            {words.suggestionsHint}
          </Text>
        )}
      </div>
      {noneFree ? (
        <Alert color="sky">{words.noneFree}</Alert>
      ) : (
        <QueryBoundary query={suggestions} loading={<Loading lines={2} />}>
          {(page) => (
            <ol className={styles.suggestions}>
              {page.content.map(({ sprayers, reason }, n) => (
                <li key={sprayers.map((sprayer) => sprayer.id).join()}>
                  <button
                    type="button"
                    className={styles.suggestion}
                    data-first={n === 0 || undefined}
                    disabled={assign.isPending}
                    onClick={() => send(sprayers)}
                  >
                    <Keys keys={String(n + 1)} hidden />
                    <span>
                      <span className="visually-hidden">{words.assign(namesOf(sprayers))}. </span>
                      {reason}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          )}
        </QueryBoundary>
      )}
      {byHand ? (
        <CrewByHand order={order} busy={assign.isPending} onChoose={send} />
      ) : (
        <Button variant="subtle" color="sky" onClick={() => setByHand(true)} justify="flex-start">
          {words.byHand}
        </Button>
      )}
      <BanOverride
        message={banned?.message}
        busy={assign.isPending}
        close={() => setBanned(undefined)}
        onSend={(overrideReason) => {
          if (banned !== undefined) assign.mutate({ crew: banned.crew, overrideReason }, { onSuccess: () => setBanned(undefined) });
        }}
      />
    </Stack>
  );
}
