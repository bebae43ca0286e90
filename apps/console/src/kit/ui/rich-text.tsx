import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/** What the server lets through, once more: a text that was stored before a rule is read by today's. */
const rules = {
  ALLOWED_TAGS: 'p br h1 h2 h3 h4 strong b em i u s code pre blockquote ul ol li hr a img'.split(' '),
  ALLOWED_ATTR: ['href', 'target', 'rel', 'src', 'alt', 'width', 'height', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
  ALLOW_DATA_ATTR: false,
};

interface Props {
  html: string;
  className?: string;
}

/** HTML that somebody wrote. Load it with the part that shows it: its cleaner is no part of the first page. */
export function RichText({ html, className }: Props) {
  const clean = useMemo(() => ({ __html: DOMPurify.sanitize(html, rules) }), [html]);
  return <div className={className} dangerouslySetInnerHTML={clean} />;
}
