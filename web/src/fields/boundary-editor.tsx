import { Button, Checkbox, Collapse, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconArrowBackUp } from '../icons/arrow-back-up.ts';
import { IconTrash } from '../icons/trash.ts';
import { FieldMap } from '../map/field-map.tsx';
import type { Position } from '../map/position-rules.ts';
import { useWords } from '../ui/language.tsx';
import { type EditedRing, emptyRings, readText, toBoundary, toText } from './boundary-rules.ts';
import { useAreaText } from './field-area.ts';
import { fieldWords } from './field-words.ts';
import { geodesicAreaM2 } from './geodesic-area.ts';
import { useNeighbours } from './neighbours.ts';
import { WalkAround } from './walk-around.tsx';

interface BoundaryEditorProps {
  rings: EditedRing[];
  onChange(rings: EditedRing[]): void;
  /** Where the map opens without a boundary. */
  around: Position | undefined;
  error?: string | undefined;
  /** The field that is edited: it does not snap to itself. */
  fieldId?: number | undefined;
}

const mapHeight = 420;

/** Draws a boundary: corners on the map, as text, or by walking around the field. Every change can be undone. */
export function BoundaryEditor({ rings, onChange, around, error, fieldId }: BoundaryEditorProps) {
  const words = useWords(fieldWords);
  const areaText = useAreaText();
  const [before, setBefore] = useState<EditedRing[][]>([]);
  const [chosen, setChosen] = useState(0);
  const [snaps, setSnaps] = useState(true);
  const { neighbours, onView } = useNeighbours(fieldId);
  const snapTo = useMemo(() => (snaps ? neighbours.map((one) => one.boundary) : undefined), [snaps, neighbours]);
  const at = Math.min(chosen, rings.length - 1);
  const points = rings[at]?.points ?? [];
  const boundary = useMemo(() => toBoundary(rings), [rings]);
  const shapes = useMemo(() => (boundary === null ? [] : [{ id: 'drawn', boundary, kind: 'drawn' as const }]), [boundary]);

  const change = (next: EditedRing[]) => {
    setBefore([...before, rings]);
    onChange(next);
  };
  const setPoints = (next: Position[]) => change(rings.map((ring, index) => (index === at ? { ...ring, points: next } : ring)));
  const undo = () => {
    const last = before.at(-1);
    if (last === undefined) return;
    setBefore(before.slice(0, -1));
    onChange(last);
  };
  const addRing = (isHole: boolean) => {
    const index = isHole ? at + 1 : rings.length;
    change([...rings.slice(0, index), { isHole, points: [] }, ...rings.slice(index)]);
    setChosen(index);
  };
  const removeRing = () => {
    const left = rings.filter((_, index) => index !== at);
    change(left.length === 0 || left[0]?.isHole === true ? emptyRings : left);
    setChosen(0);
  };
  const names = rings.map(({ isHole }, index) => {
    const number = rings.slice(0, index + 1).filter((ring) => ring.isHole === isHole).length;
    return isHole ? words.hole(number) : words.part(number);
  });
  return (
    <Stack gap="sm">
      <Text c="dimmed">{words.boundaryNote}</Text>
      {error === undefined ? null : (
        <Text role="alert" c="var(--clay-text)">
          {error}
        </Text>
      )}
      <FieldMap
        pins={noPins}
        shapes={shapes}
        boundaries={neighbours}
        onView={onView}
        corners={{
          points,
          snapTo,
          label: (index) => words.corner(index + 1),
          onMove: (index, to) => setPoints(points.map((point, n) => (n === index ? to : point))),
        }}
        height={mapHeight}
        around={points[0] ?? around}
        label={words.drawing}
        onPick={(latitude, longitude) => setPoints([...points, { latitude, longitude }])}
      />
      <Text role="status" fw={600}>
        {boundary === null ? words.noArea : words.area(areaText(geodesicAreaM2(boundary)))}
      </Text>
      <Checkbox
        label={words.snap}
        styles={{ label: { minHeight: 44 } }}
        checked={snaps}
        onChange={({ currentTarget }) => setSnaps(currentTarget.checked)}
      />
      <Group gap="xs">
        <Button variant="default" leftSection={<IconArrowBackUp size={20} aria-hidden />} disabled={before.length === 0} onClick={undo}>
          {words.undo}
        </Button>
        <Button variant="default" disabled={points.length === 0} onClick={() => setPoints([])}>
          {words.clear}
        </Button>
        <WalkAround onWalked={setPoints} />
      </Group>
      <CornersAsText points={points} onUse={setPoints} />
      <Group gap="xs" align="flex-end">
        {rings.length === 1 ? null : (
          <Select
            label={words.ring}
            data={names.map((label, index) => ({ value: String(index), label }))}
            value={String(at)}
            allowDeselect={false}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        <Button variant="default" disabled={boundary === null} onClick={() => addRing(true)}>
          {words.addHole}
        </Button>
        <Button variant="default" disabled={boundary === null} onClick={() => addRing(false)}>
          {words.addPart}
        </Button>
        {rings.length === 1 ? null : (
          <Button variant="default" leftSection={<IconTrash size={20} aria-hidden />} onClick={removeRing}>
            {words.removeRing}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const noPins: [] = [];

function CornersAsText({ points, onUse }: { points: Position[]; onUse(points: Position[]): void }) {
  const words = useWords(fieldWords);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState<string>();
  const [badLine, setBadLine] = useState<number>();
  const use = () => {
    const read = readText(text ?? '');
    if ('line' in read) return setBadLine(read.line);
    onUse(read.points);
    setText(undefined);
  };
  return (
    <div>
      <Button variant="subtle" color="sky" ml={-12} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words.asText}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" align="flex-start">
          <Textarea
            label={words.asText}
            description={words.asTextNote}
            w="100%"
            autosize
            minRows={4}
            maxRows={12}
            value={text ?? toText(points)}
            error={badLine === undefined ? undefined : words.badLine(badLine)}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setBadLine(undefined);
            }}
          />
          <Button variant="default" disabled={text === undefined} onClick={use}>
            {words.useText}
          </Button>
        </Stack>
      </Collapse>
    </div>
  );
}
