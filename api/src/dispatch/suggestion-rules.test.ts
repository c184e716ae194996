import { describe, expect, test } from 'vitest';
import { fc } from '../../test/seeded-fast-check.ts';
import { checkTeam } from './crew-rules.ts';
import {
  type Candidate,
  type CrewConstraints,
  compareSuggestions,
  defaultDistanceKm,
  legalCrews,
  maxSuggestions,
  noLegalCrew,
  suggestCrews,
} from './suggestion-rules.ts';
import { reasonInWords } from './suggestion-words.ts';

const field = { latitude: 10.5, longitude: 105.4, date: '2026-11-17', startTime: '06:00:00' };
const degreeKm = 111.195;
/** A stop this many kilometres north of the field. */
const stop = (km: number, startTime = '05:00:00') => ({ id: '99', latitude: 10.5 + km / degreeKm, longitude: 105.4, startTime });

const unconstrained = { farmerId: '1000', pin: undefined, bans: [] };

let made = 0;
function candidate(facts: Partial<Candidate> = {}): Candidate {
  made++;
  return { id: String(made), name: `S${made}`, expertise: 'expert', busy: false, jobsThatWeek: 0, stopsThatDay: [], ...facts };
}
const idsOf = (candidates: Candidate[]) => suggestCrews(candidates, field, unconstrained).map(({ crew }) => crew.map(({ id }) => id));

