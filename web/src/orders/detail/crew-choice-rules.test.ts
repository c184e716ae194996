import { describe, expect, it } from 'vitest';
import type { Shape } from '../../api/client.ts';
import { crewProblems } from './crew-choice-rules.ts';

const session = { id: 3, startTime: { hour: 6, minute: 0, second: 0, nano: 0 }, endTime: { hour: 7, minute: 0, second: 0, nano: 0 } };
const order = { id: 42, date: '2026-11-17', session };

function sprayer(fullName: string, expertise: 'apprentice' | 'adept' | 'expert', jobs: { id: number; sessionId: number }[] = []) {
  return {
    sprayer: { id: 1, fullName, expertise } as Shape<'User'>,
    jobs: jobs.length,
    area: 0,
    days: [
      {
        date: '2026-11-17',
        orders: jobs.map(({ id, sessionId }) => ({
          id,
          session: { ...session, id: sessionId },
          location: 'Kiến An',
          area: 1,
          orderStatus: 'assigned' as const,
        })),
      },
    ],
  };
}

describe('a crew chosen by hand', () => {
  it('when no sprayer is chosen, then that is the problem', () => {
    expect(crewProblems([], order)).toEqual([{ kind: 'none' }]);
  });

  it.each(['adept', 'expert'] as const)('when one %s goes alone, then there is no problem', (expertise) => {
    expect(crewProblems([sprayer('An', expertise)], order)).toEqual([]);
  });

  it('when apprentices go alone, then a sprayer with experience is missing', () => {
    expect(crewProblems([sprayer('An', 'apprentice'), sprayer('Bình', 'apprentice')], order)).toEqual([
      { kind: 'needs_senior', names: ['An', 'Bình'] },
    ]);
  });

  it('when an apprentice goes with an adept, then there is no problem', () => {
    expect(crewProblems([sprayer('An', 'apprentice'), sprayer('Bình', 'adept')], order)).toEqual([]);
  });

  it('when a sprayer has another job in that session, then the problem names its place', () => {
    expect(crewProblems([sprayer('An', 'expert', [{ id: 7, sessionId: 3 }])], order)).toEqual([
      { kind: 'busy', name: 'An', place: 'Kiến An' },
    ]);
  });

  it('when the job is in another session, or is this order itself, then there is no problem', () => {
    const crew = [sprayer('An', 'expert', [{ id: 7, sessionId: 4 }]), sprayer('Bình', 'expert', [{ id: 42, sessionId: 3 }])];
    expect(crewProblems(crew, order)).toEqual([]);
  });
});
