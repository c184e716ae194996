import type { RecordField } from './profile-rules.ts';
import type { RecordContent } from './record-content.ts';
import type { DoseUnit, ProductInput, RecordDetails } from './record-details.ts';

/** Questions to the crew at the end of the work, in the order of the form. */
export const crewQuestions = [
  'products',
  'target',
  'eppoCode',
  'bbch',
  'water',
  'equipment',
  'aircraft',
  'operatorLicence',
  'wind',
  'windDirection',
  'temperature',
  'humidity',
] as const;
export type CrewQuestion = (typeof crewQuestions)[number];

// What a product lacks is asked for with the products. The office has addresses; times come from the phone.
const questionOf: Partial<Record<RecordField, CrewQuestion>> = {
  authorisationNumber: 'products',
  activeIngredients: 'products',
  dose: 'products',
  total: 'products',
};

/** What the crew is asked for: what the record would lack, without what only the office knows. */
export function questionsFor(missing: readonly RecordField[]): CrewQuestion[] {
  const asked = new Set(missing.map((field) => questionOf[field] ?? field));
  return crewQuestions.filter((question) => asked.has(question));
}

/**
 * Answers that the last visit suggests: products and crop of the place, equipment of the operator. The growth stage is never suggested,
 * because it changes.
 */
export function suggestAnswers(
  asked: readonly CrewQuestion[],
  ofField: RecordContent | undefined,
  ofSprayer: RecordContent | undefined,
): RecordDetails {
  const { equipment } = ofSprayer ?? {};
  const suggested: RecordDetails = {
    products: ofField?.products.map(productInput),
    target: ofField?.target ?? undefined,
    eppoCode: ofField?.crop.eppoCode ?? undefined,
    equipment: equipment?.description ?? undefined,
    droneSerial: equipment?.droneSerial ?? undefined,
    droneRegistration: equipment?.droneRegistration ?? undefined,
    operatorLicence: ofSprayer?.operator.licences.find(({ validUntil }) => validUntil === null)?.number,
  };
  const isAsked = (field: string) =>
    (asked as readonly string[]).includes(field.startsWith('drone') ? 'aircraft' : field) &&
    suggested[field as keyof RecordDetails] !== undefined;
  return Object.fromEntries(Object.entries(suggested).filter(([field]) => isAsked(field)));
}

function productInput(product: RecordContent['products'][number]): ProductInput {
  const { name, authorisationNumber, activeIngredients, dose, doseUnit, reEntryHours, preHarvestDays } = product;
  const known = { authorisationNumber, activeIngredients, dose, doseUnit: doseUnit as DoseUnit | null, reEntryHours, preHarvestDays };
  return { name, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}
