import { Button, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { IconMapPin } from '../../icons/map-pin.ts';
import { IconMapPinPlus } from '../../icons/map-pin-plus.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import styles from './booking.module.css';
import type { KnownField } from './booking-fields.ts';
import { addressOf } from './booking-steps.ts';
import { bookingWords } from './booking-words.ts';

type Booked = NonNullable<KnownField['last']>;

const isBooked = (last: Booked | undefined, today: string): last is Booked =>
  last !== undefined && last.date >= today && last.orderStatus !== 'cancelled' && last.orderStatus !== 'completed';

const firstFew = 4;

/** Known fields as cards, most recent first; a tap reuses the values of the last order there. */
export function BookingField({ fields, onChoose }: { fields: KnownField[]; onChoose(field: KnownField): void }) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const crops = useWords(stateWords).crop;
  const { today } = useCompany();
  const [all, setAll] = useState(false);
  return (
    <Stack>
      <ul className={styles.fields} aria-label={words.usedBefore}>
        {(all ? fields : fields.slice(0, firstFew)).map((field) => (
          <li key={field.key}>
            <UnstyledButton className={styles.field} onClick={() => onChoose(field)}>
              <IconMapPin size={28} stroke={1.75} aria-hidden />
              <span>
                <span className={styles.fieldName}>{field.location}</span>
                <span className={styles.fieldNote}>
                  {[
                    ...(field.cropType === null ? [] : [crops[field.cropType.name] ?? field.cropType.name]),
                    ...(field.area === null ? [] : [format.area(field.area)]),
                  ].join(', ')}
                </span>
                {isBooked(field.last, today) ? (
                  <span className={styles.fieldNote}>{words.bookedAlready(format.date(field.last.date))}</span>
                ) : null}
              </span>
            </UnstyledButton>
          </li>
        ))}
        <li>
          <UnstyledButton component={Link} to={addressOf('place')} className={`${styles.field} ${styles.new}`}>
            <IconMapPinPlus size={28} stroke={1.75} aria-hidden />
            <span>
              <span className={styles.fieldName}>{words.newField}</span>
              <span className={styles.fieldNote}>{words.newFieldNote}</span>
            </span>
          </UnstyledButton>
        </li>
      </ul>
      {all || fields.length <= firstFew ? null : (
        <Button variant="default" onClick={() => setAll(true)}>
          {words.moreFields}
        </Button>
      )}
    </Stack>
  );
}
