import type { Suggestion } from './suggestion-rules.ts';

export type Language = 'en' | 'vi';

/** The reason for a suggestion as a sentence. `thisWeek`: the order is in the current week. */
export function reasonInWords(suggestion: Suggestion, language: Language, thisWeek: boolean): string {
  return language === 'vi' ? inVietnamese(suggestion, thisWeek) : inEnglish(suggestion, thisWeek);
}

function inEnglish({ crew, newcomer, leg }: Suggestion, thisWeek: boolean): string {
  const week = thisWeek ? 'this week' : 'that week';
  const two = crew.length === 2;
  const jobs = crew.map(({ jobsThatWeek }) => jobsThatWeek);
  const work = newcomer
    ? `${newcomer.name} has had no job ${week}`
    : jobs.every((n) => n === 0)
      ? `no job ${week}${two ? ' for either' : ''}`
      : two
        ? `${jobs[0]} and ${jobs[1]} jobs ${week}`
        : `${jobs[0]} ${jobs[0] === 1 ? 'job' : 'jobs'} ${week}`;
  const way = leg ? `${kilometres(leg.distanceKm, 'en')} km from their ${leg.startTime.slice(0, 5)} field` : 'no other job that day';
  return `${names(crew, ' and ')}: ${two ? 'both free' : 'free'}, ${work}, ${way}.`;
}

function inVietnamese({ crew, newcomer, leg }: Suggestion, thisWeek: boolean): string {
  const week = thisWeek ? 'tuần này' : 'tuần đó';
  const two = crew.length === 2;
  const jobs = crew.map(({ jobsThatWeek }) => jobsThatWeek);
  const work = newcomer
    ? `${newcomer.name} ${week} chưa có việc nào`
    : jobs.every((n) => n === 0)
      ? `${week} ${two ? 'đều ' : ''}chưa có việc nào`
      : `${week} có ${jobs.join(' và ')} việc`;
  const way = leg
    ? `cách ruộng lúc ${leg.startTime.slice(0, 5)} của họ ${kilometres(leg.distanceKm, 'vi')} km`
    : 'hôm đó không có việc khác';
  return `${names(crew, ' và ')}: ${two ? 'cả hai đều rảnh' : 'đang rảnh'}, ${work}, ${way}.`;
}

const names = (crew: Suggestion['crew'], and: string): string => crew.map(({ name }) => name).join(and);

/** Below 10 km with one decimal, otherwise whole kilometres. */
function kilometres(distance: number, language: Language): string {
  const rounded = distance < 10 ? Math.round(distance * 10) / 10 : Math.round(distance);
  return language === 'vi' ? String(rounded).replace('.', ',') : String(rounded);
}
