import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/** The same rules as on the server, applied again because a stored text may be older than a rule. */
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

/** Sanitised HTML from users. Import it lazily, so that the sanitiser is not part of the start chunk. */
export function RichText({ html, className }: Props) {
  const clean = useMemo(() => ({ __html: DOMPurify.sanitize(html, rules) }), [html]);
  return <div className={className} dangerouslySetInnerHTML={clean} />;
}
