import { breachesOf, isDoseOnLabel } from '../products/label-rules.ts';
import type { DoseUnit, Product, ProductMatch } from '../products/product.ts';
import { intervalsOf } from './interval-rules.ts';
import type { RecordContent, RecordFinding, RecordProduct } from './record-content.ts';

/** What the register says about the products of a visit. */
export interface RegisterFacts {
  cropId: string;
  matchesOf(product: RecordProduct): ProductMatch;
  /** Other orders of the season with the product on the same field or place. */
  otherApplications(productId: string): number;
}

/** The product of the register: rather one for the crop, rather one that may still be used. */
function findRegistered(product: RecordProduct, { cropId, matchesOf }: RegisterFacts, date: string): Product | undefined {
  const { products: matches } = matchesOf(product);
  const isForCrop = ({ uses }: Product) => uses.some((use) => use.cropId === cropId);
  const isUsable = ({ withdrawnOn }: Product) => withdrawnOn === null || date < withdrawnOn;
  return matches.find((one) => isForCrop(one) && isUsable(one)) ?? matches.find(isForCrop) ?? matches[0];
}

const longer = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The dose that was used: as entered, or the total divided by the area. */
function doseOf({ dose, doseUnit, total, totalUnit }: RecordProduct, hectares: number | null): { dose: number; doseUnit: DoseUnit } | null {
  if (doseUnit === null) return null;
  const spread = total === null || totalUnit === null || hectares === null || hectares === 0 ? null : total / hectares;
  // Totals are rounded: only one that clearly differs from the entered dose is another dose.
  const used = dose === null || (spread !== null && spread > dose * 1.01) ? spread : dose;
  return used === null ? null : { dose: Math.round(used * 10_000) / 10_000, doseUnit: doseUnit as DoseUnit };
}

/** The longest days to the harvest of the uses that may have been meant: those of the crop that allow the dose, else all of the crop. */
function harvestDaysOf(product: Product, cropId: string, used: { dose: number; doseUnit: DoseUnit } | null): number | null {
  const uses = product.uses.filter((use) => use.cropId === cropId);
  const allowing = used === null ? [] : uses.filter((use) => isDoseOnLabel(used.dose, used.doseUnit, use));
  return (allowing.length === 0 ? uses : allowing).reduce<number | null>((days, use) => longer(days, use.preHarvestDays), null);
}

function compare(product: RecordProduct, facts: RegisterFacts, date: string, hectares: number | null) {
  const registered = findRegistered(product, facts, date);
  const finding = (code: RecordFinding['code'], used: string | null, allowed: string | null) => ({
    product: product.name,
    code,
    used,
    allowed,
  });
  if (registered === undefined)
    return { product: { ...product, productId: null }, findings: [finding('NOT_REGISTERED', product.authorisationNumber, null)] };
  const { id, authorisationNumber, activeIngredients, reEntryHours } = registered;
  const used = doseOf(product, hectares);
  const check = {
    product: registered,
    useId: undefined,
    dose: used?.dose ?? null,
    doseUnit: used?.doseUnit ?? null,
    otherApplications: facts.otherApplications(id),
  };
  const findings = breachesOf(check, facts.cropId, date).map((breach) => finding(breach.code, breach.used, breach.allowed));
  if (product.authorisationNumber !== null && !facts.matchesOf(product).byNumber)
    findings.unshift(finding('OTHER_AUTHORISATION_NUMBER', product.authorisationNumber, authorisationNumber));
  return {
    product: {
      ...product,
      productId: id,
      authorisationNumber: product.authorisationNumber ?? authorisationNumber,
      activeIngredients: product.activeIngredients ?? (activeIngredients || null),
      reEntryHours: longer(product.reEntryHours, reEntryHours),
      preHarvestDays: longer(product.preHarvestDays, harvestDaysOf(registered, facts.cropId, used)),
    },
    findings,
  };
}

/** How the products of a record differ from the register. */
export const findingsOf = ({ products, date, treatedAreaHa }: RecordContent, facts: RegisterFacts): RecordFinding[] =>
  products.flatMap((product) => compare(product, facts, date, treatedAreaHa).findings);

export const isFindingOf = (findings: readonly RecordFinding[], { product, code }: RecordFinding): boolean =>
  findings.some((one) => one.product === product && one.code === code);

/** Of products that are not in the register, or not for the crop: how long to wait, unless it was entered. */
const hasUnknownInterval = (product: RecordProduct, findings: readonly RecordFinding[]): boolean => {
  const has = (code: RecordFinding['code']) => findings.some((one) => one.product === product.name && one.code === code);
  if (has('NOT_REGISTERED')) return product.reEntryHours === null || product.preHarvestDays === null;
  return has('CROP_NOT_ON_LABEL') && product.preHarvestDays === null;
};

/**
 * A record with what the register says about its products: numbers that nobody entered, the longer intervals, and what differs from the
 * labels. `allowed`: findings that an admin has allowed. A reason that findings are left as they are stays while no other is added.
 */
export function compareWithRegister(content: RecordContent, facts: RegisterFacts, allowed: readonly RecordFinding[]): RecordContent {
  const compared = content.products.map((product) => compare(product, facts, content.date, content.treatedAreaHa));
  const products = compared.map(({ product }) => product);
  const all = compared.flatMap(({ findings }) => findings);
  const findings = all.filter((finding) => !isFindingOf(allowed, finding));
  const isKnown = findings.every((finding) => isFindingOf(content.findings ?? [], finding));
  const findingsReason = isKnown && findings.length > 0 ? (content.findingsReason ?? null) : null;
  return {
    ...content,
    products,
    findings,
    findingsReason,
    intervalsUnknown: findingsReason === null && products.some((product) => hasUnknownInterval(product, findings)),
    ...intervalsOf(products, new Date(content.finishedAt), content.date),
  };
}
