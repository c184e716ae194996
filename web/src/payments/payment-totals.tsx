import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { type PaymentSearch, usePaymentTotal } from './payment-queries.ts';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';

const sums = ['owed', 'upcoming', 'paid', 'refunded'] as const;

/** Sums over all orders of the list, loaded or not. It keeps its height while it loads. */
export function PaymentTotals({ asked, shown }: { asked: PaymentSearch; shown: number }) {
  const words = useWords(paymentsWords);
  const format = useFormat();
  const { data } = usePaymentTotal(asked);
  return (
    <section className={styles.total} aria-label={words.sums}>
      <span>{data === undefined ? '\u00a0' : words.count(Math.min(shown, data.orders), data.orders)}</span>
      <dl>
        {data === undefined ? (
          <div>
            <dt>&nbsp;</dt>
            <dd>&nbsp;</dd>
          </div>
        ) : data.owed === null ? (
          <div>
            <dt>{words.tooMany}</dt>
            <dd>–</dd>
          </div>
        ) : (
          sums
            .filter((of) => (data[of] ?? 0) > 0)
            .map((of) => (
              <div key={of}>
                <dt>{words[of]}</dt>
                <dd>{format.money(data[of] ?? 0)}</dd>
              </div>
            ))
        )}
      </dl>
    </section>
  );
}
