import { Button, Card, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { IconBell } from '../icons/bell.ts';
import { IconBellOff } from '../icons/bell-off.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { ChannelOrder } from './channel-order.tsx';
import { channelWords } from './channel-words.ts';
import { canPush, isSubscribed, PushRefused, subscribeDevice, unsubscribeDevice } from './push-device.ts';

type Preference = Shape<'ChannelPreference'>;
type OwnChannel = Preference['channels'][number];

const preferenceKey = ['channel-preference'] as const;
const deviceKey = ['push-subscription'] as const;

/** How the signed-in user gets messages. */
export function OwnChannels() {
  const words = useWords(channelWords);
  const query = useQuery({
    queryKey: preferenceKey,
    queryFn: ({ signal }) => read(api.GET('/api/common/channel-preference', { signal })),
  });
  return (
    <Card component="section">
      <Stack>
        <div>
          <Title order={2}>{words.ownTitle}</Title>
          <Text c="dimmed">{words.ownText}</Text>
        </div>
        <QueryBoundary query={query}>{(preference) => <Choices preference={preference} />}</QueryBoundary>
      </Stack>
    </Card>
  );
}

function Choices({ preference }: { preference: Preference }) {
  const words = useWords(channelWords);
  const queries = useQueryClient();
  const change = useAction({
    act: ({ channels, plainSms }: Pick<Preference, 'channels' | 'plainSms'>) =>
      read(
        api.PUT('/api/common/channel-preference', {
          body: { channels: channels.map(({ channel, enabled }) => ({ channel, enabled })), plainSms },
        }),
      ),
    onSuccess: (changed) => queries.setQueryData(preferenceKey, changed),
  });
  const { channels, plainSms, quietFrom, quietTo } = preference;
  // A channel that the company does not have is kept in its place, and not shown.
  const shown = channels.filter(({ state }) => state !== 'not_set_up');
  const hidden = channels.filter(({ state }) => state === 'not_set_up');
  const save = (changed: OwnChannel[]) => change.mutate({ channels: [...changed, ...hidden], plainSms });
  const hint = ({ channel, state }: OwnChannel) => {
    if (state === 'stopped') return words.state.stopped;
    if (state === 'not_supported') return words.state.notSupported;
    if (state !== 'no_address') return undefined;
    return channel === 'push' ? words.state.push : channel === 'mail' ? words.state.mail : words.state.phone;
  };
  const hasPush = shown.some(({ channel }) => channel === 'push');
  const hasSms = shown.some(({ channel }) => channel === 'sms');
  return (
    <>
      <ChannelOrder items={shown} nameOf={({ channel }) => words.channel[channel]} keyOf={({ channel }) => channel} onChange={save}>
        {(own) => (
          <Switch
            size="lg"
            label={words.own[own.channel]}
            description={hint(own)}
            disabled={own.state === 'no_address' && own.channel !== 'push'}
            checked={own.enabled && (own.state !== 'no_address' || own.channel === 'push')}
            onChange={({ currentTarget: { checked } }) =>
              save(shown.map((other) => (other.channel === own.channel ? { ...other, enabled: checked } : other)))
            }
          />
        )}
      </ChannelOrder>
      {hasPush ? <ThisDevice /> : null}
      {hasSms ? (
        <Switch
          size="lg"
          label={words.plainSms}
          description={words.plainSmsHint}
          checked={plainSms}
          onChange={({ currentTarget: { checked } }) => change.mutate({ channels, plainSms: checked })}
        />
      ) : null}
      {shown.some(({ channel }) => channel !== 'mail') && quietFrom !== quietTo ? (
        <Text c="dimmed" size="sm">
          {words.quiet(quietFrom, quietTo)}
        </Text>
      ) : null}
    </>
  );
}

function ThisDevice() {
  const words = useWords(channelWords);
  const subscription = useQuery({ queryKey: deviceKey, queryFn: isSubscribed, gcTime: 0 });
  const isOn = subscription.data === true;
  const change = useAction({
    act: (turnOn: boolean) => (turnOn ? subscribeDevice() : unsubscribeDevice()),
    invalidates: [deviceKey, preferenceKey],
    successMessage: isOn ? words.turnedOff : words.turnedOn,
    showsOwnErrors: (error) => error instanceof PushRefused,
    onError: (error) => {
      if (error instanceof PushRefused) notifications.show({ message: words[error.reason], color: 'clay', autoClose: 10_000 });
    },
  });
  if (!canPush()) return <Text c="dimmed">{words.notPossible}</Text>;
  return (
    <Button
      variant="default"
      leftSection={isOn ? <IconBellOff size={20} aria-hidden /> : <IconBell size={20} aria-hidden />}
      loading={change.isPending}
      onClick={() => change.mutate(!isOn)}
    >
      {isOn ? words.turnOffHere : words.turnOnHere}
    </Button>
  );
}
