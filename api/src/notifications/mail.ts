/** A mail, ready to go. */
export interface Mail {
  /** The same each time the same mail is sent, so that a receiver can tell a repetition. */
  key: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
  attachment?: Attachment | undefined;
}

export interface Attachment {
  /** Plain ASCII. */
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Whoever takes mails from us. */
export interface Mailer {
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** What both ways of sending hand to the library. */
export function toMessage({ key, to, subject, text, date, attachment }: Mail, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object, so that an odd address cannot be read as several.
    to: { name: '', address: to },
    subject,
    text,
    date,
    attachments: attachment === undefined ? [] : [attachment],
    messageId: `<${key}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
