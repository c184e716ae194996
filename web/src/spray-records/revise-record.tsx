import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey } from '../api/live.ts';
import { useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type Answers, areSendable, detailsOf, fieldsOf, type Question, type TextField, typedProducts } from './answers.ts';
import { recordsKey, type SprayRecord } from './record-queries.ts';
import { RecordQuestions } from './record-questions.tsx';
import { recordWords } from './record-words.ts';

type Details = Shape<'SprayRecordRevision'>['details'];
const questions = Object.keys(fieldsOf) as Exclude<Question, 'products'>[];
const officeFields = ['place', 'crop', 'customerAddress', 'companyAddress', 'companyContact', 'buffersKept'] as const;
type OfficeField = (typeof officeFields)[number];

/** The values of the record, as they are typed. */
function answersOf({ content }: SprayRecord): Answers {
  const { crop, equipment, operator, water, weather } = content;
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
  return {
    products: typedProducts(content.products),
    texts: {
      target: content.target ?? '',
      eppoCode: crop.eppoCode ?? '',
      bbch: number(crop.bbch),
      waterLitres: number(water.totalLitres),
      equipment: equipment.description ?? '',
      droneRegistration: equipment.droneRegistration ?? '',
      droneSerial: equipment.droneSerial ?? '',
      operatorLicence: operator.licences[0]?.number ?? '',
      windKmh: number(weather.start.measured?.windKmh),
      windDirectionDeg: number(weather.start.measured?.windDirectionDeg),
      temperatureC: number(weather.start.measured?.temperatureC),
      humidityPercent: number(weather.start.measured?.humidityPercent),
    },
  };
}

const officeTexts = ({ content }: SprayRecord): Record<OfficeField, string> => ({
  place: content.field.name,
  crop: content.crop.name,
  customerAddress: content.customer.address ?? '',
  companyAddress: content.company.address ?? '',
  companyContact: content.company.phoneNumber ?? '',
  buffersKept: content.buffersKept ?? '',
});

/** Only what differs from the record. A field that was emptied is cleared. */
function changesOf(record: SprayRecord, answers: Answers, texts: Record<OfficeField, string>, area: string): Details {
  const before = answersOf(record);
  const [sent, known] = [detailsOf(answers), detailsOf(before)];
  const changes: Details = {};
  for (const field of Object.keys(answers.texts) as TextField[]) {
    if ((answers.texts[field] ?? '').trim() === (before.texts[field] ?? '').trim()) continue;
    if (field === 'bbch' || field === 'waterLitres') changes[field] = sent[field] ?? null;
    else if (field in (known.weatherStart ?? {}) || field in (sent.weatherStart ?? {})) changes.weatherStart = sent.weatherStart ?? {};
    else changes[field as 'target'] = sent[field as 'target'] ?? '';
  }
  if (JSON.stringify(sent.products ?? []) !== JSON.stringify(known.products ?? [])) changes.products = sent.products ?? [];
  const office = officeTexts(record);
  for (const field of officeFields) if (texts[field].trim() !== office[field]) changes[field] = texts[field].trim();
  if (Number(area) > 0 && Number(area) !== record.content.treatedArea) changes.treatedArea = Number(area);
  return changes;
}

/** Completes an incomplete record, or corrects one with a reason. */
export function ReviseRecord({ record, close }: { record: SprayRecord; close(): void }) {
  const words = useWords(recordWords);
  const { id, version, complete, orderId } = record;
  const [answers, setAnswers] = useState(() => answersOf(record));
  const [texts, setTexts] = useState(() => officeTexts(record));
  const [area, setArea] = useState(String(record.content.treatedArea));
  const [reason, setReason] = useState('');
  const { role } = useMe();
  const [findingsReason, setFindingsReason] = useState(record.content.findingsReason ?? '');
  const mayLeaveFindings = role === 'admin' && (record.content.findings ?? []).length > 0;
  const revise = useAction({
    act: (body: Shape<'SprayRecordRevision'>, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/spray-record/{id}/version', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    invalidates: [recordsKey, orderKey(orderId)],
    successMessage: (saved: SprayRecord) => (saved.version === version ? words.nothing : words.saved),
    onSuccess: close,
  });
  const isLeft = findingsReason.trim() !== (record.content.findingsReason ?? '');
  const details = { ...changesOf(record, answers, texts, area), ...(isLeft ? { findingsReason: findingsReason.trim() } : {}) };
  const canSave = areSendable(answers) && Object.keys(details).length > 0 && (!complete || reason.trim() !== '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) revise.mutate({ version, details, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  };
  return (
    <Sheet opened close={close} title={complete ? words.correctRecord : words.completeRecord}>
      <form onSubmit={send} noValidate>
        <Stack>
          <RecordQuestions asked={['products', ...questions]} answers={answers} onChange={setAnswers} />
          <TextInput
            label={words.form.treatedArea}
            inputMode="decimal"
            value={area}
            onChange={(event) => setArea(event.currentTarget.value.replace(',', '.'))}
          />
          {officeFields.map((field) => (
            <TextInput
              key={field}
              label={words.form[field]}
              maxLength={field === 'companyContact' ? 40 : field === 'crop' ? 200 : 300}
              value={texts[field]}
              onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
            />
          ))}
          {mayLeaveFindings ? (
            <Textarea
              label={words.findingsReason}
              description={words.findingsReasonHint}
              maxLength={500}
              autosize
              minRows={2}
              value={findingsReason}
              onChange={(event) => setFindingsReason(event.currentTarget.value)}
            />
          ) : null}
          <Textarea
            label={words.reason}
            description={complete ? words.reasonHint : words.reasonIfChanged}
            required={complete}
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" loading={revise.isPending} disabled={!canSave}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
