import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey } from '../api/live.ts';
import { useWords } from '../ui/language.tsx';
import { useReasons } from './reasons.ts';
import { VerdictMark } from './verdict-mark.tsx';
import styles from './weather.module.css';
import { weatherWords } from './weather-words.ts';

/** Term and description: what the crew measured when it started, and why it started under STOP; nothing if neither is stored. */
export function StartWeather({ order: { id, orderStatus } }: { order: Pick<Shape<'Order'>, 'id' | 'orderStatus'> }) {
  const words = useWords(weatherWords);
  const { factorText, quantity } = useReasons();
  const { data } = useQuery({
    queryKey: [...orderKey(id), 'start-weather'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/start-weather', { params: { path: { id } }, signal })),
    enabled: orderStatus === 'in_progress' || orderStatus === 'completed',
  });
  if (data === undefined || data.verdict === null) return null;
  const { verdict, factors, source, fetchedAt, windKmh, gustKmh, temperatureC, humidityPercent, overrideReason, unaware } = data;
  const measured = [
    [words.factor.wind, windKmh, 'km/h'],
    [words.factor.gusts, gustKmh, 'km/h'],
    [words.factor.air, temperatureC, '°C'],
    [words.humidity, humidityPercent, '%'],
  ] as const;
  const measuredText = measured.flatMap(([name, value, unit]) => (value === null ? [] : [`${name} ${quantity(value, unit)}`])).join(', ');
  return (
    <>
      <dt>{words.atStart}</dt>
      <dd className={styles.atStart}>
        <VerdictMark window={{ verdict, factors, source, fetchedAt }} />
        {factors.length === 0 ? null : <span>{factors.map(factorText).join('; ')}</span>}
        {measuredText === '' ? null : <span>{words.measured(measuredText)}</span>}
        {unaware ? <span>{words.unaware}</span> : null}
        {overrideReason === null ? null : <span>{words.overrideReason(overrideReason)}</span>}
      </dd>
    </>
  );
}
