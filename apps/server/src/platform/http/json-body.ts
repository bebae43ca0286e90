import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wrongField } from '../calls/ctx.ts';

/** A string with a following colon, or a bracket: enough to find the keys of valid JSON. */
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*(:?)|[{}[\]]/g;

/** The first duplicate name of an object in a valid JSON text; `JSON.parse` would silently drop one of the values. */
export function duplicateName(text: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [whole, quoted, colon] of text.matchAll(token)) {
    if (whole === '{' || whole === '[') objects.push(new Set());
    else if (whole === '}' || whole === ']') objects.pop();
    else if (colon) {
      const name = String(JSON.parse(`"${quoted ?? ''}"`));
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/**
 * Accepts JSON as the only body, besides those that a route parses itself. Duplicate names are refused, and so are `__proto__`
 * and `constructor.prototype`, which would change objects they are merged into.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      void parse(request, body, (error, value: unknown) => {
        const name = error ? undefined : duplicateName(body);
        if (name !== undefined) done(wrongField(name, 'DUPLICATE_FIELD'));
        else done(error, value);
      });
    },
  );
}
