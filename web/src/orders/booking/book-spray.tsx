import { Alert } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import type { Slot } from '../../catalog/availability.ts';
import { useCrops, useQuote } from '../../catalog/quote.ts';
import { TakenAlert } from '../../catalog/taken.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import type { PagePrefetch } from '../../ui/page-file.ts';
import { lazyPart } from '../../ui/pages.tsx';
import { usePreloadOnInteraction } from '../../ui/preload-on-interaction.ts';
import { useProblemWords } from '../../ui/problem-words.ts';
import { Loading } from '../../ui/states.tsx';
import { type Field, orderOf, useDraft } from './booking-draft.ts';
import { BookingField } from './booking-field.tsx';
import { type KnownField, knownFieldsQuery, useKnownFields } from './booking-fields.ts';
import { BookingFrame } from './booking-frame.tsx';
import { useBooking } from './booking-send.ts';
import { addressOf, type Step, stepAt } from './booking-steps.ts';
import { BookingSummary, type SummaryAction } from './booking-summary.tsx';
import { bookingWords } from './booking-words.ts';

// The later steps are preloaded at the first interaction.
const loadTime = () => import('../../catalog/week-table.tsx');
const loadPlace = () => import('./booking-place.tsx');
const loadWork = () => import('./booking-work.tsx');
const loadPay = () => import('./booking-pay.tsx');
const loadWarnings = () => import('./booking-check.tsx');
const loadSteps = () => Promise.all([loadTime(), loadWork(), loadPlace(), loadPay(), loadWarnings()]);
const WeekTable = lazyPart(loadTime, 'WeekTable');
const BookingPlace = lazyPart(loadPlace, 'BookingPlace');
const BookingWork = lazyPart(loadWork, 'BookingWork');
const BookingPay = lazyPart(loadPay, 'BookingPay');
const BookingWarnings = lazyPart(loadWarnings, 'BookingWarnings');
const JoinSheet = lazyPart(() => import('../../waiting/join-sheet.tsx'), 'JoinSheet');
const BookingDone = lazyPart(() => import('./booking-done.tsx'), 'BookingDone');

export const prefetch: PagePrefetch = (queries) => queries.prefetchQuery(knownFieldsQuery);

/** Booking steps: field, crop and area, time, payment. Each step has its own address, so the browser's back button works. */
export function BookSpray() {
  const [search] = useSearchParams();
  usePreloadOnInteraction(loadSteps);
  const kept = useDraft();
  const { draft, change, clear } = kept;
  const booking = useBooking(draft, change);
  const step = stepAt(search.get('step'), draft);
  const isSent = step === 'done' && draft.once !== undefined;
  useEffect(() => {
    if (isSent) clear();
  }, [isSent, clear]);
  if (step === 'done') return <BookingDone id={Number(search.get('order'))} />;
  if (step !== (search.get('step') ?? 'field')) return <Navigate replace to={addressOf(step)} />;
  return <BookingStep step={step} kept={kept} booking={booking} again={idIn(search, 'again')} of={idIn(search, 'field')} />;
}

interface StepPage {
  title: string;
  content: ReactNode;
  action?: SummaryAction | undefined;
}

interface BookingStepProps {
  step: Exclude<Step, 'done'>;
  kept: ReturnType<typeof useDraft>;
  booking: ReturnType<typeof useBooking>;
  /** An order to book again. */
  again: number;
  /** A field of the registry to book. */
  of: number;
}

const idIn = (search: URLSearchParams, name: string): number => Number(search.get(name) ?? Number.NaN);

