import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useCustomers } from '../customers/customer-queries.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { formatPhone } from '../ui/phone-number.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Segments } from '../ui/segments.tsx';
import { uiWords } from '../ui/words.ts';
import { crewRulesKey, sprayerPlanningQuery } from './crew-rule-queries.ts';
import { crewRuleWords } from './crew-rule-words.ts';

interface Named {
  id: number;
  fullName: string;
}

/** Form for a ban: a sprayer, and a farmer or another sprayer. */
export function BanForm({ close }: { close(): void }) {
  const words = useWords(crewRuleWords);
  const { required } = useWords(uiWords);
  const { data: sprayers = [] } = useQuery(sprayerPlanningQuery);
  const [kind, setKind] = useState<'farmer' | 'pair'>('farmer');
  const [sprayerId, setSprayerId] = useState('');
  const [otherId, setOtherId] = useState('');
  const [farmer, setFarmer] = useState<Named>();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const add = useAction({
    act: (body: Shape<'NewCrewBan'>, idempotencyKey) =>
      read(api.POST('/api/receptionist/crew-ban', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [crewRulesKey],
    successMessage: ({ openJobs }) => words.banAdded(openJobs),
    onSuccess: close,
  });
  const isComplete = sprayerId !== '' && reason.trim() !== '' && (kind === 'farmer' ? farmer !== undefined : otherId !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isComplete) return;
    const whom = kind === 'farmer' ? { farmerId: farmer?.id ?? 0 } : { otherSprayerId: Number(otherId) };
    add.mutate({ sprayerId: Number(sprayerId), ...whom, reason });
  };
  const choices = (without: string) => [
    { value: '', label: '–' },
    ...sprayers
      .filter(({ sprayer }) => String(sprayer.id) !== without)
      .map(({ sprayer }) => ({ value: String(sprayer.id), label: sprayer.fullName })),
  ];
  const missing = (isMissing: boolean) => (isTried && isMissing ? required : undefined);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NativeSelect
          size="md"
          label={words.sprayer}
          required
          data={choices('')}
          value={sprayerId}
          error={missing(sprayerId === '')}
          onChange={({ currentTarget }) => setSprayerId(currentTarget.value)}
        />
        <Segments
          fullWidth
          aria-label={words.banKind}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'farmer', label: words.kinds.farmer },
            { value: 'pair', label: words.kinds.pair },
          ]}
        />
        {kind === 'pair' ? (
          <NativeSelect
            size="md"
            label={words.otherSprayer}
            required
            data={choices(sprayerId)}
            value={otherId}
            error={missing(otherId === '')}
            onChange={({ currentTarget }) => setOtherId(currentTarget.value)}
          />
        ) : farmer === undefined ? (
          <ChooseFarmer choose={setFarmer} error={missing(true)} />
        ) : (
          <Group justify="space-between">
            <Text>
              {words.farmer}: <strong>{farmer.fullName}</strong>
            </Text>
            <Button variant="default" onClick={() => setFarmer(undefined)}>
              {words.otherFarmer}
            </Button>
          </Group>
        )}
        <TextInput
          label={words.reason}
          required
          maxLength={500}
          value={reason}
          error={missing(reason.trim() === '')}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          {words.addBan}
        </Button>
      </Stack>
    </form>
  );
}

const shownFarmers = 5;

function ChooseFarmer({ choose, error }: { choose(farmer: Named): void; error: string | undefined }) {
  const words = useWords(crewRuleWords);
  const [search, setSearch] = useState('');
  const list = useCustomers(search, shownFarmers);
  const found = search === '' ? [] : (list.data?.pages.flatMap(({ content }) => content) ?? []).slice(0, shownFarmers);
  return (
    <Stack gap="xs">
      <SearchField label={words.farmerSearch} maxLength={100} text={search} onSearch={setSearch} />
      {error === undefined ? null : (
        <Text role="alert" size="sm" c="var(--clay-text)">
          {error}
        </Text>
      )}
      {search !== '' && found.length === 0 && !list.isFetching ? <Text c="dimmed">{words.noFarmer}</Text> : null}
      {found.length === 0 ? null : (
        <ul className={styles.list}>
          {found.map(({ id, fullName, phoneNumber, city }) => (
            <li key={id} className={styles.row}>
              <span className={styles.main}>
                <strong>{fullName}</strong>
                <span className={styles.note}>{[phoneNumber && formatPhone(phoneNumber), city].filter(Boolean).join(' · ')}</span>
              </span>
              <Button variant="default" onClick={() => choose({ id, fullName })}>
                {words.choose(fullName)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
