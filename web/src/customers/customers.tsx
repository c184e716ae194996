import { Link } from 'react-router';
import type { Shape } from '../api/client.ts';
import { IconUserSearch } from '../icons/user-search.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { SearchField } from '../ui/search-field.tsx';
import styles from './customer.module.css';
import { useCustomers } from './customer-queries.ts';
import { customerWords } from './customer-words.ts';

/** All farmers. The search is in the address, so that the back button leads to the same list. */
export function Customers() {
  const words = useWords(customerWords);
  const { get, set } = useFilters();
  const list = useCustomers(get('search'));
  return (
    <Page
      title={words.title}
      narrow
      exports={<ListExport list="/api/receptionist/customer" query={get('search') === '' ? {} : { search: get('search') }} />}
    >
      <search className={styles.search}>
        <SearchField label={words.search} maxLength={100} text={get('search')} onSearch={(text) => set('search', text)} />
      </search>
      <FilteredList list={list} icon={<IconUserSearch size={40} aria-hidden />} words={words}>
        {(farmers) => (
          <ul className={rows.list}>
            {farmers.map((farmer) => (
              <CustomerRow key={farmer.id} farmer={farmer} />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  );
}

function CustomerRow({ farmer: { id, fullName, phoneNumber, street, city, province } }: { farmer: Shape<'User'> }) {
  const words = useWords(customerWords);
  const address = [street, city, province].filter(Boolean).join(', ');
  return (
    <li>
      <Link to={`/customers/${id}`} className={rows.row}>
        <span className={rows.main}>
          <span className={rows.name}>{fullName}</span>
          {address === '' ? null : <span className={rows.note}>{address}</span>}
        </span>
        <span className={rows.facts}>{phoneNumber === null ? words.noContact : formatPhone(phoneNumber)}</span>
      </Link>
    </li>
  );
}
