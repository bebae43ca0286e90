// Loaded before a program (`--import`). For each import, Node reads the package.json of the library or of the file's own package again;
// that of drizzle-orm has 179 KB and several hundred importers. That is two thirds of the time in which the server is loaded.
import { registerHooks } from 'node:module';

/** @typedef {import('node:module').ResolveFnOutput} Found */
/** @type {Map<string, Found>} */
const libraries = new Map();
/** The format of the files of a folder with one ending. It depends on the next package.json above, so it is the same for all. */
/** @type {Map<string, 'module' | 'module-typescript'>} */
const formats = new Map();

/**
 * A file that is named by its place.
 * @param {string} url
 * @param {() => Found} find
 * @returns {Found}
 */
function fileAt(url, find) {
  const folderAndEnding = url.replace(/[^/]*(?=\.\w+$)/, '');
  const format = formats.get(folderAndEnding);
  if (format) return { url, format, shortCircuit: true };
  const found = find();
  // A file behind a link has another url, and without a `type` in the package.json the format depends on the content.
  if (found.url === url && (found.format === 'module' || found.format === 'module-typescript'))
    formats.set(folderAndEnding, found.format);
  return found;
}

/**
 * A library by its name. Every file of the project finds the same one.
 * @param {string} name
 * @param {() => Found} find
 * @returns {Found}
 */
function libraryOf(name, find) {
  const known = libraries.get(name);
  if (known) return known;
  const found = find();
  libraries.set(name, { ...found, shortCircuit: true });
  return found;
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    const find = () => next(specifier, context);
    const isPlain = /^(node:|file:|data:|#)/.test(specifier);
    // `require` completes names and finds other files of a library.
    if (isPlain || !parentURL.startsWith('file:') || conditions.includes('require')) return find();
    if (specifier.startsWith('.')) return fileAt(new URL(specifier, parentURL).href, find);
    return parentURL.includes('/node_modules/') ? find() : libraryOf(specifier, find);
  },
});
