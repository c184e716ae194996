import type { Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useWords } from '../ui/language.tsx';
import { findWindow, isInForecast, usePlaceWindows } from './spray-windows.ts';
import { WeatherDetails } from './weather-details.tsx';
import { weatherWords } from './weather-words.ts';

type Weathered = Pick<Shape<'Order'>, 'date' | 'session' | 'latitude' | 'longitude' | 'orderStatus'>;

/** Term and description for a list of facts; nothing for orders that are done or beyond the forecast. */
export function OrderWeather({ order, wrapped = false }: { order: Weathered; wrapped?: boolean }) {
  const words = useWords(weatherWords);
  const { today } = useCompany();
  const { date, orderStatus } = order;
  const isShown = orderStatus !== 'completed' && orderStatus !== 'cancelled' && isInForecast(date, today);
  const { data, isPending } = usePlaceWindows(isShown ? order : undefined, date, 1, today);
  if (!isShown) return null;
  const content = (
    <>
      <dt>{words.weather}</dt>
      <dd>
        <WeatherDetails window={findWindow(data ?? [], order)} isLoading={isPending} />
      </dd>
    </>
  );
  return wrapped ? <div>{content}</div> : content;
}
