import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { type Html, html, type Piece } from '../platform/http/html.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { SignedLinks } from '../platform/links/signed-links.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type Language, languageOf } from './language.ts';
import { framed } from './page-frame.ts';

/** No script at all: the pages must work on a cheap phone and in the viewer of a mail program. */
const linkPagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface LinkPage {
  title: string;
  content: Piece;
  /** Default: 200. */
  status?: number | undefined;
  /** Default: the language of the browser. Pages about a farmer are in the farmer's language. */
  language?: Language | undefined;
}

export interface LinkPageSpec {
  /** Also the last part of the address: /link/{purpose}/{token} */
  purpose: string;
  operationId: string;
  summary: string;
  links: SignedLinks;
  clock: Clock;
  /** GET: shows what the link does and changes nothing, because mail scanners open links. */
  show(subject: string, language: Language): Promise<LinkPage>;
  /** POST of the form of that page. An AppError becomes a page with its status. */
  act(subject: string, form: URLSearchParams, language: Language): Promise<LinkPage>;
  /** For a link that is too old. Default: a general text. */
  expired?(subject: string, language: Language): Promise<LinkPage>;
}

const formType = 'application/x-www-form-urlencoded';
const maxFormBytes = 4096;

const texts: Record<Language, Record<'invalid' | 'expired' | 'failed', { title: string; text: string }>> = {
  en: {
    invalid: {
      title: 'This link does not work',
      text: 'It is incomplete or was changed on the way. Please open it from our message again, or call the office.',
    },
    expired: { title: 'This link is too old', text: 'Please sign in to see your order, or call the office.' },
    failed: { title: 'That did not work', text: 'Please go back and try again, or call the office.' },
  },
  vi: {
    invalid: {
      title: 'Liên kết không dùng được',
      text: 'Liên kết bị thiếu hoặc đã bị sửa. Mời mở lại từ tin nhắn của chúng tôi, hoặc gọi văn phòng.',
    },
    expired: { title: 'Liên kết đã hết hạn', text: 'Mời đăng nhập để xem đơn, hoặc gọi văn phòng.' },
    failed: { title: 'Chưa làm được', text: 'Mời quay lại và thử lần nữa, hoặc gọi văn phòng.' },
  },
};

const statuses = { invalid: 404, expired: 410 } as const;

const isTemporary = ({ code }: AppError): boolean => /_UNAVAILABLE$|^OVERLOADED$/.test(code);

function refusal(kind: 'invalid' | 'expired', language: Language): LinkPage {
  const { title, text } = texts[language][kind];
  return { title, content: html`<p>${text}</p>`, status: statuses[kind] };
}

/** The two routes of a signed link: GET shows, POST acts. */
export function linkRoutes({ purpose, operationId, summary, links, clock, show, act, expired }: LinkPageSpec): Route[] {
  const path = `/link/${purpose}/{token}`;
  const shared = {
    path,
    access: 'public',
    ignoresUnknown: true,
    tag: 'pages',
    params: Type.Object({ token: Type.String({ maxLength: 300, example: '42.t2k0ow.signature' }) }),
    response: Type.String(),
    example: '',
  } as const;

  async function answer(
    request: FastifyRequest,
    token: string,
    run: (subject: string, language: Language) => Promise<LinkPage>,
  ): Promise<LinkPage> {
    const language = languageOf(request.headers['accept-language']);
    const checked = await links.check(purpose, token, clock());
    if (checked.state === 'invalid') return refusal('invalid', language);
    if (checked.state === 'expired')
      return { status: statuses.expired, ...(await (expired?.(checked.subject, language) ?? refusal('expired', language))) };
    try {
      return await run(checked.subject, language);
    } catch (error) {
      if (!(error instanceof AppError) || isTemporary(error)) throw error;
      return { title: texts[language].failed.title, content: html`<p>${texts[language].failed.text}</p>`, status: 409 };
    }
  }

  const render = (request: FastifyRequest, page: LinkPage): Html =>
    framed({
      language: page.language ?? languageOf(request.headers['accept-language']),
      title: `${page.title} · Swath`,
      description: page.title,
      kind: 'plain',
      styles: ['/pages/link.css'],
      content: html`<main id="main-content"><h1>${page.title}</h1>${page.content}</main>`,
    });

  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': linkPagePolicy };
  return [
    route({
      ...shared,
      method: 'GET',
      operationId: `${operationId}Page`,
      summary,
      async handle({ params, request, reply }) {
        const page = await answer(request, params.token, show);
        reply.code(page.status ?? 200).headers(headers);
        return render(request, page).markup;
      },
    }),
    route({
      ...shared,
      method: 'POST',
      operationId,
      summary: `${summary}: the form`,
      uploads: { types: [formType], limit: maxFormBytes },
      async handle({ params, upload, request, reply }) {
        // A request without a body has no form.
        const form = new URLSearchParams(String(upload ?? ''));
        const page = await answer(request, params.token, (subject, language) => act(subject, form, language));
        reply.code(page.status ?? 200).headers(headers);
        return render(request, page).markup;
      },
    }),
  ];
}
