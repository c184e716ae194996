import { Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AreaInput } from '../../catalog/area-input.tsx';
import { isArea } from '../../catalog/area-rules.ts';
import { CropChoice } from '../../catalog/crop-choice.tsx';
import { useQuote } from '../../catalog/quote.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import type { Draft } from './booking-draft.ts';
import { bookingWords } from './booking-words.ts';

interface BookingWorkProps {
  formId: string;
  draft: Draft;
  /** Validation errors of the service by part of the form. */
  fieldErrors: ReadonlyMap<string, string>;
  onChange(part: Draft): void;
  onChosen(): void;
}

/** Crop and area; the summary shows the price. */
export function BookingWork({ formId, draft, fieldErrors, onChange, onChosen }: BookingWorkProps) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const { data: quote } = useQuote(draft.cropId, draft.area);
  const [tried, setTried] = useState(false);
  const lacking = (path: string, word: string) => fieldErrors.get(path) ?? (tried ? word : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.cropId !== undefined && isArea(draft.area)) onChosen();
  };
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <CropChoice
          value={draft.cropId}
          onChange={(cropId) => onChange({ cropId })}
          error={draft.cropId === undefined ? lacking('cropType.id', words.noCrop) : undefined}
        />
        <AreaInput
          value={draft.area}
          onChange={(area) => onChange({ area })}
          error={draft.area === undefined ? lacking('area', words.noArea) : undefined}
        />
        {quote === undefined || draft.cropId === undefined ? null : (
          <Text c="dimmed">{words.perUnit(format.money(quote.pricePerUnit), format.unit)}</Text>
        )}
      </Stack>
    </form>
  );
}
