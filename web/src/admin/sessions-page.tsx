import { Alert, Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { sessionsKey } from './admin-keys.ts';
import { CatalogPage, CatalogRow } from './catalog-page.tsx';
import { sessionsQuery } from './catalog-queries.ts';
import { catalogWords } from './catalog-words.ts';
import { SessionForm } from './session-form.tsx';

export function SessionsPage() {
  const { sessions: words } = useWords(catalogWords);
  const list = useInfiniteQuery(sessionsQuery);
  return (
    <CatalogPage
      words={words}
      intro={words.intro}
      exports={<ListExport list="/api/admin/session" query={{ sort: ['startTime,asc'] }} />}
      list={list}
      nameOf={useFormat().session}
      row={(session, edit) => <SessionRow session={session} edit={edit} />}
      form={(session, close) => <SessionForm session={session} close={close} />}
    />
  );
}

function SessionRow({ session, edit }: { session: Shape<'SessionPlaces'>; edit(): void }) {
  const { id, capacity, maxArea, active } = session;
  const { sessions: words } = useWords(catalogWords);
  const format = useFormat();
  const [inUse, setInUse] = useState(false);
  return (
    <>
      <CatalogRow
        words={words}
        name={format.session(session)}
        note={maxArea === null ? words.places(capacity) : `${words.places(capacity)}, ${words.areaAtMost(format.area(maxArea))}`}
        active={active}
        edit={edit}
        changes={sessionsKey}
        act={(on) => read(api.PATCH('/api/admin/session/{id}', { params: { path: { id } }, body: { active: on } }))}
        onFailed={(error) => setInUse(error instanceof Problem && error.code === 'SESSION_IN_USE')}
      />
      {inUse && active ? (
        <Alert color="clay" m="sm" mt={0}>
          {words.inUse}{' '}
          <Anchor component={Link} to="/" underline="always">
            {words.seeOrders}
          </Anchor>
        </Alert>
      ) : null}
    </>
  );
}
