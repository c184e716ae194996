import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import type { Position } from '../map/position-rules.ts';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import type { Base } from './crew-rule-queries.ts';
import { crewRuleWords } from './crew-rule-words.ts';

const FieldMap = lazy(async () => ({ default: (await import('../map/field-map.tsx')).FieldMap }));
const mapHeight = 280;

export interface BaseDraft {
  name: string;
  position: Position | undefined;
}

export const draftOf = (base: Base | null): BaseDraft =>
  base === null ? { name: '', position: undefined } : { name: base.name, position: { latitude: base.latitude, longitude: base.longitude } };

/** undefined: name or position is missing. */
export const baseOf = ({ name, position }: BaseDraft): Base | undefined =>
  name.trim() === '' || position === undefined ? undefined : { name: name.trim(), ...position };

interface BaseFieldsProps {
  draft: BaseDraft;
  onChange(draft: BaseDraft): void;
  /** Shows what is missing. */
  isTried: boolean;
  /** Where the map opens while nothing is marked. */
  around?: Position | undefined;
}

/** Name and position of a base: by a tap on the map, a search, or coordinates. */
export function BaseFields({ draft, onChange, isTried, around }: BaseFieldsProps) {
  const words = useWords(crewRuleWords);
  const { required } = useWords(uiWords);
  const { name, position } = draft;
  const pins = useMemo(() => (position === undefined ? [] : [{ id: 'base', label: name, ...position }]), [position, name]);
  return (
    <Stack gap="sm">
      <TextInput
        label={words.baseName}
        required
        maxLength={200}
        value={name}
        error={isTried && name.trim() === '' ? required : undefined}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <Text
        c={isTried && position === undefined ? 'var(--clay-text)' : 'dimmed'}
        role={isTried && position === undefined ? 'alert' : undefined}
      >
        {words.basePosition}
      </Text>
      <Suspense fallback={<Skeleton height={mapHeight} radius="md" />}>
        <FieldMap
          pins={pins}
          height={mapHeight}
          around={around}
          isElsewhere
          onPick={(latitude, longitude) => onChange({ ...draft, position: { latitude, longitude } })}
        />
      </Suspense>
    </Stack>
  );
}
