import type { Shape } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from './cash-report.module.css';
import { cashReportWords } from './cash-report-words.ts';

type Sum = 'amount' | 'refunded' | 'net' | 'handedOver' | 'outstanding';

interface CashSumsProps {
  of: Pick<Shape<'CashTotal'>, Sum>;
  shown: readonly Sum[];
}

/** Sums of cash with their names. */
export function CashSums({ of, shown }: CashSumsProps) {
  const words = useWords(cashReportWords);
  const format = useFormat();
  const names: Record<Sum, string> = {
    amount: words.collected,
    refunded: words.refunded,
    net: words.net,
    handedOver: words.handedOver,
    outstanding: words.outstanding,
  };
  return (
    <dl className={styles.sums}>
      {shown.map((sum) => (
        <div key={sum}>
          <dt>{names[sum]}</dt>
          <dd>{format.money(of[sum])}</dd>
        </div>
      ))}
    </dl>
  );
}