const anyCandidates = fc
  .array(
    fc.record({
      expertise: fc.constantFrom('apprentice' as const, 'adept' as const, 'expert' as const),
      busy: fc.boolean(),
      jobsThatWeek: fc.nat(3),
      stopsThatDay: fc.array(
        fc.record({
          id: fc.constant('99'),
          latitude: fc.constantFrom(10.4, 10.5, 10.6),
          longitude: fc.constantFrom(105.4, 105.5),
          startTime: fc.constantFrom('04:00:00', '05:00:00', '07:00:00'),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 9 },
  )
  .map((list) => list.map((facts, index): Candidate => ({ ...facts, id: String(index + 1), name: `S${index + 1}` })));

describe('any candidates', () => {
  test('when crews are suggested, then each is legal, free and listed once, and no better crew is missing', () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const suggestions = suggestCrews(candidates, field, unconstrained);
        for (const { crew } of suggestions) {
          expect(crew.length).toBeGreaterThanOrEqual(1);
          expect(crew.length).toBeLessThanOrEqual(2);
          expect(new Set(crew.map(({ id }) => id)).size).toBe(crew.length);
          expect(crew.some(({ busy }) => busy)).toBe(false);
          checkTeam(crew);
        }
        const keys = suggestions.map(({ crew }) =>
          crew
            .map(({ id }) => id)
            .sort()
            .join('+'),
        );
        expect(new Set(keys).size).toBe(keys.length);
        // All legal crews by brute force, as the reference.
        const free = candidates.filter(({ busy }) => !busy);
        const senior = free.filter(({ expertise }) => expertise !== 'apprentice').length;
        const young = free.length - senior;
        const legal = senior + (senior * (senior - 1)) / 2 + senior * young;
        expect(legalCrews(candidates, unconstrained).length).toBe(legal);
        expect(suggestions.length).toBe(Math.min(legal, maxSuggestions));
        for (const [index, suggestion] of suggestions.entries()) {
          const next = suggestions[index + 1];
          if (next !== undefined) expect(compareSuggestions(suggestion, next)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  test('when a legal crew is suggested on its own, then it ranks no better than the last one of the list', () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const suggestions = suggestCrews(candidates, field, unconstrained);
        const last = suggestions.at(-1);
        const listed = new Set(suggestions.map(({ crew }) => crew.map(({ id }) => id).join('+')));
        for (const crew of legalCrews(candidates, unconstrained)) {
          const own = suggestCrews(crew, field, unconstrained).find((suggestion) => suggestion.crew.length === crew.length);
          if (own === undefined || last === undefined) throw new Error('a legal crew was not suggested at all');
          if (!listed.has(own.crew.map(({ id }) => id).join('+'))) expect(compareSuggestions(own, last)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('when the candidates come in another order, then the suggestions are the same', () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        expect(idsOf([...candidates].reverse())).toEqual(idsOf(candidates));
      }),
    );
  });
});

describe('ranking', () => {
  test('when one sprayer has less work that week, then that sprayer comes first', () => {
    const [much, little] = [candidate({ jobsThatWeek: 4 }), candidate({ jobsThatWeek: 1, stopsThatDay: [stop(80)] })];
    expect(idsOf([much, little])[0]).toEqual([little.id]);
  });

  test('when work is equal, then the pair with an apprentice without a job that week comes first', () => {
    const [senior, apprentice] = [candidate(), candidate({ expertise: 'apprentice' })];
    expect(idsOf([senior, apprentice])).toEqual([[senior.id, apprentice.id], [senior.id]]);
  });

  test('when the apprentice already has a job that week, then the pair is not preferred', () => {
    const senior = candidate({ jobsThatWeek: 1 });
    const apprentice = candidate({ expertise: 'apprentice', jobsThatWeek: 1 });
    expect(idsOf([senior, apprentice])).toEqual([[senior.id], [senior.id, apprentice.id]]);
  });

  test('when all else is equal, then the nearer job comes first; a sprayer without a job ranks as the default distance', () => {
    const near = candidate({ stopsThatDay: [stop(defaultDistanceKm - 1)] });
    const none = candidate();
    const far = candidate({ stopsThatDay: [stop(defaultDistanceKm + 1)] });
    const alone = idsOf([far, none, near]).filter((crew) => crew.length === 1);
    expect(alone).toEqual([[near.id], [none.id], [far.id]]);
  });

  test('when there are several jobs that day, then only those just before and after count, and the farther of them is used', () => {
    const someone = candidate({ stopsThatDay: [stop(50, '04:00:00'), stop(3, '05:00:00'), stop(5, '07:00:00'), stop(90, '16:00:00')] });
    const [suggestion] = suggestCrews([someone], field, unconstrained);
    expect(suggestion?.leg?.startTime).toBe('07:00:00');
    expect(suggestion?.leg?.distanceKm).toBeCloseTo(5, 1);
  });
});

describe('no crew available', () => {
  test.each([
    ['there are no sprayers', [], /no active sprayers/],
    ['all are busy', [candidate({ busy: true })], /Every sprayer has another job or is absent on 2026-11-17 at 06:00/],
    [
      'only apprentices are free',
      [candidate({ busy: true }), candidate({ expertise: 'apprentice', name: 'Trần Non' })],
      /Only apprentices are free .*Trần Non/,
    ],
  ])('when %s, then the error says so', (_, candidates, words) => {
    expect(suggestCrews(candidates, field, unconstrained)).toEqual([]);
    const error = noLegalCrew(candidates, field, unconstrained);
    expect([error.code, words.test(error.message)]).toEqual(['NO_CREW_FREE', true]);
  });
});

describe('a pin or a ban', () => {
  const [bay, sen, non] = [candidate(), candidate(), candidate({ expertise: 'apprentice' })];
  const crews = (constraints: Partial<CrewConstraints>) =>
    legalCrews([bay, sen, non], { ...unconstrained, ...constraints }).map((crew) => crew.map(({ id }) => id));

  test('when the order is pinned to a crew, then only that crew is legal; to a person, then with any partner', () => {
    expect(crews({ pin: { kind: 'crew', sprayerIds: [bay.id] } })).toEqual([[bay.id]]);
    expect(crews({ pin: { kind: 'crew', sprayerIds: [non.id, sen.id] } })).toEqual([[sen.id, non.id]]);
    expect(crews({ pin: { kind: 'person', sprayerIds: [non.id] } })).toEqual([
      [bay.id, non.id],
      [sen.id, non.id],
    ]);
  });

  test('when there are bans, then no crew breaks one, and those of other farmers do not matter', () => {
    const pair = { sprayerId: bay.id, otherSprayerId: non.id, farmerId: null };
    const farmer = { sprayerId: sen.id, otherSprayerId: null, farmerId: unconstrained.farmerId };
    expect(crews({ bans: [pair, farmer] })).toEqual([[bay.id]]);
    expect(crews({ bans: [{ ...farmer, farmerId: '2000' }] })).toHaveLength(5);
  });

  test('when they leave no crew, then the error says so', () => {
    const pinned = { ...unconstrained, pin: { kind: 'crew' as const, sprayerIds: ['5000'] } };
    expect(noLegalCrew([bay], field, pinned).message).toContain('the pin of this order');
    const banned = { ...unconstrained, bans: [{ sprayerId: bay.id, otherSprayerId: null, farmerId: unconstrained.farmerId }] };
    expect(noLegalCrew([bay], field, banned).message).toContain('the bans');
  });
});

describe('text of the reason', () => {
  const bay = candidate({ name: 'Lê Văn Bay', stopsThatDay: [stop(3)] });
  const non = candidate({ name: 'Trần Non', expertise: 'apprentice' });
  const reasons = (people: Candidate[], thisWeek = true) => {
    const [suggestion] = suggestCrews(people, field, unconstrained);
    if (suggestion === undefined) throw new Error('there is no suggestion');
    return [reasonInWords(suggestion, 'en', thisWeek), reasonInWords(suggestion, 'vi', thisWeek)];
  };

  test('when an apprentice goes with a sprayer who works nearby, then the reason names both facts', () => {
    expect(reasons([bay, non])).toEqual([
      'Lê Văn Bay and Trần Non: both free, Trần Non has had no job this week, 3 km from their 05:00 field.',
      'Lê Văn Bay và Trần Non: cả hai đều rảnh, Trần Non tuần này chưa có việc nào, cách ruộng lúc 05:00 của họ 3 km.',
    ]);
  });

  test('when one sprayer goes alone in another week, then the reason refers to that week', () => {
    expect(reasons([{ ...bay, jobsThatWeek: 1, stopsThatDay: [] }], false)).toEqual([
      'Lê Văn Bay: free, 1 job that week, no other job that day.',
      'Lê Văn Bay: đang rảnh, tuần đó có 1 việc, hôm đó không có việc khác.',
    ]);
  });
});
