import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import { IconSearch } from '../icons/search.ts';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'leftSection'> {
  /** The current search text. */
  text: string;
  onSearch(text: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Debounced search; it runs at once on blur, so that it cannot override a later action. */
export function SearchField({ text, onSearch, ...props }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [lastText, setLastText] = useState(text);
  // The text was changed from outside, for example by the back button.
  if (lastText !== text) {
    setLastText(text);
    if (typed.trim() !== text) setTyped(text);
  }
  const searchDebounced = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchDebounced(currentTarget.value.trim());
      }}
      onBlur={() => searchDebounced.flush()}
      {...props}
    />
  );
}
