import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Shape } from '../../api/client.ts';
import { IconUserCheck } from '../../icons/user-check.ts';
import { useWords } from '../../ui/language.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { takeTypedAhead } from '../../ui/type-ahead.ts';
import styles from './book-for-caller.module.css';
import { isPhone, plainPhone } from './caller-draft.ts';
import { useCallers } from './caller-queries.ts';
import { callerWords } from './caller-words.ts';

type Farmer = Shape<'User'>;

interface CallerSearchProps {
  phone: string;
  farmer: Farmer | undefined;
  error: string | undefined;
  onType(phone: string): void;
  /** `goOn`: chosen by key or tap, so the focus moves to the next field. */
  onChoose(farmer: Farmer, goOn: boolean): void;
}

/** Phone number input that suggests known farmers. */
export function CallerSearch({ phone, farmer, error, onType, onChoose }: CallerSearchProps) {
  const words = useWords(callerWords);
  const combobox = useCombobox();
  const { data: found = [], isPlaceholderData } = useCallers(phone);
  const offered = farmer === undefined && plainPhone(phone) !== '' ? found : [];
  const only = offered.length === 1 && !isPlaceholderData ? offered[0] : undefined;
  const isWhole = only !== undefined && plainPhone(only.phoneNumber ?? '') === plainPhone(phone);
  const offeredIds = offered.map(({ id }) => id).join();

  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Autofocus on a desktop only: on a phone, the keyboard would hide the page.
    if (matchMedia('(hover: hover)').matches) input.current?.focus();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered, Enter takes the first of them
  useEffect(() => {
    if (offeredIds === '') combobox.closeDropdown();
    else {
      combobox.openDropdown();
      combobox.selectFirstOption();
    }
  }, [offeredIds]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a number that is typed in full
  useEffect(() => {
    if (isWhole) onChoose(only, false);
  }, [isWhole]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const chosen = offered.find((one) => String(one.id) === id);
        if (chosen !== undefined) onChoose(chosen, true);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          label={words.phone}
          description={words.phoneNote}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          value={phone}
          error={error}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onFocus={() => {
            const { text } = takeTypedAhead();
            if (text !== '') onType(phone + text);
          }}
          onBlur={() => {
            combobox.closeDropdown();
            if (farmer === undefined && isPhone(phone) && formatPhone(phone) !== phone) onType(formatPhone(phone));
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={words.offered}>
          {offered.map(({ id, fullName, phoneNumber, city, province, active }) => (
            <Combobox.Option key={id} value={String(id)} className={styles.offer ?? ''}>
              <IconUserCheck size={22} aria-hidden />
              <span>
                <span className={styles.strong}>{fullName}</span>
                <span className={styles.note}>
                  {[phoneNumber && formatPhone(phoneNumber), city, province, active ? '' : words.deactivatedShort]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
