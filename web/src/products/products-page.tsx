import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Part } from '../admin/part.tsx';
import { IconFileImport } from '../icons/file-import.ts';
import { IconFlask } from '../icons/flask.ts';
import { IconPlus } from '../icons/plus.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { useFormat } from '../ui/format.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { loadProductExport, type Product, productsQuery } from './product-queries.ts';
import { productWords } from './product-words.ts';

/** The register of products, for the admin. */
export function ProductsPage() {
  const words = useWords(productWords);
  const { language } = useLanguage();
  const { get, set } = useFilters();
  const search = get('search');
  const list = useInfiniteQuery(productsQuery(search));
  return (
    <Part
      title={words.title}
      actions={
        <Group gap="xs">
          <Button component={Link} to="/company/products/new" leftSection={<IconPlus size={20} aria-hidden />}>
            {words.add}
          </Button>
          <Button component={Link} to="/import?kind=products" variant="default" leftSection={<IconFileImport size={20} aria-hidden />}>
            {words.import}
          </Button>
        </Group>
      }
      exports={<ExportMenu fileName="swath-products" load={(format) => loadProductExport(search, language, format)} />}
    >
      <search>
        <SearchField label={words.search} maxLength={100} text={search} onSearch={(text) => set('search', text)} />
      </search>
      <FilteredList list={list} icon={<IconFlask size={40} aria-hidden />} words={words}>
        {(products) => (
          <ul className={styles.list}>
            {products.map((product) => (
              <ProductRow key={product.id} product={product} />
            ))}
          </ul>
        )}
      </FilteredList>
    </Part>
  );
}

function ProductRow({ product: { id, name, authorisationNumber, activeIngredients, withdrawnOn, uses } }: { product: Product }) {
  const words = useWords(productWords);
  const format = useFormat();
  return (
    <li>
      <Link to={`/company/products/${id}`} className={styles.row}>
        <span className={styles.main}>
          <span className={styles.name}>{name}</span>
          <span className={styles.note}>{`${authorisationNumber} · ${activeIngredients}`}</span>
        </span>
        <span className={styles.facts}>
          <span>{words.uses(uses.length)}</span>
          {withdrawnOn === null ? null : (
            <OnOff on={false} words={{ on: words.usable, off: words.withdrawn(format.longDate(withdrawnOn)) }} />
          )}
        </span>
      </Link>
    </li>
  );
}
