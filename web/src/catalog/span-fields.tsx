import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Segments } from '../ui/segments.tsx';
import { spanWords } from './span-words.ts';

export type SpanValues = {
  from: string;
  to: string;
  part: 'all' | 'some';
  sessionIds: string[];
};

export const startingToday = (today: string): SpanValues => ({ from: today, to: today, part: 'all', sessionIds: [] });

export const spanBody = ({ from, to, part, sessionIds }: SpanValues) => ({
  from,
  to,
  ...(part === 'all' ? {} : { sessionIds: sessionIds.map(Number) }),
});

/** Error texts by field; null: the field is valid. */
export function useSpanValidation(required: string) {
  const words = useWords(spanWords);
  return {
    from: (from: string) => (from === '' ? required : null),
    to: (to: string, { from }: SpanValues) => (to === '' ? required : to < from ? words.toEarlier : null),
    sessionIds: (ids: string[], { part }: SpanValues) => (part === 'some' && ids.length === 0 ? words.chooseSession : null),
  };
}

interface SpanFieldsProps {
  values: SpanValues;
  errors: Partial<Record<string, unknown>>;
  set(name: keyof SpanValues, value: SpanValues[keyof SpanValues]): void;
  min: string;
}

/** First and last day, and which sessions of each. */
export function SpanFields({ values, errors, set, min }: SpanFieldsProps) {
  const words = useWords(spanWords);
  const format = useFormat();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read(api.GET('/api/common/session', { params: { query: { pageable: { page: 0, size: 100 } } }, signal })),
  });
  const changeFrom = (from: string) => {
    set('from', from);
    if (values.to < from) set('to', from);
  };
  return (
    <Stack>
      <Group grow align="flex-start">
        <TextInput
          label={words.from}
          type="date"
          required
          min={min}
          value={values.from}
          error={errors.from as string | undefined}
          onChange={({ currentTarget }) => changeFrom(currentTarget.value)}
        />
        <TextInput
          label={words.to}
          type="date"
          required
          min={values.from === '' ? min : values.from}
          value={values.to}
          error={errors.to as string | undefined}
          onChange={({ currentTarget }) => set('to', currentTarget.value)}
        />
      </Group>
      <Segments
        fullWidth
        aria-label={words.sessions}
        value={values.part}
        onChange={(part) => set('part', part)}
        data={[
          { value: 'all', label: words.wholeDays },
          { value: 'some', label: words.someSessions },
        ]}
      />
      {values.part === 'all' ? null : (
        <Checkbox.Group
          label={words.someSessions}
          value={values.sessionIds}
          onChange={(ids) => set('sessionIds', ids)}
          error={errors.sessionIds as string | undefined}
        >
          <Group gap="xs" mt={4}>
            {sessions.data?.content.map((session) => (
              <Checkbox
                key={session.id}
                value={String(session.id)}
                label={format.session(session)}
                size="md"
                styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
