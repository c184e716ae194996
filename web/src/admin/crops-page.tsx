import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { stateWords } from '../ui/state-words.ts';
import { cropsKey } from './admin-keys.ts';
import { CatalogPage, CatalogRow } from './catalog-page.tsx';
import { cropsQuery } from './catalog-queries.ts';
import { catalogWords } from './catalog-words.ts';
import { CropForm } from './crop-form.tsx';

export function CropsPage() {
  const { crops: words } = useWords(catalogWords);
  const { crop: names } = useWords(stateWords);
  const format = useFormat();
  const list = useInfiniteQuery(cropsQuery);
  const nameOf = ({ name }: { name: string }) => names[name] ?? name;
  return (
    <CatalogPage
      words={words}
      intro={words.priceNote}
      exports={<ListExport list="/api/admin/crop" query={{ sort: ['id,asc'] }} />}
      list={list}
      nameOf={nameOf}
      row={(crop, edit) => (
        <CatalogRow
          words={words}
          name={nameOf(crop)}
          note={words.per(format.money(crop.price), format.unit)}
          active={crop.active}
          edit={edit}
          changes={cropsKey}
          act={(active) => read(api.PATCH('/api/admin/crop/{id}', { params: { path: { id: crop.id } }, body: { active } }))}
        />
      )}
      form={(crop, close) => <CropForm crop={crop} close={close} />}
    />
  );
}
