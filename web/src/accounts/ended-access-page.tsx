import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useMe } from '../api/session.ts';
import { channelWords } from '../channels/channel-words.ts';
import { canPush, PushRefused, subscribeDevice } from '../channels/push-device.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { AccountList, AccountRow, useAccountList } from './account-list.tsx';
import { addPasskey, canAddPasskey } from './add-passkey.ts';
import { calendarKey, NewAddress } from './calendar-address.tsx';
import { endedKey, endedPath, readEnded } from './ended-access.ts';
import { endedWords } from './ended-words.ts';
import { issuersQuery, keepNext } from './issuers.ts';
import { OwnPhone } from './own-phone.tsx';
import { passkeyWords } from './passkey-words.ts';

/** What a password reset has ended. Each thing is added again with one button. */
export function EndedAccessPage() {
  const words = useWords(endedWords);
  const navigate = useNavigate();
  const list = useAccountList(endedKey, readEnded);
  const dismiss = useAction({
    act: () => read(api.POST('/api/common/ended-access/dismiss')),
    invalidates: [endedKey],
    onSuccess: () => void navigate('/'),
  });
  const createAddress = useAction({ act: () => read(api.POST('/api/common/calendar-feed')), invalidates: [endedKey, calendarKey] });
  return (
    <Page title={words.title} narrow>
      <AccountList
        words={{ title: words.title, intro: words.text, none: words.nothing }}
        hidesTitle
        list={list}
        row={(ended) => <EndedRow key={ended.id} ended={ended} createAddress={createAddress} />}
      >
        {createAddress.data === undefined ? null : <NewAddress url={createAddress.data.url} />}
      </AccountList>
      {list.items?.some(({ kind }) => kind === 'phone_confirmation') ? <OwnPhone invalidates={[endedKey]} /> : null}
      <Contacts />
      <Button loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {words.done}
      </Button>
    </Page>
  );
}

interface EndedRowProps {
  ended: Shape<'EndedAccess'>;
  createAddress: { isPending: boolean; mutate(): void };
}

function EndedRow({ ended: { kind, name, issuerId }, createAddress }: EndedRowProps) {
  const words = useWords(endedWords);
  const shownName = name ?? (kind === 'device' ? words.unnamed : words.kind[kind]);
  return (
    <AccountRow name={shownName} notes={[shownName === words.kind[kind] ? null : words.kind[kind], words.note[kind]]}>
      {kind === 'passkey' ? <PasskeyAgain name={shownName} /> : null}
      {kind === 'sign_in_provider' && issuerId !== null ? <LinkAgain issuerId={issuerId} name={shownName} /> : null}
      {kind === 'push_device' ? <PushAgain name={shownName} /> : null}
      {kind === 'calendar_address' ? (
        <Button variant="default" loading={createAddress.isPending} onClick={() => createAddress.mutate()}>
          {words.createAddress}
        </Button>
      ) : null}
    </AccountRow>
  );
}

function PasskeyAgain({ name }: { name: string }) {
  const words = useWords(endedWords);
  const { added, failed } = useWords(passkeyWords);
  const explain = useProblemWords();
  const add = useAction({ act: () => addPasskey(name), invalidates: [endedKey], successMessage: added, showsOwnErrors: true });
  if (!canAddPasskey()) return null;
  return (
    <>
      {add.isError ? (
        <Alert color="clay" role="alert">
          {add.error instanceof Problem ? explain(add.error) : failed}
        </Alert>
      ) : null}
      <Button variant="default" aria-label={words.addPasskeyLabel(name)} loading={add.isPending} onClick={() => add.mutate()}>
        {words.addPasskey}
      </Button>
    </>
  );
}

/** Not offered if an admin has turned the provider off. */
function LinkAgain({ issuerId, name }: { issuerId: number; name: string }) {
  const words = useWords(endedWords);
  const isOffered = useQuery(issuersQuery).data?.content.some(({ id }) => id === issuerId);
  const start = useAction({
    act: () => read(api.POST('/api/common/identity/start', { body: { issuerId } })),
    onSuccess: ({ authorizationUrl }) => {
      keepNext(endedPath);
      location.assign(authorizationUrl);
    },
  });
  if (isOffered !== true) return null;
  return (
    <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {words.link(name)}
    </Button>
  );
}

function PushAgain({ name }: { name: string }) {
  const words = useWords(endedWords);
  const channels = useWords(channelWords);
  const turnOn = useAction({
    act: () => subscribeDevice(),
    invalidates: [endedKey],
    successMessage: channels.turnedOn,
    showsOwnErrors: (error) => error instanceof PushRefused,
  });
  if (!canPush()) return null;
  return (
    <>
      {turnOn.error instanceof PushRefused ? (
        <Alert color="clay" role="alert">
          {channels[turnOn.error.reason]}
        </Alert>
      ) : null}
      <Button variant="default" aria-label={words.turnOnLabel(name)} loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
        {words.turnOn}
      </Button>
    </>
  );
}

/** An intruder may have entered another address or number: to these, new passwords and codes are sent. */
function Contacts() {
  const words = useWords(endedWords);
  const { email, phoneNumber } = useMe();
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.contactTitle}</Title>
        <Text c="dimmed">{words.contactText}</Text>
        {[email, phoneNumber].map((contact) => (contact === null ? null : <Text key={contact}>{contact}</Text>))}
        <Button component={Link} to="/account" variant="default">
          {words.change}
        </Button>
      </Stack>
    </Card>
  );
}
