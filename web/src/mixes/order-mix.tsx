import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { OrderDrone } from '../equipment/order-drone.tsx';
import { orderFieldQuery } from '../fields/field-queries.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconFlask } from '../icons/flask.ts';
import { Section } from '../orders/section.tsx';
import { HarvestWarning } from '../spray-records/harvest-warning.tsx';
import { fieldWords } from '../ui/field-words.ts';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type Mix, type MixSide, mixQuery } from './mix-queries.ts';
import { hectaresOf, totalOf } from './mix-rules.ts';
import { mixWords } from './mix-words.ts';

type Order = Pick<Shape<'Order'>, 'id' | 'area' | 'cropType' | 'date' | 'orderStatus'>;

const MixForm = lazyPart(() => import('./mix-form.tsx'), 'MixForm');

/** What an order is sprayed with, and a form to set it until the work is reported. */
export function OrderMix({ order, side, isReported = false }: { order: Order; side: MixSide; isReported?: boolean }) {
  const words = useWords(mixWords);
  const [editing, setEditing] = useState(false);
  const { data: mix } = useQuery(mixQuery(side, order.id));
  const isClosed = order.orderStatus === 'cancelled' || order.orderStatus === 'completed' || isReported;
  if (mix === undefined || (mix.version === 0 && isClosed)) return null;
  const label = mix.version === 0 ? words.set : words.change;
  return (
    <Section title={words.title}>
      <Stack gap="xs">
        {mix.version === 0 ? <Text>{words.none}</Text> : <MixLines mix={mix} order={order} />}
        {side === 'sprayer' || isClosed || mix.version === 0 ? null : <MixHarvest order={order} mix={mix} />}
        <OrderDrone id={order.id} side={side} isClosed={isClosed} />
        {isClosed ? null : (
          <Group>
            <Button variant="default" leftSection={<IconFlask size={20} aria-hidden />} onClick={() => setEditing(true)}>
              {label}
            </Button>
          </Group>
        )}
      </Stack>
      <Sheet opened={editing} close={() => setEditing(false)} title={label}>
        {editing ? (
          <Suspense>
            <MixForm order={order} side={side} mix={mix} close={() => setEditing(false)} />
          </Suspense>
        ) : null}
      </Sheet>
    </Section>
  );
}

/** For the office: the mix is too close to the planned harvest. */
function MixHarvest({ order, mix }: { order: Order; mix: Mix }) {
  const { data: field } = useQuery(orderFieldQuery('receptionist', order.id));
  const days = mix.products.reduce((most, { preHarvestDays }) => Math.max(most, preHarvestDays ?? 0), 0);
  if (field?.fieldId === undefined || field.fieldId === null) return null;
  return <HarvestWarning isFarmer={false} fieldId={field.fieldId} date={order.date} preHarvestDays={days} />;
}

function MixLines({ mix, order }: { mix: Mix; order: Order }) {
  const words = useWords(mixWords);
  const format = useFormat();
  const { language } = useLanguage();
  // The units of all orders have the size of the company's.
  const { areaUnitM2 } = useCompany();
  const areaHa = hectaresOf(order.area, areaUnitM2);
  const { waterRate, products, setBy, setAt, override, breaches } = mix;
  return (
    <Stack gap="xs">
      {products.map((product) => {
        const { productId, name, target, dose, doseUnit, reEntryHours, rainFastHours, preHarvestDays, bufferMetres, beeHazard } = product;
        const total = areaHa === undefined ? undefined : totalOf(dose, doseUnit, areaHa);
        const cautions = [
          reEntryHours === null || reEntryHours === 0 ? '' : words.reEntry(format.number(reEntryHours)),
          rainFastHours === null || rainFastHours === 0 ? '' : words.rainFast(format.number(rainFastHours)),
          preHarvestDays === null || preHarvestDays === 0 ? '' : words.harvest(format.number(preHarvestDays)),
          bufferMetres === null || bufferMetres === 0 ? '' : words.buffer(format.number(bufferMetres)),
          beeHazard === null ? '' : words.bees[beeHazard],
        ].filter((text) => text !== '');
        return (
          <div key={productId}>
            <Text>
              <strong>{name}</strong>
              {`: ${format.number(dose)} ${doseUnit}`}
              {total === undefined ? '' : `, ${words.total(`${format.number(total.amount)} ${total.unit}`)}`}
              {target === null ? '' : ` · ${target}`}
            </Text>
            {cautions.length === 0 ? null : <Text c="dimmed">{cautions.join(' · ')}</Text>}
          </div>
        );
      })}
      <Text>
        {words.waterLine(format.number(waterRate ?? 0), areaHa === undefined ? undefined : format.number((waterRate ?? 0) * areaHa))}
      </Text>
      {breaches.length === 0 ? null : (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.breaches}>
          {breaches.map(({ path, message }) => (
            <Text key={path}>{`${products[Number(path.split('.')[1])]?.name ?? ''}: ${fieldWords(language, message)}`}</Text>
          ))}
        </Alert>
      )}
      {override === null ? null : <Text>{words.override(override.by.fullName, override.reason)}</Text>}
      {setBy === null || setAt === null ? null : (
        <Text size="sm" c="dimmed">
          {words.by(setBy.fullName, format.moment(setAt))}
        </Text>
      )}
    </Stack>
  );
}
