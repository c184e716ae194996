import { Alert, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { IconCloudRain } from '../../icons/cloud-rain.ts';
import { addDays } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useReasons } from '../../weather/reasons.ts';
import { useOrderWindow } from '../../weather/spray-windows.ts';
import type { FarmerOrder } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';

/** Sprays of today and tomorrow for which the present forecast, their products or hives nearby say stop. */
export function HomeWeather({ orders }: { orders: readonly FarmerOrder[] }) {
  const { today } = useCompany();
  const tomorrow = addDays(today, 1);
  const soon = orders.filter(({ orderStatus, date }) => orderStatus !== 'in_progress' && (date === today || date === tomorrow));
  return soon.map((order) => <StopNotice key={order.id} order={order} />);
}

function StopNotice({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerWords);
  const format = useFormat();
  const { sorted, factorText } = useReasons();
  const { data: window } = useOrderWindow(order.id);
  if (window?.verdict !== 'STOP') return null;
  const reasons = sorted(window.factors).filter(({ verdict }) => verdict === 'STOP');
  return (
    <Alert
      color="clay"
      icon={<IconCloudRain size={24} aria-hidden />}
      title={<Link to={`/orders/${order.id}`}>{words.stopTitle(`${format.slot(order)}, ${order.location}`)}</Link>}
    >
      <Text>{reasons.map(factorText).join('; ')}</Text>
      <Text>{words.stopText}</Text>
    </Alert>
  );
}
