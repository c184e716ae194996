import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { ordersKey } from '../../api/live.ts';
import { daysInWeek, firstDayOf, weekOf } from '../../catalog/availability-rules.ts';
import { IconAlertTriangle } from '../../icons/alert-triangle.ts';
import { HarvestWarning } from '../../spray-records/harvest-warning.tsx';
import { IntervalWarning } from '../../spray-records/interval-warning.tsx';
import { useAction } from '../../ui/action.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useReasons } from '../../weather/reasons.ts';
import { findWindow, type Place, usePlaceWindows } from '../../weather/spray-windows.ts';
import { bookingCheckWords } from './booking-check-words.ts';
import { checkedBooking, type Draft, orderOf } from './booking-draft.ts';

/** Checks of the service for a complete booking before it is placed. `farmerId`: the caller, for the office. */
function useBookingCheck(draft: Draft, farmerId: number | undefined) {
  const query = checkedBooking(draft);
  return useQuery({
    queryKey: [...ordersKey, 'check', farmerId ?? null, query ?? null],
    queryFn: ({ signal }) => {
      const asked = query as NonNullable<typeof query>;
      return farmerId === undefined
        ? read(api.GET('/api/farmer/booking-check', { params: { query: asked }, signal }))
        : read(api.GET('/api/receptionist/booking-check', { params: { query: { ...asked, farmerId } }, signal }));
    },
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  }).data;
}

interface BookingWarningsProps {
  draft: Draft;
  /** The caller; undefined: the farmer books. */
  farmerId?: number;
}

/** Warnings before a booking: weather, the same field in another open booking, and an area that does not fit. */
export function BookingWarnings({ draft, farmerId }: BookingWarningsProps) {
  const words = useWords(bookingCheckWords);
  const format = useFormat();
  const check = useBookingCheck(draft, farmerId);
  const { field, slot } = draft;
  const visit = field === undefined || slot === undefined ? undefined : { ...field, date: slot.date, sessionId: slot.session.id };
  const intervals = (
    <>
      <StopWarning place={field} slot={slot} />
      <IntervalWarning visit={visit} farmerId={farmerId} />
      {visit?.fieldId === undefined ? null : <HarvestWarning isFarmer={farmerId === undefined} fieldId={visit.fieldId} date={visit.date} />}
    </>
  );
  if (check === undefined) return intervals;
  const { sameField, fits, areaLeft } = check;
  return (
    <>
      {intervals}
      {sameField.length === 0 ? null : (
        <Alert color="gray" icon={<IconAlertTriangle aria-hidden />} role="status">
          <Text>
            {words.sameField(sameField.length)} {words.sameFieldNote}
          </Text>
          {sameField.map(({ id, ...slot }) => (
            <Anchor key={id} component={Link} to={`/orders/${id}`} underline="always" display="block" py="xs">
              {words.otherOrder(id, format.shortSlot(slot))}
            </Anchor>
          ))}
        </Alert>
      )}
      {fits ? null : (
        <Alert color="clay" icon={<IconAlertTriangle aria-hidden />} role="status">
          <Stack gap="sm" align="flex-start">
            <Text>
              {areaLeft === null || areaLeft === 0 ? words.tooLargeNone : words.tooLarge(format.area(areaLeft))}{' '}
              {farmerId === undefined ? words.tooLargeNote : words.officeMay}
            </Text>
            {farmerId === undefined ? <AskOffice draft={draft} /> : null}
          </Stack>
        </Alert>
      )}
    </>
  );
}

/** The forecast for the field says that it cannot be sprayed at the chosen time. */
export function StopWarning({ place, slot }: { place: Place | undefined; slot: Draft['slot'] }) {
  const words = useWords(bookingCheckWords);
  const { today } = useCompany();
  const { sorted, factorText } = useReasons();
  // The days that the table of times has loaded.
  const from = slot === undefined ? today : firstDayOf(weekOf(slot.date, today), today);
  const { data: windows = [] } = usePlaceWindows(place, from, daysInWeek, today);
  const window = slot === undefined ? undefined : findWindow(windows, slot);
  if (window?.verdict !== 'STOP') return null;
  const reasons = sorted(window.factors).filter(({ verdict }) => verdict === 'STOP');
  return (
    <Alert color="clay" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Text>{words.stop(reasons.map(factorText).join('; '))}</Text>
    </Alert>
  );
}

/** Sends the booking as a request to the office. */
function AskOffice({ draft }: { draft: Draft }) {
  const words = useWords(bookingCheckWords);
  const [isSent, setSent] = useState(false);
  const send = useAction({
    act: (_: undefined, idempotencyKey) => {
      const order = orderOf(draft) as NonNullable<ReturnType<typeof orderOf>>;
      const { confirmed: _confirmed, paymentMethod: _method, ...body } = order;
      return read(api.POST('/api/farmer/booking-request', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }));
    },
    onSuccess: () => setSent(true),
  });
  return isSent ? (
    <Text role="status" fw={600}>
      {words.asked}
    </Text>
  ) : (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
      {words.ask}
    </Button>
  );
}
