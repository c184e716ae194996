import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { type NamedPerson, shortNames } from './short-names-rules.ts';

const Names = createContext<ReadonlyMap<number, string>>(new Map());

/** Below it, `useShortName` tells these people apart: all active staff, and whoever else is shown. */
export function ShortNames({ people, children }: { people: readonly NamedPerson[]; children: ReactNode }) {
  return <Names value={useMemo(() => shortNames(people), [people])}>{children}</Names>;
}

/** The short name of a colleague on boards and plans; of others, the whole name. */
export function useShortName(): (person: NamedPerson) => string {
  const names = useContext(Names);
  return useCallback(({ id, fullName }) => names.get(id) ?? fullName, [names]);
}