function BookingStep({ step, kept: { draft, change }, booking, again, of }: BookingStepProps) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const explain = useProblemWords();
  const navigate = useNavigate();
  const formId = useId();
  const [fullSlot, setFullSlot] = useState<Slot>();
  const known = useKnownFields();
  const { cardProvider } = useCompany();
  const crops = useCrops().data?.content;
  const { data: quote } = useQuote(draft.cropId, draft.area);
  const { book, isBusy, problem, fieldErrors, taken, forget } = booking;
  const go = (to: Step, replace = false) => void navigate(addressOf(to), { replace });

  const chooseKnown = ({ location, latitude, longitude, fieldId, cropType, area, last }: KnownField, replace = false) => {
    // An inactive crop is not reused.
    const cropId = crops?.some(({ id }) => id === cropType?.id) === false ? undefined : cropType?.id;
    const bookedArea = area === null ? undefined : Math.max(1, area);
    const method = cardProvider === null || last === undefined ? 'cash' : last.paymentMethod;
    change({ field: { location, latitude, longitude, fieldId }, cropId, area: bookedArea, method });
    go(cropId === undefined || bookedArea === undefined ? 'work' : 'time', replace);
  };
  const chooseNew = (field: Field) => {
    change({ field });
    go('work');
  };
  const chooseTime = ({ date, session }: Slot) => {
    forget();
    change({ slot: { date, session } });
    go('pay');
  };

  const repeated =
    step === 'field' ? known.data?.find(({ fieldId, last }) => last?.id === again || (fieldId !== undefined && fieldId === of)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the order that the address names
  useEffect(() => {
    if (repeated !== undefined) chooseKnown(repeated, true);
  }, [repeated?.key]);

  const price = quote === undefined ? undefined : format.money(quote.cost);
  const pages: Record<BookingStepProps['step'], () => StepPage> = {
    field: () => {
      if (known.isPending && known.fetchStatus !== 'paused') return { title: words.whichField, content: <Loading /> };
      // Without known fields, or without a network to load them, the farmer enters a new one.
      if (known.data === undefined || known.data.length === 0) return pages.place();
      return {
        title: words.whichField,
        content: <BookingField fields={known.data} onChoose={chooseKnown} />,
        action: draft.field === undefined ? undefined : { label: words.next, onClick: () => go('time') },
      };
    },
    place: () => ({
      title: known.data?.length === 0 ? words.whichField : words.newFieldTitle,
      content: <BookingPlace formId={formId} field={undefined} around={known.data?.[0]} onChosen={chooseNew} />,
      action: { label: words.next, form: formId },
    }),
    work: () => ({
      title: words.whatToSpray,
      content: (
        <BookingWork
          formId={formId}
          draft={draft}
          fieldErrors={fieldErrors}
          onChange={change}
          onChosen={() => go(draft.slot === undefined ? 'time' : 'pay')}
        />
      ),
      action: { label: words.next, form: formId },
    }),
    time: () => ({
      title: words.when,
      content: (
        <>
          {taken === undefined ? null : <TakenAlert taken={taken} onTake={chooseTime} />}
          <WeekTable
            chosen={draft.slot}
            onChoose={chooseTime}
            startAt={taken?.slot.date}
            place={draft.field}
            advises
            onFull={setFullSlot}
          />
          {fullSlot === undefined ? null : (
            <Suspense>
              <JoinSheet
                slot={fullSlot}
                order={orderOf({ ...draft, slot: fullSlot })}
                close={() => setFullSlot(undefined)}
                onJoined={() => void navigate('/waiting')}
              />
            </Suspense>
          )}
        </>
      ),
      action: draft.slot === undefined ? undefined : { label: words.next, onClick: () => go('pay') },
    }),
    pay: () => ({
      title: words.howToPay,
      content: (
        <>
          {problem === null ? null : (
            <Alert color="clay" role="alert">
              {explain(problem)}
            </Alert>
          )}
          <BookingWarnings draft={draft} />
          <BookingPay draft={draft} onChange={(method) => change({ method })} />
        </>
      ),
      action: { label: price === undefined ? words.book : words.bookFor(price), onClick: book, busy: isBusy },
    }),
  };

  const { title, content, action } = pages[step]();
  return (
    <BookingFrame step={step} title={title} foot={<BookingSummary draft={draft} step={step} action={action} />}>
      {content}
    </BookingFrame>
  );
}
