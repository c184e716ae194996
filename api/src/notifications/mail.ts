/** A mail to send. */
export interface Mail {
  /** Same for each attempt, so that receivers recognise repetitions. */
  key: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
  attachment?: Attachment | undefined;
  /** An invitation or cancellation as iCalendar text with its METHOD. */
  calendar?: string | undefined;
}

export interface Attachment {
  /** ASCII only. */
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Port for sending mails. */
export interface Mailer {
  /** True: there is no mail server. Mails are kept as files and reach nobody. */
  readonly isFolder?: boolean;
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** The message for nodemailer. */
export function toMessage({ key, to, subject, text, date, attachment, calendar }: Mail, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object, so that an unusual address is not parsed as several.
    to: { name: '', address: to },
    subject,
    text,
    date,
    attachments: attachment === undefined ? [] : [attachment],
    ...(calendar === undefined ? {} : { icalEvent: { method: methodOf(calendar), filename: 'swath.ics', content: calendar } }),
    messageId: `<${key}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const methodOf = (calendar: string): 'REQUEST' | 'CANCEL' => (/^METHOD:CANCEL\r?$/m.test(calendar) ? 'CANCEL' : 'REQUEST');
