/** How many days the tests of the planner plan. `SWATH_PLANNER_TESTS=full` takes minutes. */
export const plannerTestSizes =
  process.env.SWATH_PLANNER_TESTS === 'full'
    ? { smallDays: 600, edits: 10_000, infeasibleDays: 200 }
    : { smallDays: 100, edits: 60, infeasibleDays: 30 };
