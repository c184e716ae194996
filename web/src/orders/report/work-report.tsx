import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useOrderAreaText } from '../order-area.tsx';
import { Section } from '../section.tsx';
import styles from './report.module.css';
import { type OrderReport, type Reader, useOrderReport } from './report-queries.ts';
import { reportWords } from './report-words.ts';

/** Area ordered and sprayed, the crew's note and the resulting price; nothing before the report, except for an order for the rest of another one. */
export function WorkReport({ reader, orderId }: { reader: Reader; orderId: number }) {
  const words = useWords(reportWords);
  const { data } = useOrderReport(reader, orderId);
  if (data === undefined || (data.report === null && data.restOf === null)) return null;
  return (
    <Section title={words.title}>
      {data.report === null ? null : <Facts reader={reader} data={data} report={data.report} />}
      <Consequences reader={reader} data={data} />
    </Section>
  );
}

function Facts({ reader, data, report }: { reader: Reader; data: OrderReport; report: NonNullable<OrderReport['report']> }) {
  const words = useWords(reportWords);
  const format = useFormat();
  const areaText = useOrderAreaText(data.orderId);
  const { balance } = data;
  const { startedAt, finishedAt, cashReceived, changeDue } = report;
  return (
    <dl className={styles.facts}>
      <dt>{words.ordered}</dt>
      <dd>{areaText(data.areaOrdered)}</dd>
      <dt>{words.sprayed}</dt>
      <dd>
        <strong>{areaText(report.areaSprayed)}</strong>
      </dd>
      {report.note === null || report.note === '' ? null : (
        <>
          <dt>{words.note}</dt>
          <dd>{report.note}</dd>
        </>
      )}
      {finishedAt === null ? null : (
        <>
          <dt>{words.times}</dt>
          <dd>
            {startedAt === null
              ? words.until(format.moment(finishedAt))
              : words.fromTo(format.moment(startedAt), format.moment(finishedAt))}
          </dd>
        </>
      )}
      {reader === 'farmer' || cashReceived === null ? null : (
        <>
          <dt>{words.cash}</dt>
          <dd>
            {format.money(cashReceived)}
            {changeDue === null || changeDue === 0 ? null : (
              <span className={styles.quiet}>, {words.changeGiven(format.money(changeDue))}</span>
            )}
          </dd>
        </>
      )}
      {balance.adjustment === 0 ? null : (
        <>
          <dt>{words.price}</dt>
          <dd>
            <strong>{format.money(balance.total)}</strong>{' '}
            <span className={styles.quiet}>{words.priceChange(format.money(balance.cost), signed(format.money, balance.adjustment))}</span>
          </dd>
        </>
      )}
      <dt>{words.by}</dt>
      <dd>
        {report.reportedBy}, <span className={styles.quiet}>{format.moment(report.reportedAt)}</span>
      </dd>
    </dl>
  );
}

const signed = (money: (amount: number) => string, amount: number): string => `${amount < 0 ? '−' : '+'}${money(Math.abs(amount))}`;

/** Consequences of the report: the decision, the order for the rest, and refunds. */
function Consequences({ reader, data }: { reader: Reader; data: OrderReport }) {
  const words = useWords(reportWords);
  const format = useFormat();
  const { decision, undecided, restOf, balance } = data;
  return (
    <>
      {undecided && reader !== 'receptionist' ? <Text>{words.undecidedFarmer}</Text> : null}
      {decision === null ? null : (
        <Text>
          {decision.decision === 'keep' ? words.kept : words.billed}
          {decision.reason === null ? null : ` “${decision.reason}”`}
        </Text>
      )}
      {decision?.restOrderId == null ? null : <OrderLink reader={reader} text={words.rest} id={decision.restOrderId} />}
      {restOf === null ? null : <OrderLink reader={reader} text={words.restOf} id={restOf} />}
      {balance.overpaid === 0 || reader === 'sprayer' ? null : (
        <Text>
          {(reader === 'farmer' ? words.toReturn : words.toReturnOffice)(format.money(balance.overpaid))}
          {balance.refundedToCard ? ` ${words.toCard}` : ''}
        </Text>
      )}
    </>
  );
}

/** A crew may not have access to the other order, so it is text instead of a link. */
function OrderLink({ reader, text, id }: { reader: Reader; text: string; id: number }) {
  const words = useWords(reportWords);
  return (
    <Text>
      {text}{' '}
      {reader === 'sprayer' ? (
        words.order(id)
      ) : (
        <Link className={styles.link ?? ''} to={`/orders/${id}`}>
          {words.order(id)}
        </Link>
      )}
    </Text>
  );
}
