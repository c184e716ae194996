import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { recordWords } from '../spray-records/record-words.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey } from './admin-keys.ts';
import { SettingCard } from './setting-card.tsx';

type Setting = Shape<'SprayRecordSetting'>;
const settingKey = ['spray-record-setting'] as const;

/** The law that says what a spray record must hold. */
export function SprayRecordSettings() {
  const { setting: words } = useWords(recordWords);
  const query = useQuery({
    queryKey: settingKey,
    queryFn: ({ signal }) => read(api.GET('/api/admin/spray-record-setting', { signal })),
  });
  return (
    <SettingCard words={words} query={query}>
      {(setting) => <ProfileForm setting={setting} />}
    </SettingCard>
  );
}

/** The result of the daily check for changes by other means than the service. */
function LastCheck({ check: { checkedAt, versions, fault } }: Pick<Setting, 'check'>) {
  const { setting: words } = useWords(recordWords);
  const format = useFormat();
  if (checkedAt === null) return <Text c="dimmed">{words.notChecked}</Text>;
  const at = format.moment(checkedAt);
  if (fault === null) return <Text c="dimmed">{words.checked(at, format.number(versions))}</Text>;
  return (
    <Alert color="clay" title={words.faultTitle} icon={<IconAlertTriangle aria-hidden />}>
      {words.fault(fault.record, at)}
    </Alert>
  );
}

function ProfileForm({ setting }: { setting: Setting }) {
  const { setting: words, fields: names } = useWords(recordWords);
  const { saved } = useWords(uiWords);
  const queries = useQueryClient();
  const [profile, setProfile] = useState(setting.profile);
  const chosen = setting.profiles.find(({ id }) => id === profile);
  const change = useAction({
    act: (body: { profile: Setting['profile'] }, idempotencyKey) =>
      read(api.PUT('/api/admin/spray-record-setting', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [auditKey],
    successMessage: saved,
    onSuccess: (changed) => queries.setQueryData(settingKey, changed),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ profile });
      }}
    >
      <Stack>
        <LastCheck check={setting.check} />
        <NativeSelect
          size="md"
          label={words.profile}
          data={setting.profiles.map(({ id }) => ({ value: id, label: words.profiles[id] }))}
          value={profile}
          onChange={(event) => setProfile(event.currentTarget.value as Setting['profile'])}
        />
        {chosen === undefined ? null : (
          <Text c="dimmed">
            {chosen.fields.length === 0 ? '' : `${chosen.fields.map((field) => names[field]).join(', ')}. `}
            {words.deadline(chosen.deadlineHours)}
          </Text>
        )}
        <Button type="submit" loading={change.isPending} disabled={profile === setting.profile}>
          {words.update}
        </Button>
      </Stack>
    </form>
  );
}
