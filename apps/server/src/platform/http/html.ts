import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const require = createRequire(import.meta.url);
/** Loaded with the first text: its fifty files would delay each start. */
const sanitize = (html: string, options: sanitizeHtml.IOptions): string =>
  (require('sanitize-html') as typeof sanitizeHtml)(html, options);

/** Pictures are embedded as data: loading one from an address would reveal to its owner who reads the text, and when. */
const picture = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

const rules: sanitizeHtml.IOptions = {
  allowedTags: 'p br h1 h2 h3 h4 strong b em i u s code pre blockquote ul ol li hr a img'.split(' '),
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    // The opened page gets no reference to this window and no referrer.
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picture.test(attribs['src'] ?? ''),
};

/** Removes everything active from HTML that users wrote. Idempotent. */
export const cleanHtml = (html: string): string => sanitize(html, rules).trim();

/** The tags of an article: without pictures, which would come from files of their own. */
const articleRules: sanitizeHtml.IOptions = {
  ...rules,
  allowedTags: 'p br h2 h3 strong b em i u s code pre blockquote ul ol li hr a'.split(' '),
};

/** As `cleanHtml`, for an article of the knowledge base. */
export const cleanArticle = (html: string): string => sanitize(html, articleRules).trim();

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The words of sanitized HTML. Blocks are apart from each other by a space. */
export const plainText = (html: string): string =>
  sanitize(html.replaceAll(/<(?:br|hr|\/(?:p|h\d|li|blockquote|pre))\b[^>]*>/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Escapes plain text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;',
  );

/** Whether HTML has visible content: an editor leaves `<p></p>` for an empty text. */
export const saysSomething = (html: string): boolean =>
  html.includes('<img') || sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
