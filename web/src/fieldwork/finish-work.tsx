import { Button, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCompany } from '../api/company.tsx';
import { IconChecks } from '../icons/checks.ts';
import { IconNote } from '../icons/note.ts';
import { mixQuery } from '../mixes/mix-queries.ts';
import { useOrderAreaText } from '../orders/order-area.tsx';
import { useOrderReport } from '../orders/report/report-queries.ts';
import { changeOf, likelyAmounts } from '../payments/money-rules.ts';
import { type Answers, areSendable, detailsOf, suggestedAnswers } from '../spray-records/answers.ts';
import { RecordEnd } from '../spray-records/record-end.tsx';
import { RecordPart } from '../spray-records/record-part.tsx';
import { recordFormQuery } from '../spray-records/record-queries.ts';
import { useFarOffQuestion } from '../ui/far-off-question.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useFinishWork } from './field-actions.ts';
import styles from './fieldwork.module.css';
import { AnnouncedTransfer } from './job-facts.tsx';
import { useJobWeather } from './job-weather.tsx';
import type { Order } from './jobs.ts';
import { NumberEntry } from './number-entry.tsx';
import padStyles from './number-pad.module.css';
import { NumberPad } from './number-pad.tsx';
import { pressed } from './pad-rules.ts';
import { fieldWords } from './words.ts';

const maxArea = 1_000_000;

/** Form of the work report: area, cash and change. */
export function FinishWork({ order, onDone }: { order: Order; onDone(): void }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const { currencyDigits } = useCompany();
  const finish = useFinishWork(order);
  const { check, question } = useFarOffQuestion();
  // Nothing is due beyond the cost before the work is reported, but a part may have been paid.
  const due = useOrderReport('sprayer', order.id).data?.balance.due ?? order.cost;
  const areaText = useOrderAreaText(order.id);
  const takesCash = order.paymentMethod === 'cash' && order.paymentStatus !== 'paid';
  const [values, setValues] = useState({ area: String(order.area), cash: '' });
  const [active, setActive] = useState<'area' | 'cash'>(takesCash ? 'cash' : 'area');
  const [note, setNote] = useState<string>();
  const { data: recordForm } = useQuery(recordFormQuery(order.id));
  const { data: mix } = useQuery(mixQuery('sprayer', order.id));
  const bufferMetres = (mix?.products ?? []).reduce((most, product) => Math.max(most, product.bufferMetres ?? 0), 0);
  const forecastSource = useJobWeather(order.date)(order.id)?.source ?? null;
  const [typedAnswers, setAnswers] = useState<Answers>();
  const answers = typedAnswers ?? (recordForm === undefined ? { products: [], texts: {} } : suggestedAnswers(recordForm, bufferMetres));
  // The first digit replaces the default value.
  const [fresh, setFresh] = useState(true);
  const decimals = active === 'area' ? 2 : currencyDigits;
  const press = (key: string) => {
    const before = active === 'area' && fresh ? '' : values[active];
    if (active === 'area') setFresh(false);
    setValues({ ...values, [active]: pressed(before, key, decimals) });
  };
  const change = values.cash === '' ? undefined : changeOf(Number(values.cash), due, currencyDigits);
  const isShort = takesCash && change !== undefined && change < 0;
  const area = Number(values.area);
  const wrongArea = values.area === '' || !(area > 0) ? words.needArea : area > maxArea ? words.areaTooLarge : undefined;
  const cannotSend = wrongArea !== undefined || isShort || !areSendable(answers);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (cannotSend) return;
    const text = note?.trim() ?? '';
    const sprayRecord = detailsOf(answers);
    const report = {
      areaSprayed: area,
      ...(text === '' ? {} : { note: text }),
      ...(takesCash && values.cash !== '' ? { cashReceived: Number(values.cash) } : {}),
      ...(Object.keys(sprayRecord).length === 0 ? {} : { sprayRecord }),
    };
    check([{ amount: report.cashReceived ?? 0, last: due, isDue: true }], () => {
      finish(report);
      onDone();
    });
  };
  return (
    <form className={padStyles.form} data-wide onSubmit={send}>
      <div className={padStyles.column}>
        {takesCash ? <AnnouncedTransfer order={order} /> : null}
        <div className={padStyles.entries}>
          <NumberEntry
            label={words.areaSprayed}
            hint={words.ordered(areaText(order.area))}
            value={values.area}
            active={active === 'area'}
            error={wrongArea}
            press={press}
            onFocus={() => setActive('area')}
          />
          {takesCash ? (
            <NumberEntry
              label={words.cashReceived}
              hint={words.costs(format.money(due))}
              value={values.cash}
              active={active === 'cash'}
              press={press}
              onFocus={() => setActive('cash')}
              autoFocus
            />
          ) : null}
        </div>
        {!takesCash ? null : change === undefined ? (
          <div className={padStyles.amounts}>
            {likelyAmounts(due, currencyDigits).map((amount) => (
              <Button key={amount} variant="default" onClick={() => setValues({ ...values, cash: String(amount) })}>
                {format.money(amount)}
              </Button>
            ))}
          </div>
        ) : (
          <p className={padStyles.change} data-kind={isShort ? 'missing' : undefined} role="status">
            {change === 0 ? (
              words.exact
            ) : (
              <>
                {isShort ? words.missing : words.changeDue} <strong>{format.money(Math.abs(change))}</strong>
              </>
            )}
          </p>
        )}
      </div>
      <div className={padStyles.column}>
        {recordForm === undefined || recordForm.asked.length === 0 ? null : (
          <RecordPart asked={recordForm.asked} answers={answers} onChange={setAnswers} />
        )}
        {recordForm === undefined || recordForm.profile === 'none' ? null : (
          <RecordEnd answers={answers} asksForBuffers={bufferMetres > 0} forecastSource={forecastSource} onChange={setAnswers} />
        )}
        <NumberPad extra={decimals > 0 ? '.' : '000'} press={press} />
        {/* Above the button: below it, the bottom bar may cover it. */}
        {wrongArea === undefined ? null : <Text c="dimmed">{wrongArea}</Text>}
        {isShort ? <Text c="dimmed">{words.cashShort(format.money(-change))}</Text> : null}
        {takesCash && change === undefined ? <Text c="dimmed">{words.noCash}</Text> : null}
        {question}
        <Button type="submit" className={styles.primary} fullWidth disabled={cannotSend} leftSection={<IconChecks size={28} aria-hidden />}>
          {words.finishNow}
        </Button>
        {note === undefined ? (
          <Button variant="subtle" leftSection={<IconNote size={20} aria-hidden />} onClick={() => setNote('')}>
            {words.addNote}
          </Button>
        ) : (
          <Textarea
            label={words.note}
            placeholder={words.notePlaceholder}
            autosize
            minRows={2}
            maxLength={2000}
            autoFocus
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
      </div>
    </form>
  );
}
