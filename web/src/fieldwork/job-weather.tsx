import { useQuery } from '@tanstack/react-query';
import { isInForecast, jobWindowsQuery, type OrderSprayWindow } from '../weather/spray-windows.ts';
import { WeatherDetails } from '../weather/weather-details.tsx';
import { isOpen, type Order, useToday } from './jobs.ts';

/** The weather of each job of a day, in one request; kept for use without a network. */
export function useJobWeather(date: string | undefined): (orderId: number) => OrderSprayWindow | undefined {
  const today = useToday();
  const { data = [] } = useQuery({ ...jobWindowsQuery(date ?? today), enabled: date !== undefined && isInForecast(date, today) });
  return (orderId) => data.find((window) => window.orderId === orderId);
}

/** Whether one can spray there, with the reasons. */
export function JobWeather({ order }: { order: Order }) {
  const today = useToday();
  const isShown = isOpen(order) && isInForecast(order.date, today);
  const { data, isPending } = useQuery({ ...jobWindowsQuery(order.date), enabled: isShown });
  if (!isShown) return null;
  return <WeatherDetails window={data?.find(({ orderId }) => orderId === order.id)} isLoading={isPending} withAge />;
}
