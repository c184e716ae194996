import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconMapPin } from '../icons/map-pin.ts';
import { IconSearch } from '../icons/search.ts';
import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import { loadPlaces } from './gazetteer.ts';
import { type Place, searchPlaces } from './gazetteer-rules.ts';
import { mapWords } from './map-words.ts';
import type { Position } from './position-rules.ts';

const maxSuggestions = 6;

interface PlaceSearchProps {
  /** Of several places with one name, the nearest to this position come first. */
  near: Position | undefined;
  onChoose(place: Place): void;
}

/** Finds a commune or place by name, also without accents. */
export function PlaceSearch({ near, onChoose }: PlaceSearchProps) {
  const words = useWords(mapWords);
  const combobox = useCombobox();
  const [text, setText] = useState('');
  const [places, setPlaces] = useState<Place[]>();
  const [isMissing, setIsMissing] = useState(false);
  const load = () => {
    setIsMissing(false);
    loadPlaces().then(setPlaces, () => setIsMissing(true));
  };
  const offered = places === undefined ? [] : searchPlaces(places, text, near, maxSuggestions);
  const isNone = places !== undefined && text.trim().length > 1 && offered.length === 0;
  const offeredKey = offered.map(({ wholeKey }) => wholeKey).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered, Enter takes the first of them
  useEffect(() => {
    if (offeredKey !== '') combobox.selectFirstOption();
  }, [offeredKey]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(at) => {
        const chosen = offered[Number(at)];
        if (chosen === undefined) return;
        setText(chosen.name);
        combobox.closeDropdown();
        onChoose(chosen);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={words.findPlace}
          placeholder={words.findPlaceExample}
          leftSection={<IconSearch size={20} aria-hidden />}
          autoComplete="off"
          value={text}
          error={isMissing ? words.noPlaces : undefined}
          onFocus={load}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            // Enter selects a place; it must not submit the surrounding form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0 && !isNone}>
        <Combobox.Options aria-label={words.findPlace}>
          {isNone ? <Combobox.Empty>{words.noSuchPlace}</Combobox.Empty> : null}
          {offered.map(({ name, within, isApproximate }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two communes can have the same name and district
            <Combobox.Option key={at} value={String(at)} className={styles.offer ?? ''}>
              <IconMapPin size={22} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={styles.within}>{isApproximate ? words.about(within) : within}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
