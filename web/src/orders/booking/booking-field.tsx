import { Button, Stack, UnstyledButton } from '@mantine/core';
import { IconMapPin, IconMapPinPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import styles from './booking.module.css';
import { addressOf } from './booking-steps.ts';
import { bookingWords } from './booking-words.ts';

type FarmerOrder = Shape<'FarmerOrder'>;

const firstFew = 4;

/** Known fields as cards, most recent first; a tap reuses the values of the last order. */
export function BookingField({ fields, onChoose }: { fields: FarmerOrder[]; onChoose(last: FarmerOrder): void }) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const crops = useWords(stateWords).crop;
  const { today } = useCompany();
  const [all, setAll] = useState(false);
  return (
    <Stack>
      <ul className={styles.fields} aria-label={words.usedBefore}>
        {(all ? fields : fields.slice(0, firstFew)).map((last) => (
          <li key={last.id}>
            <UnstyledButton className={styles.field} onClick={() => onChoose(last)}>
              <IconMapPin size={28} stroke={1.75} aria-hidden />
              <span>
                <span className={styles.fieldName}>{last.location}</span>
                <span className={styles.fieldNote}>
                  {crops[last.cropType.name] ?? last.cropType.name}, {format.area(last.area)}
                </span>
                {last.date < today || last.orderStatus === 'cancelled' || last.orderStatus === 'completed' ? null : (
                  <span className={styles.fieldNote}>{words.bookedAlready(format.date(last.date))}</span>
                )}
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
