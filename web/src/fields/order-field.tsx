import { Anchor } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Shape } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import type { MapShape } from '../map/map-shapes.ts';
import { useIdle } from '../ui/idle.ts';
import { useWords } from '../ui/language.tsx';
import { useAreaText } from './field-area.ts';
import { orderBoundariesQuery, orderFieldQuery } from './field-queries.ts';
import { fieldWords } from './field-words.ts';

/** The boundary that an order was booked with, for the map; empty without one. */
export function useOrderShapes(orderId: number): MapShape[] {
  const { role } = useMe();
  const { data } = useQuery(orderFieldQuery(role, orderId));
  const boundary = data?.boundary ?? null;
  return useMemo(() => (boundary === null ? [] : [{ id: String(orderId), boundary }]), [boundary, orderId]);
}

/** The boundaries of several orders, as those of a crew's day. They are fetched after the rest of the page. */
export function useShapesOfOrders(orderIds: readonly number[]): MapShape[] {
  const { role } = useMe();
  const enabled = useIdle();
  return useQueries({ queries: orderIds.map((id) => ({ ...orderFieldQuery(role, id), enabled })), combine: shapesOf });
}

/** The boundaries of the orders of a day for the office, each with the colour of its order. */
export function useDayShapes(colorOf: ReadonlyMap<number, string>): MapShape[] {
  const { data } = useQuery(orderBoundariesQuery([...colorOf.keys()]));
  return useMemo(
    () =>
      (data ?? []).flatMap(({ orderId, name, boundary }) => {
        const color = colorOf.get(orderId);
        return color === undefined ? [] : [{ id: String(orderId), boundary, label: name, color }];
      }),
    [data, colorOf],
  );
}

const shapesOf = (results: { data?: Shape<'OrderField'> | undefined }[]): MapShape[] =>
  results.flatMap(({ data }) =>
    data === undefined || data.boundary === null
      ? []
      : [{ id: String(data.fieldId), boundary: data.boundary, ...(data.name === null ? {} : { label: data.name }) }],
  );

/** Area by boundary, obstacles and notes of the field of an order; undefined if the order has no field. */
export function useOrderFieldFacts(orderId: number): string[] | undefined {
  const words = useWords(fieldWords);
  const areaText = useAreaText();
  const { role } = useMe();
  const { data } = useQuery(orderFieldQuery(role, orderId));
  if (data === undefined || data.fieldId === null) return undefined;
  const { areaM2, obstacles, notes } = data;
  return [
    areaM2 === null ? words.noBoundary : words.measured(areaText(areaM2)),
    ...(obstacles === null ? [] : [`${words.obstacles}: ${obstacles}`]),
    ...(notes === null ? [] : [notes]),
  ];
}

/** The field of an order as part of a list of facts; nothing without one. */
export function OrderField({ id, wrapped = false }: { id: number; wrapped?: boolean }) {
  const words = useWords(fieldWords);
  const { role } = useMe();
  const { data } = useQuery(orderFieldQuery(role, id));
  const facts = useOrderFieldFacts(id);
  if (facts === undefined) return null;
  const content = (
    <>
      <dt>{words.orderField}</dt>
      <dd>
        {facts.join(' · ')}
        <br />
        <Anchor component={Link} to={`/fields/${data?.fieldId}`} display="inline-flex" mih={44} style={{ alignItems: 'center' }}>
          {words.openField}
        </Anchor>
      </dd>
    </>
  );
  return wrapped ? <div>{content}</div> : content;
}
