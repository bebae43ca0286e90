import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../calls/ctx.ts';

/** A string with what follows it, or a bracket: enough to follow the keys of valid JSON. */
const token = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*(:?)|[{}[\]]/g;

/** The first name that one object of a valid JSON text has twice: `JSON.parse` would drop one of the two values without a word. */
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
 * JSON is the only body besides those that a route parses itself. Names given twice are refused, and so are `__proto__` and
 * `constructor.prototype`, which would change objects they are merged into.
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
        if (name !== undefined) done(new Refusal('invalid', { fields: { [name]: 'given twice' } }));
        else done(error, value);
      });
    },
  );
}
