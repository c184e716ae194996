import type { Alternative, Approach, ConflictFact, Reason, Resolution } from '../dispatch/planner/model.ts';

export type Language = 'en' | 'vi';

/** What the facts of a plan are shown with. */
export interface Vocabulary {
  language: Language;
  areaUnit: string;
  nameOf(sprayerId: string): string;
  /** Name of the farmer. */
  farmerOf(orderId: string): string;
  /** HH:mm of the order's session. */
  timeOf(orderId: string): string;
  /** HH:mm of a session. */
  startOf(sessionId: string): string;
}

/** Below 10 km with one decimal, otherwise whole kilometres. */
export function kilometres(metres: number, language: Language): string {
  const km = metres / 1000;
  const rounded = Math.abs(km) < 10 ? Math.round(km * 10) / 10 : Math.round(km);
  const text = String(rounded === 0 ? 0 : rounded);
  return language === 'vi' ? text.replace('.', ',') : text;
}

const decimal = (value: number, language: Language): string => (language === 'vi' ? String(value).replace('.', ',') : String(value));

const listNames = (ids: readonly string[], { nameOf, language }: Vocabulary): string =>
  ids.map(nameOf).join(language === 'vi' ? ' và ' : ' and ');

/** "2.1 km from their 05:00 field", or the way of each member if they come from different places. */
function way(approaches: readonly Approach[], vocabulary: Vocabulary): string {
  const { language, nameOf, timeOf } = vocabulary;
  const km = ({ metres }: Approach) => kilometres(metres, language);
  const from = ({ fromOrderId }: Approach, their: string) => {
    if (language === 'vi') return fromOrderId === undefined ? 'từ điểm xuất phát' : `từ ruộng lúc ${timeOf(fromOrderId)}`;
    return fromOrderId === undefined ? 'from the base' : `from ${their} ${timeOf(fromOrderId)} field`;
  };
  const [first] = approaches;
  if (first === undefined) return '';
  const isSame = approaches.every((other) => other.fromOrderId === first.fromOrderId && km(other) === km(first));
  if (isSame) return `${km(first)} km ${from(first, approaches.length > 1 ? 'their' : 'the')}`;
  return approaches.map((one) => `${nameOf(one.sprayerId)} ${km(one)} km ${from(one, 'the')}`).join(', ');
}

function reasonText(reason: Reason, vocabulary: Vocabulary): string {
  const { language, areaUnit, nameOf } = vocabulary;
  const vi = language === 'vi';
  switch (reason.kind) {
    case 'pinned':
      return vi ? 'đã ghim' : 'pinned';
    case 'kept':
      return vi ? `giữ ${listNames(reason.sprayerIds, vocabulary)}` : `keeps ${listNames(reason.sprayerIds, vocabulary)}`;
    case 'nearest': {
      const who = vi
        ? reason.isPair
          ? 'hai người rảnh gần nhất'
          : 'người rảnh gần nhất'
        : `nearest free ${reason.isPair ? 'pair' : 'sprayer'}`;
      return `${who}, ${way(reason.approaches, vocabulary)}`;
    }
    case 'balanced': {
      const jobs = reason.approaches.map((one) =>
        vi ? `${nameOf(one.sprayerId)} ${one.jobsInWeek} việc` : `${nameOf(one.sprayerId)} ${one.jobsInWeek}`,
      );
      const work = vi ? `chia đều việc trong tuần (${jobs.join(', ')})` : `fewest jobs in the week (${jobs.join(', ')})`;
      return `${work}, ${way(reason.approaches, vocabulary)}`;
    }
    case 'cheapest-day':
      return `${vi ? 'tính cả ngày thì ít tốn nhất' : 'cheapest for the whole day'}, ${way(reason.approaches, vocabulary)}`;
    case 'pair-needed':
      return vi
        ? `${decimal(reason.area, language)} ${areaUnit} cần hai người (trên ${decimal(reason.pairArea, language)})`
        : `${decimal(reason.area, language)} ${areaUnit} need two people (above ${decimal(reason.pairArea, language)})`;
    case 'first-job':
      return vi
        ? `việc đầu tiên trong tuần của ${listNames(reason.sprayerIds, vocabulary)}`
        : `first job of the week for ${listNames(reason.sprayerIds, vocabulary)}`;
  }
}

const sentence = (text: string): string => (text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);

/** Why an order has its crew. */
export function reasonsInWords(reasons: readonly Reason[], isEdited: boolean, vocabulary: Vocabulary): string {
  if (isEdited) return vocabulary.language === 'vi' ? 'Văn phòng chọn.' : 'Chosen by the office.';
  return sentence(reasons.map((reason) => reasonText(reason, vocabulary)).join('; '));
}

