import { Button } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shape } from '../api/client.ts';
import { IconDrone } from '../icons/drone.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useReasons } from '../weather/reasons.ts';
import { jobWindowsQuery, type SprayWindow, sprayLimitsQuery } from '../weather/spray-windows.ts';
import { weatherWords } from '../weather/weather-words.ts';
import { useStartWork } from './field-actions.ts';
import styles from './fieldwork.module.css';
import type { Order } from './jobs.ts';
import { MeasuredForm } from './measured-form.tsx';
import { type Measured, readMeasured, type Typed } from './measured-rules.ts';
import { startWords } from './start-words.ts';
import { StopDialog } from './stop-dialog.tsx';
import { fieldWords } from './words.ts';

type Factor = SprayWindow['factors'][number];

const isStopping = ({ verdict }: Pick<Factor, 'verdict'>): boolean => verdict === 'STOP';

/**
 * The start of the work, with what the crew measured. If the last verdict on the phone or a measured value is STOP, a reason is asked for,
 * with a network or without. Measured values are judged as the service judges them.
 */
export function StartStep({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const { measured: measuredText } = useWords(startWords);
  const { offline } = useWords(weatherWords);
  const { factorText, originText } = useReasons();
  const online = useIsOnline();
  const start = useStartWork(order);
  const { data } = useQuery(jobWindowsQuery(order.date));
  const { data: limits } = useQuery(sprayLimitsQuery);
  const [typed, setTyped] = useState<Typed>({});
  const [isChecked, setChecked] = useState(false);
  const [reasons, setReasons] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const { measured, errors } = readMeasured(typed);
  const window = data?.find(({ orderId }) => orderId === order.id);
  const stopping = window?.verdict === 'STOP' ? window.factors.filter(isStopping) : [];
  const begin = (overrideReason?: string) =>
    start({ ...(measured === undefined ? {} : { measured }), ...(overrideReason === undefined ? {} : { overrideReason }) });
  const press = async () => {
    setChecked(true);
    if (Object.keys(errors).length > 0) return;
    const ofMeasured = measured === undefined || limits === undefined ? [] : await measuredStops(measured, window?.elevationM ?? 0, limits);
    const found = [...ofMeasured.map((factor) => measuredText(factorText(factor))), ...stopping.map(factorText)];
    if (found.length === 0) {
      begin();
      return;
    }
    setReasons(found);
    setAsking(true);
  };
  const origin = window === undefined || stopping.length === 0 ? undefined : originText(window);
  return (
    <>
      <MeasuredForm typed={typed} onChange={setTyped} errors={isChecked ? errors : {}} />
      <Button className={styles.primary} fullWidth leftSection={<IconDrone size={28} aria-hidden />} onClick={() => void press()}>
        {words.start}
      </Button>
      <StopDialog
        opened={isAsking}
        reasons={reasons}
        origin={online || origin === undefined ? origin : `${origin} · ${offline}`}
        close={() => setAsking(false)}
        onStart={(reason) => {
          setAsking(false);
          begin(reason);
        }}
      />
    </>
  );
}

async function measuredStops(measured: Measured, elevationM: number, limits: Shape<'SprayLimits'>): Promise<Factor[]> {
  const { judgeMeasured, units } = await import('./judge-measured.ts');
  return judgeMeasured(measured, elevationM, limits)
    .factors.filter(isStopping)
    .map((factor) => ({ ...factor, unit: units[factor.factor] }));
}
