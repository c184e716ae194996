import { Suspense, useState } from 'react';
import { IconChevronDown } from '../icons/chevron-down.ts';
import disclosure from '../ui/disclosure.module.css';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Loading } from '../ui/states.tsx';
import type { MeasuredFieldsProps } from './measured-fields.tsx';
import { startWords } from './start-words.ts';

const MeasuredFields = lazyPart(() => import('./measured-fields.tsx'), 'MeasuredFields');

/** Weather that the crew measured in the field; closed until it is needed. */
export function MeasuredForm(props: MeasuredFieldsProps) {
  const words = useWords(startWords);
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={disclosure.disclosure} onToggle={() => setOpened(true)}>
      <summary>
        {words.measure}
        <IconChevronDown size={18} aria-hidden />
      </summary>
      {wasOpened ? (
        <Suspense fallback={<Loading lines={2} />}>
          <MeasuredFields {...props} />
        </Suspense>
      ) : null}
    </details>
  );
}