/** The next best crew and what it would cost more. */
export function alternativeInWords({ crew, exchangedWithOrderId, extraCost }: Alternative, vocabulary: Vocabulary): string {
  const { language, farmerOf } = vocabulary;
  const names = listNames(crew, vocabulary);
  const km = kilometres(extraCost, language);
  if (language === 'vi') {
    const exchange = exchangedWithOrderId === undefined ? '' : `, đổi đội với đơn của ${farmerOf(exchangedWithOrderId)}`;
    return `Nếu chọn ${names}${exchange}: tốn thêm tương đương ${km} km.`;
  }
  const exchange = exchangedWithOrderId === undefined ? '' : `, exchanged with the order of ${farmerOf(exchangedWithOrderId)}`;
  return `With ${names}${exchange}: costs ${km} km more.`;
}

/** A fact of a conflict as a sentence. */
export function factInWords(fact: ConflictFact, vocabulary: Vocabulary): string {
  const { language, nameOf, farmerOf, timeOf, startOf, areaUnit } = vocabulary;
  const vi = language === 'vi';
  const order = (id: string) => (vi ? `đơn lúc ${timeOf(id)} của ${farmerOf(id)}` : `the ${timeOf(id)} order of ${farmerOf(id)}`);
  switch (fact.kind) {
    case 'order-needs-crew':
      return sentence(vi ? `${order(fact.orderId)} cần một đội` : `${order(fact.orderId)} needs a crew`);
    case 'needs-pair': {
      const [area, limit] = [decimal(fact.area, language), decimal(fact.pairArea, language)];
      return sentence(
        vi
          ? `${order(fact.orderId)} có ${area} ${areaUnit}, trên ${limit} thì cần hai người`
          : `${order(fact.orderId)} has ${area} ${areaUnit}; above ${limit} two people are needed`,
      );
    }
    case 'pin':
      return sentence(vi ? `${order(fact.orderId)} đã ghim đội` : `${order(fact.orderId)} has a pinned crew`);
    case 'absence':
      return sentence(
        vi
          ? `${nameOf(fact.sprayerId)} nghỉ lúc ${startOf(fact.sessionId)}`
          : `${nameOf(fact.sprayerId)} is absent at ${startOf(fact.sessionId)}`,
      );
    case 'busy':
      return sentence(
        vi
          ? `${nameOf(fact.sprayerId)} đã có việc khác lúc ${startOf(fact.sessionId)}`
          : `${nameOf(fact.sprayerId)} has another job at ${startOf(fact.sessionId)}`,
      );
    case 'licence':
      return sentence(vi ? `${nameOf(fact.sprayerId)} không có chứng chỉ còn hạn` : `${nameOf(fact.sprayerId)} has no valid licence`);
    case 'job-limit':
      return sentence(
        vi
          ? `${nameOf(fact.sprayerId)} làm nhiều nhất ${fact.maxJobs} việc trong ngày`
          : `${nameOf(fact.sprayerId)} may have ${fact.maxJobs} ${fact.maxJobs === 1 ? 'job' : 'jobs'} that day`,
      );
    case 'ban':
      return vi ? 'Có người không được xếp làm cùng nhau hoặc cho nông dân này.' : 'Somebody may not work together or for this farmer.';
    case 'unreachable':
      return sentence(
        vi
          ? `từ ${order(fact.fromOrderId)} đến ${order(fact.toOrderId)} mất ${Math.ceil(fact.travelMinutes)} phút, chỉ có ${Math.floor(fact.availableMinutes)} phút`
          : `from ${order(fact.fromOrderId)} to ${order(fact.toOrderId)} takes ${Math.ceil(fact.travelMinutes)} minutes, and there are ${Math.floor(fact.availableMinutes)}`,
      );
    case 'needs-senior':
      return vi ? 'Đội phải có ít nhất một thợ lành nghề hoặc thợ bậc cao.' : 'A crew needs an adept or an expert.';
    case 'one-job-per-session':
      return sentence(
        vi
          ? `lúc ${startOf(fact.sessionId)} có ${fact.sprayers} thợ, mỗi người một việc`
          : `at ${startOf(fact.sessionId)} there ${fact.sprayers === 1 ? 'is 1 sprayer' : `are ${fact.sprayers} sprayers`}, one job each`,
      );
  }
}

/** The cheapest way to give the order a crew. */
export function resolutionInWords({ fact, crew, changes, extraCost }: Resolution, vocabulary: Vocabulary): string {
  const { language } = vocabulary;
  const names = listNames(crew, vocabulary);
  const km = kilometres(extraCost, language);
  const reason = factInWords(fact, vocabulary).replace(/\.$/, '');
  const others = changes.length;
  if (language === 'vi')
    return `Nếu bỏ qua «${reason}»: ${names} làm được${others === 0 ? '' : `, đổi ${others} đơn khác`}${extraCost > 0 ? `, thêm tương đương ${km} km` : ''}.`;
  const moved = others === 0 ? '' : `, with ${others} other ${others === 1 ? 'order' : 'orders'} changed`;
  return `Without “${reason}”, ${names} can do it${moved}${extraCost > 0 ? `, for ${km} km more` : ''}.`;
}
