import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMe } from '../api/session.ts';
import { IconHomeShield } from '../icons/home-shield.ts';
import { IconPlus } from '../icons/plus.ts';
import { IconPolygon } from '../icons/polygon.ts';
import { FieldMap } from '../map/field-map.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { stateWords } from '../ui/state-words.ts';
import { EmptyState } from '../ui/states.tsx';
import { ExportFields } from './export-fields.tsx';
import { useAreaText } from './field-area.ts';
import { type Field, useFields } from './field-queries.ts';
import { fieldWords } from './field-words.ts';
import styles from './fields.module.css';
import { FieldsMap } from './fields-map.tsx';
import { ImportFields } from './import-fields.tsx';

/** The registry of fields: the farmer's own, or those of all farmers or one for the office. */
export function FieldsPage() {
  const words = useWords(fieldWords);
  const { role } = useMe();
  const [search, setSearch] = useSearchParams();
  const farmer = search.get('farmer') ?? '';
  const farmerId = role !== 'farmer' && /^[1-9]\d{0,14}$/.test(farmer) ? Number(farmer) : undefined;
  const archived = search.has('archived');
  const list = useFields(role, { farmerId, archived });
  const owner = list.data?.pages[0]?.content[0]?.farmer.fullName;
  const add =
    role === 'farmer' || farmerId !== undefined ? (
      <Button
        component={Link}
        to={farmerId === undefined ? '/fields/new' : `/fields/new?farmer=${farmerId}`}
        leftSection={<IconPlus size={20} aria-hidden />}
      >
        {words.add}
      </Button>
    ) : undefined;
  const switchArchived = () =>
    setSearch((before) => {
      if (archived) before.delete('archived');
      else before.set('archived', '');
      return before;
    });
  return (
    <Page
      back={farmerId === undefined ? undefined : <BackLink to={`/customers/${farmerId}`} name={owner ?? words.farmer} />}
      title={role === 'farmer' ? words.myTitle : farmerId !== undefined && owner !== undefined ? words.ofFarmer(owner) : words.title}
      actions={
        role === 'farmer' ? (
          add
        ) : (
          <Group gap="xs">
            <Button component={Link} to="/places" variant="default" leftSection={<IconHomeShield size={20} aria-hidden />}>
              {words.sensitivePlaces}
            </Button>
            {add}
          </Group>
        )
      }
    >
      {role === 'farmer' ? <Text>{words.intro}</Text> : farmerId === undefined ? <Text>{words.officeIntro}</Text> : null}
      <InfiniteList
        list={list}
        empty={
          <EmptyState
            icon={<IconPolygon size={40} aria-hidden />}
            title={archived ? words.archivedNone : words.none}
            text={archived ? words.archivedNoneText : words.noneText}
            action={archived ? undefined : add}
          />
        }
      >
        {(fields, total) => (
          <Fields
            fields={fields}
            total={total}
            showsFarmer={role !== 'farmer' && farmerId === undefined}
            showsAll={role !== 'farmer' && farmerId === undefined && !archived}
          />
        )}
      </InfiniteList>
      <Group gap="xs">
        {add === undefined ? null : <ImportFields role={role} farmerId={farmerId} />}
        <ExportFields role={role} farmerId={farmerId} archived={archived} />
        <Button variant="default" onClick={switchArchived}>
          {archived ? words.showCurrent : words.showArchived}
        </Button>
      </Group>
    </Page>
  );
}

interface FieldsProps {
  fields: Field[];
  total: number;
  showsFarmer: boolean;
  /** The map has all fields, not only those of the list. */
  showsAll: boolean;
}

function Fields({ fields, total, showsFarmer, showsAll }: FieldsProps) {
  const words = useWords(fieldWords);
  const crops = useWords(stateWords).crop;
  const areaText = useAreaText();
  const navigate = useNavigate();
  const shapes = useMemo(
    () => fields.flatMap(({ id, name, boundary }) => (boundary === null ? [] : [{ id: String(id), boundary, label: name }])),
    [fields],
  );
  return (
    <div className={styles.columns}>
      <div>
        <Text c="dimmed" role="status" mb="xs">
          {words.count(total)}
        </Text>
        <ul className={styles.list}>
          {fields.map(({ id, name, farmer, areaM2, cropType }) => (
            <li key={id}>
              <Link to={`/fields/${id}`} className={styles.field ?? ''}>
                <strong>{name}</strong>
                <span className={styles.note}>
                  {[
                    ...(showsFarmer ? [farmer.fullName] : []),
                    areaM2 === null ? words.noBoundary : areaText(areaM2),
                    ...(cropType === null ? [] : [crops[cropType.name] ?? cropType.name]),
                  ].join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {showsAll ? (
        <FieldsMap />
      ) : shapes.length === 0 ? null : (
        <FieldMap
          pins={noPins}
          shapes={shapes}
          height={420}
          label={words.mapOfFields}
          onShapeClick={(id) => void navigate(`/fields/${id}`)}
        />
      )}
    </div>
  );
}

const noPins: [] = [];
