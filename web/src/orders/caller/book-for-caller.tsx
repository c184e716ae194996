import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { AreaInput } from '../../catalog/area-input.tsx';
import { isSameSlot, useBookablePlaces } from '../../catalog/availability.ts';
import { CropChoice } from '../../catalog/crop-choice.tsx';
import { useCrops, useQuote } from '../../catalog/quote.ts';
import { TakenAlert } from '../../catalog/taken.tsx';
import { type Slot, WeekTable } from '../../catalog/week-table.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { uiWords } from '../../ui/words.ts';
import { JoinSheet } from '../../waiting/join-sheet.tsx';
import { useFreshDraft } from '../booking/booking-draft.ts';
import { bookingWords } from '../booking/booking-words.ts';
import { MethodChoice } from '../booking/method-choice.tsx';
import { Section } from '../section.tsx';
import styles from './book-for-caller.module.css';
import { anotherCaller, useAskedFor } from './caller-asked.ts';
import { CallerBooked } from './caller-booked.tsx';
import { type CallerDraft, callerOrderOf, isBegun, isPhone, likeBefore, missingIn, type Part, parts, placeOf } from './caller-draft.ts';
import { CallerPlace } from './caller-place.tsx';
import { useFieldsOf } from './caller-queries.ts';
import { CallerSearch } from './caller-search.tsx';
import { useCallerBooking } from './caller-send.ts';
import { CallerSummary } from './caller-summary.tsx';
import { callerWords } from './caller-words.ts';
import { UnconfirmedCallers } from './unconfirmed-callers.tsx';

/** Booking for a caller on one page, in the order of a phone call, usable by keyboard alone. */
export function BookForCaller() {
  const [search] = useSearchParams();
  const booked = Number(search.get('order') ?? Number.NaN);
  return Number.isInteger(booked) ? <CallerBooked id={booked} /> : <Call />;
}

type PartName = Part | 'known' | 'book' | 'taken';

/** The control that takes the focus; of a radio group, the checked one. */
function focusPart(name: PartName): boolean {
  const controls = [':checked', '[data-spot][tabindex="0"]', 'input', 'button'].map((control) => `[data-part="${name}"] ${control}`);
  const found = controls.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  const target = found ?? document.querySelector<HTMLElement>(`[data-part="${name}"]`);
  target?.focus();
  return target !== null;
}

