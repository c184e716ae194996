// Prints the results.
import { printTable } from './table.mjs';
import {
  comparisonTable,
  cpuTable,
  goalTable,
  listTable,
  planServiceTable,
  planTable,
  planTitle,
  rebookingTable,
  soakTable,
  speedTable,
  startTable,
} from './tables.mjs';

export function printResults({ run, paths, lists, rebooking, plan, start, memory, soak, comparison, problems = [] }) {
  const show = (title, { head, rows }) => {
    console.log(`\n  ${title}\n`);
    printTable(head, rows);
  };
  if (paths !== undefined) {
    show(`Requests per second: ${paths[0]?.orders} orders, medians of ${run.rounds} rounds of ${run.seconds} s`, speedTable(paths));
    show('CPU milliseconds per request', cpuTable(paths));
    const goals = paths.flatMap((row) => row.goals);
    show(`Goals: ${goals.filter(({ met }) => met).length} of ${goals.length} met`, goalTable(paths));
  }
  if (lists !== undefined) show(`CPU milliseconds per page, ${lists[0]?.orders} orders against ${run.smallOrders}`, listTable(lists));
  if (rebooking !== undefined) show(`Rebooking, ${run.orders} orders in all`, rebookingTable(rebooking));
  if (plan !== undefined) show(planTitle(plan.machine), planTable(plan.rows));
  if (plan?.service !== undefined) show('The planner in a running service', planServiceTable(plan.service));
  if (start !== undefined || paths !== undefined) show('Start and memory', startTable(start, memory, soak));
  if (comparison !== undefined)
    show('Against the earlier run: ratios to the floor, now / then; below 1 is slower', comparisonTable(comparison));
  for (const problem of problems) console.log(`\n  Not measured: ${problem}`);
  if (soak !== undefined) {
    show(`${soak.minutes} minutes of mixed load, ${soak.people} farmers, 4 at the office, ${soak.streams} live streams`, soakTable(soak));
    console.log(
      `\n  ${soak.errors} errors, ${soak.waiting} pending events; memory at the end ${soak.memory.toFixed(0)} MB, goal under ${soak.memoryGoal}\n`,
    );
  }
}
