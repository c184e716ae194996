import { TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useWords } from '../ui/language.tsx';
import { mapWords } from './map-words.ts';
import { type Position, parsePosition, positionText } from './position-rules.ts';

interface PositionFieldProps {
  at: Position | undefined;
  onPick(latitude: number, longitude: number): void;
}

/** Position as text: coordinates in any usual format, or a link of another map. Parsed on paste, on Enter and on blur. */
export function PositionField({ at, onPick }: PositionFieldProps) {
  const words = useWords(mapWords);
  const [text, setText] = useState<string>();
  const [isRead, setIsRead] = useState(false);
  const parsed = text === undefined ? undefined : parsePosition(text);
  const read = (typed: string) => {
    const result = parsePosition(typed);
    setIsRead(true);
    if (result?.kind !== 'position') return;
    setText(undefined);
    const { latitude, longitude } = result.position;
    if (latitude !== at?.latitude || longitude !== at?.longitude) onPick(latitude, longitude);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    const result = parsePosition(pasted);
    // A pasted position replaces the text; other pasted text is inserted at the cursor.
    if (result === undefined || result.kind === 'half' || result.kind === 'unreadable') return;
    event.preventDefault();
    setText(pasted.trim());
    read(pasted);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter') read(currentTarget.value);
  };
  return (
    <TextInput
      label={words.position}
      description={words.positionNote}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="text"
      autoComplete="off"
      value={text ?? (at === undefined ? '' : positionText(at))}
      error={isRead && parsed !== undefined && parsed.kind !== 'position' ? words.notPosition[parsed.kind] : undefined}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setIsRead(false);
      }}
      onPaste={onPaste}
      onBlur={({ currentTarget }) => {
        if (text !== undefined) read(currentTarget.value);
        if (currentTarget.value.trim() === '') setText(undefined);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
