import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import fieldStyles from '../fields/fields.module.css';
import { IconHomeShield } from '../icons/home-shield.ts';
import { IconPlus } from '../icons/plus.ts';
import { FieldMap } from '../map/field-map.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { useFormat } from '../ui/format.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { placesQuery, type SensitivePlace, toMapPlace } from './place-queries.ts';
import { placeWords } from './place-words.ts';

/** The register of sensitive places, for the office. */
export function PlacesPage() {
  const words = useWords(placeWords);
  const { fields } = useWords(navWords);
  const { get, set } = useFilters();
  const search = get('search');
  const list = useInfiniteQuery(placesQuery(search));
  return (
    <Page
      title={words.title}
      back={<BackLink to="/fields" name={fields} />}
      exports={<ListExport list="/api/receptionist/sensitive-place" query={search === '' ? {} : { search }} />}
      actions={
        <Button component={Link} to="/places/new" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <Text>{words.intro}</Text>
      <search>
        <SearchField label={words.search} maxLength={100} text={search} onSearch={(text) => set('search', text)} />
      </search>
      <FilteredList list={list} icon={<IconHomeShield size={40} aria-hidden />} words={words}>
        {(places) => <Places places={places} />}
      </FilteredList>
    </Page>
  );
}

function Places({ places }: { places: SensitivePlace[] }) {
  const words = useWords(placeWords);
  const format = useFormat();
  const navigate = useNavigate();
  const shown = useMemo(() => places.map(toMapPlace), [places]);
  return (
    <div className={fieldStyles.columns}>
      <ul className={styles.list}>
        {places.map(({ id, name, kind, bufferMetres, contact }) => (
          <li key={id}>
            <Link to={`/places/${id}`} className={styles.row}>
              <span className={styles.main}>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>
                  {[words.kinds[kind], words.bufferOf(format.number(bufferMetres)), ...(contact.name === null ? [] : [contact.name])].join(
                    ' · ',
                  )}
                </span>
              </span>
              {contact.asksNotice ? <span className={styles.facts}>{words.notified}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
      <FieldMap
        pins={noPins}
        places={shown}
        height={420}
        label={words.map}
        hasSearch
        onPlaceClick={(id) => void navigate(`/places/${id}`)}
      />
    </div>
  );
}

const noPins: [] = [];
