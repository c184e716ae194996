import { Button } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconDrone } from '../icons/drone.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useReasons } from '../weather/reasons.ts';
import { jobWindowsQuery } from '../weather/spray-windows.ts';
import { weatherWords } from '../weather/weather-words.ts';
import { useStartWork } from './field-actions.ts';
import styles from './fieldwork.module.css';
import type { Order } from './jobs.ts';
import { MeasuredForm } from './measured-form.tsx';
import { readMeasured, type Typed } from './measured-rules.ts';
import { StopDialog } from './stop-dialog.tsx';
import { fieldWords } from './words.ts';

/**
 * The start of the work, with what the crew measured. If the last verdict on the phone is STOP, a reason is asked for. With measured
 * values and a network the service judges first, because they may change the verdict.
 */
export function StartStep({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const { offline } = useWords(weatherWords);
  const { factorText, originText } = useReasons();
  const online = useIsOnline();
  const start = useStartWork(order);
  const { data } = useQuery(jobWindowsQuery(order.date));
  const [typed, setTyped] = useState<Typed>({});
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { measured, errors } = readMeasured(typed);
  const window = data?.find(({ orderId }) => orderId === order.id);
  const isStop = window?.verdict === 'STOP' && (measured === undefined || !online);
  const begin = (overrideReason?: string) =>
    start({ ...(measured === undefined ? {} : { measured }), ...(overrideReason === undefined ? {} : { overrideReason }) });
  const press = () => {
    setChecked(true);
    if (Object.keys(errors).length > 0) return;
    if (isStop) setAsking(true);
    else begin();
  };
  const origin = window === undefined ? undefined : originText(window);
  return (
    <>
      <MeasuredForm typed={typed} onChange={setTyped} errors={isChecked ? errors : {}} />
      <Button className={styles.primary} fullWidth leftSection={<IconDrone size={28} aria-hidden />} onClick={press}>
        {words.start}
      </Button>
      <StopDialog
        opened={isAsking}
        reasons={window?.factors.filter(({ verdict }) => verdict === 'STOP').map(factorText) ?? []}
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
