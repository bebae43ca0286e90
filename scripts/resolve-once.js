// Loaded before a program (`--import`). Node reads the exports of a library again for each file that imports it; those of drizzle-orm
// have 179 KB and several hundred importers, which is half of the time in which the server is loaded.
import { registerHooks } from 'node:module';

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const resolved = new Map();

/** Whether the importing file is ours: every file of the project finds the same library under a name. */
const isOurs = (/** @type {string | undefined} */ parent) =>
  parent !== undefined && parent.startsWith('file:') && !parent.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    if (!isOurs(context.parentURL) || /^(\.|node:|file:|#)/.test(specifier)) return next(specifier, context);
    // `require` and `import` find different files of a library.
    const key = `${context.conditions.join()} ${specifier}`;
    const known = resolved.get(key);
    if (known) return known;
    const found = next(specifier, context);
    resolved.set(key, { ...found, shortCircuit: true });
    return found;
  },
});
