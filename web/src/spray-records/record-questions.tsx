import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '../icons/plus.ts';
import { IconTrash } from '../icons/trash.ts';
import { useWords } from '../ui/language.tsx';
import {
  type Answers,
  emptyProduct,
  fieldsOf,
  isBadDose,
  isNumberField,
  numberFields,
  problemOf,
  type Question,
  type TextField,
  type TypedProduct,
} from './answers.ts';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

const doseUnits = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'];
const maxProducts = 10;

interface QuestionsProps {
  asked: readonly Question[];
  answers: Answers;
  onChange(answers: Answers): void;
}

/** Fields for what a record lacks. */
export function RecordQuestions({ asked, answers, onChange }: QuestionsProps) {
  return (
    <Stack>
      {asked.includes('products') ? (
        <Products products={answers.products} onChange={(products) => onChange({ ...answers, products })} />
      ) : null}
      {asked.flatMap((question) =>
        question === 'products'
          ? []
          : fieldsOf[question].map((field) => <Answer key={field} field={field} answers={answers} onChange={onChange} />),
      )}
    </Stack>
  );
}

function Answer({ field, answers, onChange }: { field: TextField } & Omit<QuestionsProps, 'asked'>) {
  const { form: words } = useWords(recordWords);
  const text = answers.texts[field] ?? '';
  const problem = problemOf(field, text);
  const range = isNumberField(field) ? numberFields[field] : undefined;
  return (
    <TextInput
      size="lg"
      label={words[field]}
      description={field === 'eppoCode' ? words.eppoCodeHint : undefined}
      inputMode={range === undefined ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={200}
      value={text}
      error={problem === undefined ? undefined : problem === 'code' ? words.badCode : words.badNumber(range?.[0] ?? 0, range?.[1] ?? 0)}
      onChange={(event) => onChange({ ...answers, texts: { ...answers.texts, [field]: event.currentTarget.value } })}
    />
  );
}

function Products({ products, onChange }: { products: readonly TypedProduct[]; onChange(products: TypedProduct[]): void }) {
  const { form: words } = useWords(recordWords);
  const change = (key: number, changes: Partial<TypedProduct>) =>
    onChange(products.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const nextKey = products.reduce((last, { key }) => Math.max(last, key + 1), 0);
  return (
    <Stack gap="sm">
      {products.map((product) => {
        const field = (name: 'name' | 'authorisationNumber' | 'activeIngredients' | 'dose', label: string, maxLength: number) => (
          <TextInput
            label={label}
            maxLength={maxLength}
            autoComplete="off"
            inputMode={name === 'dose' ? 'decimal' : 'text'}
            value={product[name]}
            error={name === 'dose' && isBadDose(product.dose) ? words.badNumber(0, 1_000_000) : undefined}
            onChange={(event) => change(product.key, { [name]: event.currentTarget.value })}
            className={name === 'dose' ? undefined : styles.wide}
          />
        );
        return (
          <fieldset key={product.key} className={styles.product} aria-label={product.name === '' ? words.product : product.name}>
            {field('name', words.product, 200)}
            {field('authorisationNumber', words.authorisationNumber, 60)}
            {field('activeIngredients', words.activeIngredients, 500)}
            {field('dose', words.dose, 20)}
            <NativeSelect
              label={words.doseUnit}
              data={doseUnits}
              value={product.doseUnit}
              onChange={(event) => change(product.key, { doseUnit: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              className={styles.wide ?? ''}
              leftSection={<IconTrash size={20} aria-hidden />}
              onClick={() => onChange(products.filter((one) => one.key !== product.key))}
            >
              {words.removeProduct(product.name)}
            </Button>
          </fieldset>
        );
      })}
      <Button
        variant="default"
        leftSection={<IconPlus size={20} aria-hidden />}
        disabled={products.length >= maxProducts}
        onClick={() => onChange([...products, emptyProduct(nextKey)])}
      >
        {words.addProduct}
      </Button>
    </Stack>
  );
}
