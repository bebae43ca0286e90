import { createRequire } from 'node:module';
import type nodemailer from 'nodemailer';
import { StartupError } from '../embedded/startup-error.ts';

interface Attachment {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that a mailbox recognises a duplicate. */
  id: string;
  /** The address to unsubscribe. */
  unsubscribe?: string;
  /** A picture that the HTML shows at its top, as part of the mail. */
  logo?: Pick<Attachment, 'mediaType' | 'content'> | undefined;
  attachments?: Attachment[];
}

/** Why a mail was not sent. `final`: the mail server rejects this address permanently; any other failure may be retried. */
export class MailFailure extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

export interface MailSender {
  /** Resolves when the mail server has accepted the mail; rejects with a `MailFailure`. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mail programs load no picture from an address before they are asked, but show one that is part of the mail. */
const inline = { cid: 'logo', contentDisposition: 'inline' } as const;
const partOf = ({ name, mediaType, content }: Attachment) => ({
  filename: name,
  contentType: mediaType,
  content: Buffer.from(content),
});
const logoTag = '<p style="margin:0 0 20px"><img src="cid:logo" alt="" height="40" style="height:40px"></p>';
/** Every letter has one white sheet in its body. */
const withLogo = (html: string) => html.replace(/(<body[^>]*>\s*<div[^>]*>)/, `$1\n${logoTag}`);

const require = createRequire(import.meta.url);
const timeoutMs = 20_000;
const maxReasonLength = 300;

/** A failure with the mail server's response, or else the error message, on one line. */
function failureOf(error: unknown): MailFailure {
  const {
    message = '',
    response = message,
    responseCode,
  } = error as { message?: string; response?: string; responseCode?: number };
  const refused = responseCode !== undefined && responseCode >= 550 && responseCode <= 554;
  return new MailFailure(response.replaceAll(/\s+/g, ' ').slice(0, maxReasonLength), refused);
}

/**
 * Sends mail over `SMTP_URL` (`smtp://user:password@host:587`, `smtps://…`) from `MAIL_FROM`. It connects with the first mail.
 * Throws a `StartupError` for an invalid address.
 */
export function createMailSender(url: string, from: string): MailSender {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (!/^smtps?:$/.test(protocol) || hostname === '')
    throw new StartupError(
      'SMTP_URL is an smtp: or smtps: address with a host, such as smtps://user:password@mail.example',
    );
  // Not every installation sends mail, and loading its library delays the start.
  const { createTransport } = require('nodemailer') as typeof nodemailer;
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Paths and addresses in a mail are never read: attachments are passed as bytes.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, subject, text, html, id, unsubscribe, logo, attachments = [] }) => {
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html: logo ? withLogo(html) : html,
          messageId: `<${id}@${domain}>`,
          headers: {
            // Suppresses out-of-office replies.
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>` }),
          },
          attachments: [
            ...(logo ? [{ ...partOf({ name: 'logo', ...logo }), ...inline }] : []),
            ...attachments.map(partOf),
          ],
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}
