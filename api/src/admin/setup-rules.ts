import { squareMetresOf } from '../catalog/area-unit-rules.ts';

export const setupSteps = ['name', 'logo', 'unit', 'area', 'prices', 'sessions', 'staff', 'payments', 'mail'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** What the database and the configuration say about the set-up. */
export interface SetupFacts {
  companyName: string;
  hasLogo: boolean;
  areaUnit: string;
  hasArea: boolean;
  /** A price was changed or a crop was added. */
  hasChangedPrices: boolean;
  hasChangedSessions: boolean;
  hasReceptionist: boolean;
  hasSprayer: boolean;
  hasBankAccount: boolean;
  hasCardPayments: boolean;
  hasMailServer: boolean;
  skipped: ReadonlySet<string>;
}

export interface SetupChecklist {
  steps: { step: SetupStep; done: boolean; skipped: boolean }[];
  /** Every step is done or skipped. */
  complete: boolean;
  dismissed: boolean;
}

/** The name of a new company, before an admin has changed it. */
export const initialCompanyName = 'Swath';

export function setupChecklist(facts: SetupFacts): SetupChecklist {
  const done: Record<SetupStep, boolean> = {
    name: facts.companyName !== initialCompanyName,
    logo: facts.hasLogo,
    unit: squareMetresOf(facts.areaUnit) !== undefined,
    area: facts.hasArea,
    prices: facts.hasChangedPrices,
    sessions: facts.hasChangedSessions,
    staff: facts.hasReceptionist && facts.hasSprayer,
    payments: facts.hasBankAccount || facts.hasCardPayments,
    mail: facts.hasMailServer,
  };
  // The unit is asked for only if the company has typed one that is not in the list.
  const steps = setupSteps
    .filter((step) => step !== 'unit' || !done.unit)
    .map((step) => ({ step, done: done[step], skipped: !done[step] && facts.skipped.has(step) }));
  const complete = steps.every((step) => step.done || step.skipped);
  return { steps, complete, dismissed: complete && facts.skipped.has('dismissed') };
}
