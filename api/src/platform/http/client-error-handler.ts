import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { Connections } from './connections.ts';
import { problemHeaders, problemKinds, toProblem } from './problem.ts';
import { commonHeaders } from './respond.ts';
import { newTraceId } from './trace-id.ts';

export interface ClientErrorOptions {
  connections: Connections;
  onProblem?: ((code: ErrorCode) => void) | undefined;
}

/** Answers what Node's HTTP parser rejects, before there is a request object. */
export function handleClientError(error: Error & { code?: string }, socket: Socket, { connections, onProblem }: ClientErrorOptions): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (error.code === 'ECONNRESET' || (isLate && !socket.writable)) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('HEADERS_TOO_LARGE', 'The headers are too large.')
      : isLate
        ? new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive.')
        : new AppError('MALFORMED_REQUEST', 'This is not a well-formed HTTP request.');
  connections.refuse(socket, () => {
    onProblem?.(problem.code);
    endWithProblem(socket, problem);
  });
}

/** Writes a problem response to the socket and closes it. */
export function endWithProblem(socket: Socket, error: AppError): void {
  const body = JSON.stringify(toProblem(error, '/', newTraceId()));
  const { status, title } = problemKinds[error.code];
  const headers = { ...commonHeaders, ...problemHeaders(error), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${headerLines.join('')}\r\n${body}`);
}
