import type { CatalogFacts } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { type Html, html, type Piece } from '../platform/http/html.ts';
import type { Route } from '../platform/http/route.ts';
import type { SignedLinks } from '../platform/links/signed-links.ts';
import { isCalendarDate } from '../platform/time/clock.ts';
import { type AnswerPurpose, type AnswerSubject, answerPurposes, readSubject } from '../rebooking/answer-links.ts';
import { acceptMove, cancelMoved, chooseOtherTime, listFreeTimes } from '../rebooking/answer-rebooking.ts';
import { type AnswerRow, type FarmerPart, findFarmerPart, isUnchanged } from '../rebooking/answer-store.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { type LinkPage, linkRoutes } from './link-page.ts';
import { type RebookingLinkWords, rebookingLinkWords } from './rebooking-link-words.ts';

/** More would be tiresome on a phone. */
const maxTimesShown = 24;

interface View extends FarmerPart {
  words: RebookingLinkWords;
  facts: CatalogFacts;
}

const operations: Record<AnswerPurpose, { operationId: string; summary: string }> = {
  accept: { operationId: 'acceptRebooking', summary: 'Answer to a moved order: the new time is fine' },
  change: { operationId: 'chooseOtherTime', summary: 'Answer to a moved order: another time' },
  cancel: { operationId: 'cancelRebooked', summary: 'Answer to a moved order: cancel it' },
};

/** Pages behind the three links of a message about moved orders. They need no sign-in and no JavaScript. */
export function rebookingLinkRoutes(context: WeatherContext, links: SignedLinks): Route[] {
  const { database, catalog, clock } = context;

  const read = async (text: string): Promise<{ subject: AnswerSubject; view: View } | undefined> => {
    const subject = readSubject(text);
    // From the primary: the page is read again right after an answer.
    const part = subject === undefined ? undefined : await findFarmerPart(database.write, subject);
    if (subject === undefined || part === undefined) return undefined;
    return { subject, view: { ...part, words: rebookingLinkWords[part.language], facts: await catalog.facts() } };
  };

  const forms: Record<AnswerPurpose, (view: View, rows: AnswerRow[], notice?: string) => Promise<LinkPage>> = {
    accept: async (view, rows) => ({
      title: view.words.acceptTitle,
      content: html`${rows.map((row) => orderFacts(view, row))}${form(view.words.accept, { answer: 'accept' })}`,
    }),
    change: async (view, rows, notice) => ({
      title: view.words.changeTitle,
      content: html`${notice === undefined ? undefined : html`<p class="message" role="alert">${notice}</p>`}${await Promise.all(
        rows.map(async (row) => {
          const times = (await listFreeTimes(context, view, row)).slice(0, maxTimesShown);
          if (times.length === 0) return html`${orderFacts(view, row)}<p>${view.words.noTimes}</p>${phoneOf(view)}`;
          const choices = times.map(
            (time) =>
              html`<label class="choice"><input type="radio" name="time" value="${time.date}_${time.sessionId}" required>${timeText(view, time)}</label>`,
          );
          const fields = html`<fieldset class="choices"><legend>${view.words.choose}</legend>${choices}</fieldset>`;
          return html`${orderFacts(view, row)}${form(view.words.change, { order: row.orderId }, fields)}`;
        }),
      )}`,
    }),
    cancel: async (view, rows) => ({
      title: view.words.cancelTitle,
      content: html`${rows.map((row) => html`${orderFacts(view, row)}${form(view.words.cancel, { order: row.orderId }, undefined, 'danger')}`)}<p>${view.words.cancelText}</p>`,
    }),
  };

  const act: Record<AnswerPurpose, (subject: AnswerSubject, view: View, rows: AnswerRow[], form: URLSearchParams) => Promise<LinkPage>> = {
    async accept(subject, view, rows) {
      await acceptMove(context, subject, clock());
      return { title: view.words.acceptDone, content: rows.map((row) => orderFacts(view, row)) };
    },
    async change(subject, view, rows, sent) {
      const [, date, sessionId] = /^(\d{4}-\d\d-\d\d)_(\d{1,18})$/.exec(sent.get('time') ?? '') ?? [];
      const row = rows.find(({ orderId }) => orderId === sent.get('order'));
      if (row === undefined || date === undefined || sessionId === undefined || !isCalendarDate(date))
        return { ...(await forms.change(view, rows, view.words.pickOne)), status: 400 };
      try {
        await chooseOtherTime(context, subject, view, row, { date, sessionId }, clock());
      } catch (error) {
        const isGone =
          error instanceof AppError && ['SESSION_FULL', 'SESSION_BEGUN', 'DATE_NOT_BOOKABLE', 'VALIDATION_FAILED'].includes(error.code);
        if (!isGone) throw error;
        return { ...(await forms.change(view, rows, view.words.justTaken)), status: 409 };
      }
      return doneFor(subject, 'change', row.orderId);
    },
    async cancel(subject, view, rows, sent) {
      const row = rows.find(({ orderId }) => orderId === sent.get('order'));
      if (row === undefined) return { ...(await forms.cancel(view, rows)), status: 400 };
      await cancelMoved(context, subject, row.orderId, clock());
      return doneFor(subject, 'cancel', row.orderId);
    },
  };

  /** The page after an answer for one order, with the form for the farmer's other moved orders. */
  async function doneFor(subject: AnswerSubject, purpose: 'change' | 'cancel', orderId: string): Promise<LinkPage> {
    const found = await read(`${subject.rebookingId}-${subject.farmerId}`);
    if (found === undefined) return gone();
    const { view } = found;
    const done = view.rows.filter((row) => row.orderId === orderId);
    const open = openRows(view);
    const rest = open.length === 0 ? undefined : (await forms[purpose](view, open)).content;
    const title = purpose === 'change' ? view.words.changeDone : view.words.cancelDone;
    return { title, content: html`${done.map((row) => orderFacts(view, row))}${rest}`, language: view.language };
  }

  async function respond(
    text: string,
    run: (subject: AnswerSubject, view: View, rows: AnswerRow[]) => Promise<LinkPage>,
  ): Promise<LinkPage> {
    const found = await read(text);
    if (found === undefined) return gone();
    const { view, subject } = found;
    const closed = closedPage(view);
    return { language: view.language, ...(closed ?? (await run(subject, view, openRows(view)))) };
  }

  return (Object.keys(answerPurposes) as AnswerPurpose[]).flatMap((purpose) =>
    linkRoutes({
      ...operations[purpose],
      purpose: answerPurposes[purpose],
      links,
      clock,
      show: (subject) => respond(subject, (_, view, rows) => forms[purpose](view, rows)),
      act: (subject, sent) => respond(subject, (who, view, rows) => act[purpose](who, view, rows, sent)),
      async expired(subject, language) {
        const found = await read(subject);
        if (found === undefined) return gone();
        const { view } = found;
        const words = rebookingLinkWords[view.language ?? language];
        return {
          title: words.expiredTitle,
          content: html`<p>${words.expired}</p>${view.rows.map((row) => orderFacts(view, row))}<p>${words.callUs}.</p>${phoneOf(view)}`,
          language: view.language,
        };
      },
    }),
  );
}