function Call() {
  const words = useWords(callerWords);
  const { perUnit } = useWords(bookingWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const navigate = useNavigate();
  const { today, cardProvider } = useCompany();
  const takesCards = cardProvider !== null;
  const { draft, change, clear, unfinished, resume, drop } = useFreshDraft<CallerDraft>(isBegun);
  const place = placeOf(draft);
  const asked = useAskedFor(change);
  const [tried, setTried] = useState(false);
  const [fullSlot, setFullSlot] = useState<Slot>();
  const waitingOrder = fullSlot === undefined ? undefined : callerOrderOf({ ...draft, slot: fullSlot });
  const goesOn = useRef(false);
  const cropIds = useCrops().data?.content.map(({ id }) => id);
  const fields = useFieldsOf(draft.farmer?.id);
  const known = draft.farmer === undefined ? [] : (fields.data ?? []);
  const { data: bookable, isFetching } = useBookablePlaces(today, place);
  const next = bookable?.[0];
  const { data: quote } = useQuote(draft.cropId, draft.area);
  const { book, isBusy, problem, fieldErrors, taken, forget } = useCallerBooking(draft, change, ({ id }) => {
    clear();
    void navigate(`/book?order=${id}`);
  });
  const lacking = missingIn(draft);
  const missing = tried ? lacking : [];

  const send = () => {
    setTried(true);
    const [first] = lacking;
    if (first === undefined) book();
    else focusPart(first);
  };
  useHotkeys([['mod+Enter', send]], [], true);

  const chooseFarmer = (farmer: Shape<'User'>, goOn: boolean) => {
    goesOn.current = goOn;
    change({ farmer, phone: farmer.phoneNumber === null ? draft.phone : formatPhone(farmer.phoneNumber), name: undefined });
  };
  const type = (phone: string) => {
    if (draft.farmer !== undefined) change(anotherCaller);
    change({ phone });
  };
  const chooseTime = (slot: Slot) => {
    forget();
    change({ slot, isProposed: false });
    if (taken !== undefined) focusPart('book');
  };

  const { farmer, filledFor } = draft;
  const isLookedUp = farmer !== undefined && (fields.isError || (fields.data !== undefined && cropIds !== undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each caller, when what they had before is known
  useEffect(() => {
    if (!isLookedUp || filledFor === farmer.id) return;
    const last = fields.data?.[0];
    change({ filledFor: farmer.id, ...(last === undefined ? {} : likeBefore(last, cropIds, takesCards)) });
  }, [isLookedUp, farmer?.id, filledFor]);
  useEffect(() => {
    if (filledFor === undefined || !goesOn.current) return;
    goesOn.current = false;
    if (!focusPart('known')) focusPart('place');
  }, [filledFor]);

  // The first free time is proposed once and does not change when an earlier one becomes free: it was said on the phone.
  const proposes = draft.slot === undefined && !asked.isLooking && taken === undefined && !isFetching;
  useEffect(() => {
    if (proposes && next) change({ slot: { date: next.date, session: next.session }, isProposed: true });
  }, [proposes, next, change]);
  // Until the field was known, so was not its weather.
  const isStopped =
    draft.isProposed === true && place !== undefined && !isFetching && bookable?.some((free) => isSameSlot(free, draft.slot)) === false;
  useEffect(() => {
    if (isStopped && next) change({ slot: { date: next.date, session: next.session } });
  }, [isStopped, next, change]);

  const firstRefused = parts.find((part) => fieldErrors[part] !== undefined);
  useEffect(() => {
    if (firstRefused !== undefined) focusPart(firstRefused);
  }, [firstRefused]);

  const alternative = taken?.next;
  useEffect(() => {
    if (alternative !== undefined) focusPart('taken');
  }, [alternative]);

  const phone = draft.phone ?? '';
  const isNew = farmer === undefined && isPhone(phone);
  return (
    <Page title={words.title}>
      {unfinished === undefined || isBegun(draft) ? null : <Unfinished draft={unfinished} resume={resume} drop={drop} />}
      <div className={styles.call}>
        <div className={styles.questions}>
          <Section title={words.who}>
            <div className={styles.who}>
              <div data-part="phone">
                <CallerSearch
                  phone={phone}
                  farmer={farmer}
                  error={missing.includes('phone') ? words.phoneWrong : fieldErrors.phone}
                  onType={type}
                  onChoose={chooseFarmer}
                />
              </div>
              {farmer === undefined ? (
                <div data-part="name">
                  <TextInput
                    label={words.name}
                    description={isNew ? words.unknown : words.nameHint}
                    autoComplete="off"
                    maxLength={200}
                    value={draft.name ?? ''}
                    error={missing.includes('name') ? required : fieldErrors.name}
                    onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                  />
                </div>
              ) : (
                <div role="status">
                  <Text c="dimmed">{words.known}</Text>
                  <Text fw={600} size="lg">
                    {farmer.fullName}
                  </Text>
                  <Text>{[farmer.street, farmer.city, farmer.province].filter(Boolean).join(', ')}</Text>
                  <Lack of={farmer.active ? undefined : words.deactivated} />
                </div>
              )}
            </div>
            <UnconfirmedCallers phone={phone} isNew={isNew} />
          </Section>
          <Section title={words.where}>
            <CallerPlace
              draft={draft}
              known={known}
              missing={missing}
              fieldErrors={fieldErrors}
              isAsked={isNew || isLookedUp || tried}
              onKnown={(last) => change(likeBefore(last, cropIds, takesCards))}
              onChange={change}
            />
          </Section>
          <Section title={words.what}>
            <div data-part="crop">
              <CropChoice value={draft.cropId} onChange={(cropId) => change({ cropId })} />
              <Lack of={missing.includes('crop') ? words.chooseCrop : fieldErrors.crop} />
            </div>
            <div data-part="area">
              <AreaInput value={draft.area} onChange={(area) => change({ area })} />
              <Lack of={missing.includes('area') && draft.area === undefined ? words.typeArea : fieldErrors.area} />
            </div>
            {quote === undefined || lacking.includes('crop') || lacking.includes('area') ? null : (
              <Text>
                <strong>{format.money(quote.cost)}</strong>, {perUnit(format.money(quote.pricePerUnit), format.unit)}
              </Text>
            )}
          </Section>
          <Section title={words.when}>
            <div data-part="taken">{taken === undefined ? null : <TakenAlert taken={taken} onTake={chooseTime} />}</div>
            <Lack of={missing.includes('slot') && taken === undefined ? words.chooseTime : undefined} />
            <div data-part="slot" className={styles.week}>
              {/* The key remounts the table for a time from the address: it may be in another week. */}
              <WeekTable key={asked.slot?.date} chosen={draft.slot} onChoose={chooseTime} place={place} advises onFull={setFullSlot} />
              {fullSlot === undefined ? null : (
                <JoinSheet
                  slot={fullSlot}
                  order={waitingOrder}
                  farmer={waitingOrder?.farmer ?? { phoneNumber: '' }}
                  close={() => setFullSlot(undefined)}
                  onJoined={() => {
                    clear();
                    void navigate('/waiting');
                  }}
                />
              )}
            </div>
          </Section>
          <Section title={words.pay}>
            <MethodChoice value={draft.method ?? 'cash'} onChange={(method) => change({ method })} />
          </Section>
        </div>
        <div className={styles.aside}>
          <CallerSummary
            draft={draft}
            missing={missing}
            problem={problem}
            fieldErrors={fieldErrors}
            isBusy={isBusy}
            onBook={send}
            onStartOver={() => {
              clear();
              forget();
              setTried(false);
              focusPart('phone');
            }}
          />
        </div>
      </div>
    </Page>
  );
}

/** A booking that was begun in this tab and neither sent nor cleared. */
function Unfinished({ draft, resume, drop }: { draft: CallerDraft; resume(): void; drop(): void }) {
  const words = useWords(callerWords);
  const who = [draft.farmer?.fullName ?? draft.name, draft.phone === undefined ? undefined : formatPhone(draft.phone)];
  return (
    <Alert color="sky" role="status">
      <Text>{words.unfinished(who.filter(Boolean).join(', '))}</Text>
      <Group gap="sm" mt="xs">
        <Button onClick={resume}>{words.resume}</Button>
        <Button variant="default" onClick={drop}>
          {words.drop}
        </Button>
      </Group>
    </Alert>
  );
}

function Lack({ of }: { of: string | undefined }) {
  return of === undefined ? null : (
    <Text role="alert" c="var(--clay-text)">
      {of}
    </Text>
  );
}
