import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Empty } from '../ui/states.tsx';
import { sessionsKey } from './admin-keys.ts';
import { sessionsQuery } from './catalog-queries.ts';
import { catalogWords } from './catalog-words.ts';
import { companyWords } from './company-words.ts';
import { OnOff } from './on-off.tsx';
import { Part } from './part.tsx';
import styles from './rows.module.css';
import { SessionSheet } from './session-sheet.tsx';
import { ShownPages } from './shown-pages.tsx';
import { SwitchButton } from './switch-button.tsx';

type Session = Shape<'SessionPlaces'>;

export function SessionsPage() {
  const { sessions: words } = useWords(catalogWords);
  const [edited, setEdited] = useState<Session | 'new' | undefined>();
  const list = useInfiniteQuery(sessionsQuery);
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  return (
    <Part title={words.title} narrow actions={add}>
      <Text>{words.intro}</Text>
      <ShownPages list={list} empty={<Empty title={words.none} text={words.noneText} />}>
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} edit={() => setEdited(session)} />
            ))}
          </ul>
        )}
      </ShownPages>
      <SessionSheet session={edited} close={() => setEdited(undefined)} />
    </Part>
  );
}

function SessionRow({ session, edit }: { session: Session; edit(): void }) {
  const { id, capacity, active } = session;
  const { sessions: words } = useWords(catalogWords);
  const { change } = useWords(companyWords);
  const time = useFormat().session(session);
  const [inUse, setInUse] = useState(false);
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.main}>
          <span className={styles.big}>{time}</span>
          <span className={styles.note}>{words.places(capacity)}</span>
        </span>
        <OnOff on={active} words={{ on: words.bookable, off: words.notBookable }} />
        <span className={styles.tools}>
          <Button variant="default" aria-label={`${change}: ${time}`} onClick={edit}>
            {change}
          </Button>
          <SwitchButton
            active={active}
            name={time}
            offTitle={words.offTitle(time)}
            offText={words.offText}
            done={{ on: words.turnedOn, off: words.turnedOff }}
            changes={[sessionsKey]}
            act={(on) => read(api.PATCH('/api/admin/session/{id}', { params: { path: { id } }, body: { active: on } }))}
            onFailed={(error) => setInUse(error instanceof Problem && error.code === 'SESSION_IN_USE')}
          />
        </span>
      </div>
      {inUse && active ? (
        <Alert color="clay" m="sm" mt={0}>
          {words.inUse}{' '}
          <Anchor component={Link} to="/" underline="always">
            {words.seeOrders}
          </Anchor>
        </Alert>
      ) : null}
    </li>
  );
}
