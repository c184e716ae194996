import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { addressWords } from './address-words.ts';
import { ownFormQuery } from './greeting.ts';

type Form = Shape<'FormOfAddress'>['formOfAddress'];
const forms = ['none', 'anh', 'chi', 'co', 'chu'] as const;

/** Own, of a farmer (for the office), or of any user (for an admin). */
type FormOwner = { scope: 'own' } | { scope: 'farmer' | 'user'; id: number };

const keyOf = (owner: FormOwner) => (owner.scope === 'own' ? ownFormQuery.queryKey : (['form-of-address', owner.scope, owner.id] as const));

function load(owner: FormOwner, signal: AbortSignal) {
  if (owner.scope === 'own') return read(api.GET('/api/common/profile/form-of-address', { signal }));
  const params = { path: { id: owner.id } };
  return owner.scope === 'farmer'
    ? read(api.GET('/api/receptionist/farmer/{id}/form-of-address', { params, signal }))
    : read(api.GET('/api/admin/user/{id}/form-of-address', { params, signal }));
}

function save(owner: FormOwner, formOfAddress: Form) {
  const body = { formOfAddress };
  if (owner.scope === 'own') return read(api.PUT('/api/common/profile/form-of-address', { body }));
  const params = { path: { id: owner.id } };
  return owner.scope === 'farmer'
    ? read(api.PUT('/api/receptionist/farmer/{id}/form-of-address', { params, body }))
    : read(api.PUT('/api/admin/user/{id}/form-of-address', { params, body }));
}

/** Saves the choice at once. */
export function FormOfAddress({ owner }: { owner: FormOwner }) {
  const words = useWords(addressWords);
  const { saved } = useWords(uiWords);
  const queries = useQueryClient();
  const query = useQuery({ queryKey: keyOf(owner), queryFn: ({ signal }) => load(owner, signal) });
  const change = useAction({
    act: (form: Form) => save(owner, form),
    successMessage: saved,
    onSuccess: (answer) => queries.setQueryData(keyOf(owner), answer),
  });
  const shown = change.isPending ? change.variables : query.data?.formOfAddress;
  return (
    <NativeSelect
      size="md"
      label={words.title}
      description={words.hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={query.data === undefined}
      data={forms.map((value) => ({ value, label: words.forms[value] }))}
      value={shown ?? 'none'}
      onChange={({ currentTarget: { value } }) => change.mutate(value === 'none' ? null : (value as Form))}
    />
  );
}
