import { Type } from 'typebox';
import { type Route, route } from './route.ts';

export function pageRoutes(_document: () => object): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/docs',
      operationId: 'reference',
      access: 'public',
      tag: 'pages',
      summary: 'The reference page',
      response: Type.String(),
      example: '',
      async handle({ reply }) {
        reply.header('content-type', 'text/html; charset=utf-8');
        return '<!doctype html>';
      },
    }),
  ];
}
