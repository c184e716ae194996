import type { NoticeKind } from '../sensitive-places/notice-rules.ts';
import type { NoticeCandidate } from '../sensitive-places/notice-store.ts';
import type { Language, Message } from './messages.ts';

interface NoticeFacts extends Pick<NoticeCandidate, 'date' | 'startTime' | 'endTime' | 'place' | 'last'> {
  /** undefined: no longer within the buffer. */
  distanceM: number | undefined;
  company: { name: string; phoneNumber: string | null };
}

const words = {
  en: {
    locale: 'en-GB',
    hello: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
    session: (day: string, from: string, to: string) => `${day}, ${from} to ${to}`,
    upcomingSubject: (place: string, day: string) => `Spraying near ${place} on ${day}`,
    upcoming: (place: string, session: string) => `We plan to spray a field near ${place}: ${session}.`,
    movedSubject: (place: string, day: string) => `Spraying near ${place} has moved to ${day}`,
    moved: (place: string, before: string, session: string) =>
      `The spraying near ${place} that we announced for ${before} has a new time: ${session}.`,
    cancelledSubject: (place: string, day: string) => `No spraying near ${place} on ${day}`,
    cancelled: (place: string, before: string) => `The spraying near ${place} that we announced for ${before} does not take place.`,
    distance: (metres: string) => `Distance from the field: about ${metres} m.`,
    inside: 'The place is in the field or at its edge.',
    questions: (phone: string | null) => (phone === null ? 'Questions? Please call our office.' : `Questions? Please call us: ${phone}.`),
    why: 'You get this mail because you asked to be notified. Our office can change that.',
  },
  vi: {
    locale: 'vi-VN',
    hello: (name: string | null) => (name === null ? 'Chào anh/chị,' : `Chào ${name},`),
    session: (day: string, from: string, to: string) => `${day}, ${from} đến ${to}`,
    upcomingSubject: (place: string, day: string) => `Sắp phun thuốc gần ${place}, ${day}`,
    upcoming: (place: string, session: string) => `Chúng tôi sẽ phun một thửa ruộng gần ${place}: ${session}.`,
    movedSubject: (place: string, day: string) => `Dời lịch phun gần ${place} sang ${day}`,
    moved: (place: string, before: string, session: string) => `Lịch phun gần ${place} đã báo là ${before}, nay dời sang: ${session}.`,
    cancelledSubject: (place: string, day: string) => `Không phun gần ${place}, ${day}`,
    cancelled: (place: string, before: string) => `Lịch phun gần ${place} đã báo là ${before} không còn nữa.`,
    distance: (metres: string) => `Cách thửa ruộng khoảng ${metres} m.`,
    inside: 'Nơi này nằm trong hoặc sát thửa ruộng.',
    questions: (phone: string | null) => (phone === null ? 'Cần hỏi thêm xin gọi văn phòng.' : `Cần hỏi thêm xin gọi ${phone}.`),
    why: 'Anh/chị nhận thư này vì đã yêu cầu được báo trước. Muốn thay đổi xin báo văn phòng.',
  },
} as const satisfies Record<Language, object>;

/** A notice to the contact of a sensitive place. It names neither the farmer nor the order. */
export function placeNotice(kind: NoticeKind, { date, startTime, endTime, place, last, distanceM, company }: NoticeFacts): Message {
  const own = words[place.language];
  const format = new Intl.DateTimeFormat(own.locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const dayOf = (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  const clock = (time: string) => time.slice(0, 5);
  const session = own.session(dayOf(date), clock(startTime), clock(endTime));
  const before = last === undefined ? '' : `${dayOf(last.date)}, ${clock(last.startTime)}`;
  const where =
    distanceM === undefined || kind === 'cancelled'
      ? []
      : [distanceM < 1 ? own.inside : own.distance(new Intl.NumberFormat(own.locale).format(Math.round(distanceM)))];
  const { subject, text } = {
    upcoming: { subject: own.upcomingSubject(place.name, dayOf(date)), text: own.upcoming(place.name, session) },
    moved: { subject: own.movedSubject(place.name, dayOf(date)), text: own.moved(place.name, before, session) },
    cancelled: { subject: own.cancelledSubject(place.name, dayOf(last?.date ?? date)), text: own.cancelled(place.name, before) },
  }[kind];
  const lines = [own.hello(place.contactName), text, ...where, own.questions(company.phoneNumber), own.why, company.name];
  return { subject, text: `${lines.join('\n\n')}\n` };
}
