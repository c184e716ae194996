import { Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { FieldMap } from '../map/field-map.tsx';
import { useWords } from '../ui/language.tsx';
import { type LoadedPart, partOf } from './field-map-rules.ts';
import { fieldsKey } from './field-queries.ts';
import { fieldWords } from './field-words.ts';

/** More are not drawn at once; the user is asked to zoom in. */
const maxDrawn = 5000;

const fieldMapQuery = (part: LoadedPart | undefined) =>
  queryOptions({
    queryKey: [...fieldsKey, 'map', part],
    queryFn: async ({ signal }) => {
      const fields: Shape<'FieldMap'>['fields'] = [];
      let after: number | null = null;
      do {
        const query = { ...(part as LoadedPart), ...(after === null ? {} : { after }) };
        const answer: Shape<'FieldMap'> = await read(api.GET('/api/receptionist/field-map', { params: { query }, signal }));
        fields.push(...answer.fields);
        after = answer.next;
      } while (after !== null && fields.length < maxDrawn);
      return { fields, isComplete: after === null };
    },
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
  });

/** The boundaries of all current fields, for the office: what is in view is loaded and drawn. */
export function FieldsMap() {
  const words = useWords(fieldWords);
  const navigate = useNavigate();
  const [part, setPart] = useState<LoadedPart>();
  const { data } = useQuery(fieldMapQuery(part));
  const boundaries = useMemo(
    () => data?.fields.map(({ id, name, farmer, boundary }) => ({ id: String(id), boundary, label: `${name} · ${farmer}` })) ?? [],
    [data],
  );
  return (
    <div>
      <FieldMap
        pins={noPins}
        boundaries={boundaries}
        height={520}
        label={words.mapOfFields}
        hasSearch
        onView={(area, zoom) => {
          const next = partOf(area, zoom);
          setPart((before) => (before?.box === next.box && before.zoom === next.zoom ? before : next));
        }}
        onBoundaryClick={(id) => void navigate(`/fields/${id}`)}
      />
      <Text role="status" c="dimmed" mt="xs">
        {data === undefined ? '' : data.isComplete ? words.onMap(data.fields.length) : words.zoomIn(data.fields.length)}
      </Text>
    </div>
  );
}

const noPins: [] = [];
