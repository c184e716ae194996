import { OrderField } from '../../fields/order-field.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { OrderWeather } from '../../weather/order-weather.tsx';
import { CrewNote } from '../edit/crew-note.tsx';
import type { FarmerOrder } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import { OrderArea } from '../order-area.tsx';
import { Section } from '../section.tsx';
import { SprayTime } from '../spray-time.tsx';
import styles from './farmer-order-facts.module.css';
import { farmerOrderWords } from './farmer-order-words.ts';

export function OrderFacts({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const names = useWords(farmerWords);
  const { crop } = useWords(stateWords);
  const format = useFormat();
  return (
    <Section title={words.details}>
      <SprayTime order={order} />
      <dl className={styles.facts}>
        <div>
          <dt>{names.where}</dt>
          <dd>{order.location}</dd>
        </div>
        <OrderField id={order.id} wrapped />
        <div>
          <dt>{names.crop}</dt>
          <dd>
            {crop[order.cropType.name] ?? order.cropType.name}, <OrderArea order={order} />
          </dd>
        </div>
        <OrderWeather order={order} wrapped />
        <CrewNote id={order.id} side="farmer" wrapped />
      </dl>
      <p className={styles.quiet}>
        {words.booked(format.date(order.creationDate))} · #{order.id}
      </p>
    </Section>
  );
}
