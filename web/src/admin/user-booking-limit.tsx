import { Button, Card, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, usersKey } from './admin-keys.ts';
import { usersWords } from './users-words.ts';

const limitKey = (id: number) => [...usersKey, 'one', id, 'booking-limit'];

/** How many open bookings a farmer may have. */
export function UserBookingLimit({ farmerId }: { farmerId: number }) {
  const words = useWords(usersWords);
  const query = useQuery({
    queryKey: limitKey(farmerId),
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/farmer/{id}/booking-limit', { params: { path: { id: farmerId } }, signal })),
  });
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.bookings}</Title>
        <QueryBoundary query={query}>{(known) => <LimitForm key={String(known.limit)} farmerId={farmerId} known={known} />}</QueryBoundary>
      </Stack>
    </Card>
  );
}

function LimitForm({ farmerId, known }: { farmerId: number; known: Shape<'BookingLimit'> }) {
  const words = useWords(usersWords);
  const { save, saved } = useWords(uiWords);
  const queries = useQueryClient();
  const [typed, setTyped] = useState<number | string>(known.limit ?? '');
  const limit = typed === '' ? null : Number(typed);
  const change = useAction({
    act: () => read(api.PUT('/api/receptionist/farmer/{id}/booking-limit', { params: { path: { id: farmerId } }, body: { limit } })),
    invalidates: [auditKey],
    successMessage: saved,
    onSuccess: (changed) => queries.setQueryData(limitKey(farmerId), changed),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
      noValidate
    >
      <Stack>
        <Text>{words.openBookings(known.openBookings)}</Text>
        <NumberInput
          label={words.bookingLimit}
          description={words.bookingLimitHint(known.companyLimit)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={String(known.companyLimit)}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" loading={change.isPending} disabled={limit === known.limit}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}
