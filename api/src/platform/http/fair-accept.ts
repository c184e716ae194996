import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Requests started per turn of the event loop while connections are waiting to be accepted. */
const startsPerTurn = 1;
/** After this many turns in a row with a new connection it is no burst: clients open a connection for each request. */
const maxBurstTurns = 1024;
const startsPerTurnAfterBurst = 16;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/**
 * Keeps new connections from waiting behind the requests of the open ones. libuv accepts one connection per turn of the event loop
 * (libuv#3696), and in a turn Node.js starts one request of every connection that has sent one. With hundreds of busy connections a turn
 * takes long, and the last of a burst of connections waited for seconds. While connections arrive, requests are started one per turn, in
 * the order of arrival.
 */
export function acceptFairly(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  let waiting: Exchange[] = [];
  let hasAccepted = false;
  let burstTurns = 0;
  let isTurnScheduled = false;

  const scheduleTurn = () => {
    if (isTurnScheduled) return;
    isTurnScheduled = true;
    setImmediate(endTurn);
  };
  const start = ([request, response]: Exchange) => {
    // The client has gone, and the handlers would wait for an event that has been emitted.
    if (response.destroyed) return;
    for (const handler of handlers) handler.call(server, request, response);
  };
  const endTurn = () => {
    isTurnScheduled = false;
    burstTurns = hasAccepted ? burstTurns + 1 : 0;
    hasAccepted = false;
    const most = burstTurns === 0 ? waiting.length : burstTurns < maxBurstTurns ? startsPerTurn : startsPerTurnAfterBurst;
    const due = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (burstTurns > 0 || waiting.length > 0) scheduleTurn();
    for (const exchange of due) start(exchange);
  };

  server.on('connection', () => {
    hasAccepted = true;
    scheduleTurn();
  });
  server.on('request', (request, response) => {
    if (burstTurns === 0 && waiting.length === 0) start([request, response]);
    else waiting.push([request, response]);
  });
}
