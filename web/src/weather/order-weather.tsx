import type { Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useWords } from '../ui/language.tsx';
import { isInForecast, useOrderWindow } from './spray-windows.ts';
import { WeatherDetails } from './weather-details.tsx';
import { weatherWords } from './weather-words.ts';

type Weathered = Pick<Shape<'Order'>, 'id' | 'date' | 'orderStatus'>;

/** Term and description for a list of facts; nothing for orders that are done or beyond the forecast. */
export function OrderWeather({ order, wrapped = false }: { order: Weathered; wrapped?: boolean }) {
  const words = useWords(weatherWords);
  const { today } = useCompany();
  const { date, orderStatus } = order;
  const isShown = orderStatus !== 'completed' && orderStatus !== 'cancelled' && isInForecast(date, today);
  const { data, isPending } = useOrderWindow(isShown ? order.id : undefined);
  if (!isShown) return null;
  const content = (
    <>
      <dt>{words.weather}</dt>
      <dd>
        <WeatherDetails window={data} isLoading={isPending} />
      </dd>
    </>
  );
  return wrapped ? <div>{content}</div> : content;
}