const gone = (): LinkPage => ({
  title: rebookingLinkWords.vi.changedTitle,
  content: html`<p>${rebookingLinkWords.vi.callUs}.</p>`,
  status: 404,
  language: 'vi',
});

/** Rows that the farmer can still answer: unanswered, and where the proposal put them. */
const openRows = ({ rows }: View): AnswerRow[] => rows.filter((row) => row.answer === null && isUnchanged(row, row.current));

/** The page of a link with which nothing can be done any more. */
function closedPage(view: View): LinkPage | undefined {
  const { words, state, rows } = view;
  const shown = rows.map(
    (row) => html`${orderFacts(view, row)}${row.answer === null ? undefined : html`<p>${words.answered[row.answer]}</p>`}`,
  );
  const help = html`<p>${words.callUs}.</p>${phoneOf(view)}`;
  if (state !== 'applied') return { title: words.undoneTitle, content: html`<p>${words.undone}</p>${shown}${phoneOf(view)}`, status: 409 };
  if (openRows(view).length > 0) return undefined;
  const isAnswered = rows.some(({ answer }) => answer !== null);
  return { title: isAnswered ? words.answeredTitle : words.changedTitle, content: html`${shown}${help}`, status: 409 };
}

function timeText({ words, facts }: View, { date, sessionId }: { date: string; sessionId: string }): string {
  const day = new Intl.DateTimeFormat(words.locale, { weekday: 'long', day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  const { startTime = '', endTime = '' } = facts.sessions.get(sessionId) ?? {};
  return `${day.format(new Date(`${date}T00:00:00Z`))}, ${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;
}

const orderFacts = (view: View, row: AnswerRow): Html =>
  html`<div class="facts"><p>${row.location}</p>${
    row.current.status === 'cancelled' ? undefined : html`<p class="when">${timeText(view, row.current)}</p>`
  }<p class="was">${view.words.was}: ${timeText(view, row.before)}</p></div>`;

const phoneOf = ({ facts: { company } }: View): Piece =>
  company.phoneNumber === null
    ? undefined
    : html`<p><a class="button" href="tel:${company.phoneNumber.replace(/\s/g, '')}">${company.phoneNumber}</a></p>`;

const form = (button: string, hidden: Record<string, string>, fields?: Piece, style = ''): Html =>
  html`<form method="post">${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${fields}<button class="${style}">${button}</button></form>`;
