import sanitize from 'sanitize-html';

/** Pictures travel inside the text and nowhere else: an address to fetch would tell its owner who reads, and when. */
const picture = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

const rules: sanitize.IOptions = {
  allowedTags: 'p br h1 h2 h3 h4 strong b em i u s code pre blockquote ul ol li hr a img'.split(' '),
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    // The page that is opened must reach neither ours nor the address it came from.
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picture.test(attribs['src'] ?? ''),
};

/** HTML that people wrote, with everything taken out that could act. Cleaning twice changes nothing more. */
export const cleanHtml = (html: string): string => sanitize(html, rules).trim();

/** Plain text as it stands in HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  );

/** Whether somebody would see anything: an editor leaves `<p></p>` where nothing was written. */
export const saysSomething = (html: string): boolean =>
  html.includes('<img') || sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
