import { Badge, Button } from '@mantine/core';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { AccountList, AccountRow, RemoveButton, useAccountList } from './account-list.tsx';
import { deviceWords } from './device-words.ts';

const devicesKey = ['devices'] as const;

/** The devices on which the user is signed in. */
export function DeviceList() {
  const words = useWords(deviceWords);
  const list = useAccountList(devicesKey, (page, signal) =>
    read(api.GET('/api/common/device', { params: { query: { pageable: { page, size: 10 } } }, signal })),
  );
  const signOutOthers = useAction({
    act: () => read(api.POST('/api/common/device/sign-out-others')),
    invalidates: [devicesKey],
    successMessage: words.othersDone,
  });
  return (
    <AccountList words={words} list={list} row={(device) => <DeviceRow key={device.id} device={device} />}>
      {list.items?.some(({ current }) => !current) ? (
        <Confirm
          title={words.othersTitle}
          text={words.othersText}
          action={words.others}
          busy={signOutOthers.isPending}
          onConfirm={(close) => signOutOthers.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="default" onClick={open}>
              {words.others}
            </Button>
          )}
        />
      ) : null}
    </AccountList>
  );
}

function DeviceRow({ device: { id, browser, system, signedInAt, lastUsedAt, current } }: { device: Shape<'Device'> }) {
  const words = useWords(deviceWords);
  const format = useFormat();
  const name = words.device(browser, system);
  const signOut = useAction({
    act: () => read(api.DELETE('/api/common/device/{id}', { params: { path: { id } } })),
    invalidates: [devicesKey],
    successMessage: words.signedOut,
  });
  return (
    <AccountRow
      name={name}
      notes={[words.signedIn(format.moment(signedInAt)), lastUsedAt === null ? null : words.lastUsed(format.moment(lastUsedAt))]}
    >
      {current ? (
        <Badge size="lg" variant="light" tt="none">
          {words.current}
        </Badge>
      ) : (
        <RemoveButton
          title={words.signOutTitle}
          text={words.signOutText(name)}
          action={words.signOut}
          label={words.signOutLabel(name)}
          removal={signOut}
        />
      )}
    </AccountRow>
  );
}
