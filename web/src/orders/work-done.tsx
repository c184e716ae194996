import { Text } from '@mantine/core';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { farmerWords } from './farmer-words.ts';
import { useOrderReport } from './report/report-queries.ts';

/** What the crew sprayed, what it costs, and what silence means: for the farmer, before the sign-off. */
export function WorkDone({ orderId }: { orderId: number }) {
  const words = useWords(farmerWords);
  const format = useFormat();
  const { data } = useOrderReport('farmer', orderId);
  if (data === undefined || data.report === null) return null;
  const { areaOrdered, report, undecided, balance } = data;
  const price = format.money(balance.total);
  const { areaSprayed } = report;
  return (
    <>
      <Text>
        <strong>
          {areaSprayed === areaOrdered
            ? words.sprayedAll(format.area(areaSprayed), price)
            : words.sprayedPart(format.number(areaSprayed), format.area(areaOrdered), price)}
        </strong>
        {undecided ? ` ${words.priceOpen}` : ''}
      </Text>
      <Text>{words.silence}</Text>
    </>
  );
}
