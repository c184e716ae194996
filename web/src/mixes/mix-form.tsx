import { Alert, Button, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { useMe } from '../api/session.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { weatherKey } from '../weather/spray-windows.ts';
import { type Mix, type MixSide, usableProductsQuery } from './mix-queries.ts';
import { mixWords } from './mix-words.ts';

type Body = Shape<'NewOrderMix'>;
type Unit = Body['products'][number]['doseUnit'];
type Order = Pick<Shape<'Order'>, 'id' | 'cropType' | 'date'>;

interface LineValues {
  productId: string;
  name: string;
  useId: string;
  dose: number | string;
  doseUnit: Unit;
}

const units: Unit[] = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'];
const emptyLine: LineValues = { productId: '', name: '', useId: '', dose: '', doseUnit: 'l/ha' };

/** Form for the products and doses of an order. */
export function MixForm({ order, side, mix, close }: { order: Order; side: MixSide; mix: Mix; close(): void }) {
  const words = useWords(mixWords);
  const { save, required } = useWords(uiWords);
  const isAdmin = useMe().role === 'admin';
  const fieldWords = useFieldWords();
  const { id } = order;
  const [lines, setLines] = useState<LineValues[]>(
    mix.products.length === 0
      ? [emptyLine]
      : mix.products.map(({ productId, name, useId, dose, doseUnit }) => ({
          productId: String(productId),
          name,
          useId: useId === null ? '' : String(useId),
          dose,
          doseUnit,
        })),
  );
  const [water, setWater] = useState<number | string>(mix.waterRate ?? '');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  /** Starts of the paths that were changed since the last save: their errors are out of date. */
  const [changedPaths, setChangedPaths] = useState<string[]>([]);
  const addChangedPath = (path: string) => setChangedPaths((paths) => [...paths.filter((one) => one !== path), path]);
  const saving = useAction({
    act: (body: Body, idempotencyKey) => {
      const options = {
        params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, 'If-Match': `"${mix.version}"` } },
        body,
      };
      return side === 'sprayer'
        ? read(api.PUT('/api/sprayer/order/{id}/mix', options))
        : read(api.PUT('/api/receptionist/order/{id}/mix', options));
    },
    invalidates: [orderKey(id), ordersKey, weatherKey],
    successMessage: words.saved,
    onSuccess: close,
  });
  const errors = new Map([...fieldWords(saving.error)].filter(([path]) => !changedPaths.some((changed) => path.startsWith(changed))));
  const isLabelBroken = saving.error instanceof Problem && saving.error.code === 'LABEL_NOT_FOLLOWED' && errors.size > 0;
  const isComplete = Number(water) >= 0.1 && lines.every(({ productId, dose }) => productId !== '' && Number(dose) > 0);
  const change = (at: number, values: Partial<LineValues>) => {
    setLines((now) => now.map((line, index) => (index === at ? { ...line, ...values } : line)));
    addChangedPath(`products.${at}.`);
  };
  const remove = (at: number) => {
    setLines((now) => now.filter((_, index) => index !== at));
    addChangedPath('products.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isComplete || (isLabelBroken && isAdmin && reason.trim() === '')) return;
    setChangedPaths([]);
    saving.mutate({
      waterRate: Number(water),
      products: lines.map(({ productId, useId, dose, doseUnit }) => ({
        productId: Number(productId),
        ...(useId === '' ? {} : { useId: Number(useId) }),
        dose: Number(dose),
        doseUnit,
      })),
      ...(isLabelBroken && isAdmin ? { overrideReason: reason.trim() } : {}),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {lines.map((line, at) => (
          <MixLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity before its product is chosen
            key={at}
            order={order}
            side={side}
            line={line}
            at={at}
            isTried={isTried}
            errors={errors}
            change={(values) => change(at, values)}
            onWater={(rate) => setWater((now) => (now === '' && rate !== null ? rate : now))}
            remove={lines.length === 1 ? undefined : () => remove(at)}
          />
        ))}
        <Group>
          <Button
            variant="default"
            disabled={lines.length >= 10}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setLines((now) => [...now, emptyLine])}
          >
            {words.addProduct}
          </Button>
        </Group>
        <DecimalInput
          label={words.water}
          required
          min={0}
          max={10_000}
          decimalScale={2}
          value={water}
          onChange={(rate) => {
            setWater(rate);
            addChangedPath('waterRate');
          }}
          error={isTried && !(Number(water) >= 0.1) ? words.waterNeeded : errors.get('waterRate')}
        />
        {isLabelBroken && isAdmin ? (
          <Alert color="yellow">
            <Stack gap="xs">
              <Text>{words.reasonHint}</Text>
              <TextInput
                label={words.reason}
                required
                maxLength={500}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
                error={isTried && reason.trim() === '' ? required : undefined}
              />
            </Stack>
          </Alert>
        ) : null}
        <Button type="submit" loading={saving.isPending}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}

interface MixLineProps {
  order: Order;
  side: MixSide;
  line: LineValues;
  at: number;
  isTried: boolean;
  errors: ReadonlyMap<string, string>;
  change(values: Partial<LineValues>): void;
  /** The water rate that the label of the chosen use recommends. */
  onWater(rate: number | null): void;
  remove: (() => void) | undefined;
}

function MixLine({ order, side, line, at, isTried, errors, change, onWater, remove }: MixLineProps) {
  const words = useWords(mixWords);
  const format = useFormat();
  const [search, setSearch] = useState('');
  // The name of the chosen product is in the field: it is not a search.
  const { data } = useQuery(usableProductsQuery(side, order.cropType.id, order.date, search === line.name ? '' : search));
  const products = data?.content ?? [];
  const product = products.find(({ id }) => String(id) === line.productId);
  const uses = (product?.uses ?? []).filter(({ cropId }) => cropId === order.cropType.id);
  const use = uses.find(({ id }) => String(id) === line.useId) ?? uses[0];
  const choices = products.map(({ id, name }) => ({ value: String(id), label: name }));
  if (line.productId !== '' && product === undefined) choices.unshift({ value: line.productId, label: line.name });
  const title = words.productNumber(at + 1);
  const errorOf = (...fields: string[]) => fields.map((field) => errors.get(`products.${at}.${field}`)).find((text) => text !== undefined);
  const choose = (productId: string | null) => {
    const chosen = products.find(({ id }) => String(id) === productId);
    const first = chosen?.uses.find(({ cropId }) => cropId === order.cropType.id);
    change({
      productId: productId ?? '',
      name: chosen?.name ?? '',
      useId: first === undefined ? '' : String(first.id),
      ...(first === undefined ? {} : { doseUnit: first.doseUnit }),
    });
    onWater(first?.waterRate ?? null);
  };
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd="none" aria-label={title}>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        {remove === undefined ? null : (
          <Button variant="subtle" color="clay" aria-label={`${words.removeProduct}: ${title}`} onClick={remove}>
            {words.removeProduct}
          </Button>
        )}
      </Group>
      <Select
        label={words.product}
        placeholder={words.chooseProduct}
        required
        searchable
        data={choices}
        filter={({ options }) => options}
        value={line.productId === '' ? null : line.productId}
        onChange={choose}
        onSearchChange={setSearch}
        nothingFoundMessage={words.noProducts}
        error={isTried && line.productId === '' ? words.productNeeded : errorOf('productId', 'useId', 'maxApplications')}
      />
      {uses.length < 2 ? null : (
        <NativeSelect
          size="md"
          label={words.use}
          data={uses.map(({ id, target }) => ({ value: String(id), label: target }))}
          value={String(use?.id ?? '')}
          onChange={({ currentTarget }) => change({ useId: currentTarget.value })}
        />
      )}
      <Group align="flex-start" wrap="nowrap">
        <DecimalInput
          label={words.dose}
          description={use === undefined ? undefined : words.label(format.number(use.doseMin), format.number(use.doseMax), use.doseUnit)}
          required
          min={0}
          max={1_000_000}
          decimalScale={4}
          flex={1}
          value={line.dose}
          onChange={(dose) => change({ dose })}
          error={isTried && !(Number(line.dose) > 0) ? words.doseNeeded : errorOf('dose')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <NativeSelect
          size="md"
          label={words.unit}
          data={units}
          value={line.doseUnit}
          onChange={({ currentTarget }) => change({ doseUnit: currentTarget.value as Unit })}
        />
      </Group>
    </Stack>
  );
}
