import net from 'node:net';

export interface SwitchingProxy {
  port: number;
  /** New connections go there; open ones stay where they are. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** An address that a failover moves, like a virtual IP or a load balancer in front of PostgreSQL. */
export async function startSwitchingProxy(target: number): Promise<SwitchingProxy> {
  let current = target;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const onward = net.connect(current, '127.0.0.1');
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    leadTo(port) {
      current = port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
