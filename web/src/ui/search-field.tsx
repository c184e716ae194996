import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useState } from 'react';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'leftSection'> {
  /** What is searched for at present. */
  text: string;
  onSearch(text: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Searches shortly after the last letter, and at once when the field is left: what comes next must not be overtaken by it. */
export function SearchField({ text, onSearch, ...props }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [lastText, setLastText] = useState(text);
  // The back button, or a way to show all, changed it from outside.
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
