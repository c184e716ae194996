import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { Empty } from '../ui/states.tsx';
import { cropsKey } from './admin-keys.ts';
import { cropsQuery } from './catalog-queries.ts';
import { catalogWords } from './catalog-words.ts';
import { companyWords } from './company-words.ts';
import { CropSheet } from './crop-sheet.tsx';
import { OnOff } from './on-off.tsx';
import { Part } from './part.tsx';
import styles from './rows.module.css';
import { ShownPages } from './shown-pages.tsx';
import { SwitchButton } from './switch-button.tsx';

type Crop = Shape<'PricedCrop'>;

export function CropsPage() {
  const { crops: words } = useWords(catalogWords);
  const [edited, setEdited] = useState<Crop | 'new' | undefined>();
  const list = useInfiniteQuery(cropsQuery);
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  return (
    <Part title={words.title} narrow actions={add}>
      <Text>{words.priceNote}</Text>
      <ShownPages list={list} empty={<Empty title={words.none} text={words.noneText} />}>
        {(crops) => (
          <ul className={styles.list}>
            {crops.map((crop) => (
              <CropRow key={crop.id} crop={crop} edit={() => setEdited(crop)} />
            ))}
          </ul>
        )}
      </ShownPages>
      <CropSheet crop={edited} close={() => setEdited(undefined)} />
    </Part>
  );
}

function CropRow({ crop: { id, name, price, active }, edit }: { crop: Crop; edit(): void }) {
  const { crops: words } = useWords(catalogWords);
  const { change } = useWords(companyWords);
  const { crop: names } = useWords(stateWords);
  const format = useFormat();
  const shown = names[name] ?? name;
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{shown}</span>
        <span className={styles.note}>{words.per(format.money(price), format.unit)}</span>
      </span>
      <OnOff on={active} words={{ on: words.bookable, off: words.notBookable }} />
      <span className={styles.tools}>
        <Button variant="default" aria-label={`${change}: ${shown}`} onClick={edit}>
          {change}
        </Button>
        <SwitchButton
          active={active}
          name={shown}
          offTitle={words.offTitle(shown)}
          offText={words.offText}
          done={{ on: words.turnedOn, off: words.turnedOff }}
          changes={[cropsKey]}
          act={(on) => read(api.PATCH('/api/admin/crop/{id}', { params: { path: { id } }, body: { active: on } }))}
        />
      </span>
    </li>
  );
}
