import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail. */
export type Behaviour = 'takes' | 'refuses' | 'hangs';

export interface MailServer {
  url: string;
  behaviour: (to: string) => Behaviour;
  /** Accepted mails. */
  taken: Email[];
  /** Recipients of all mails that were sent to it, accepted or not. */
  offered: string[];
  close(): Promise<void>;
}

/** An SMTP server that can refuse mails or hang. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        mailServer.offered.push(to);
        const behaviour = mailServer.behaviour(to);
        if (behaviour === 'hangs') return;
        if (behaviour === 'refuses') return callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
        mailServer.taken.push(await PostalMime.parse(Buffer.concat(parts)));
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    behaviour: () => 'takes',
    taken: [],
    offered: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
