import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { namespaceOf } from '../src/kit/format/texts.ts';

const source = resolve(import.meta.dirname, '../src');
const [program, behindLogin] = ['app/main.tsx', 'app/console.tsx'].map((file) => join(source, file)) as [
  string,
  string,
];

const staticImport = /^\s*(?:import|export)\s(?!type\b)[^'";()]*?from\s*'(\.[^']+\.tsx?)'/gm;
const dynamicImport = /\bimport\('(\.[^']+\.tsx?)'\)/g;
const namespaceUsed = /\buseTranslation\(([^)]*)\)|\bgetFixedT\(\w+, '([\w/-]+)'|\bns: '([\w/-]+)'/g;

/**
 * Rewrites every `import()` of console code so that it also waits for the text namespaces that this code uses, in the reader's
 * language. Pages therefore never show keys, and load no texts of other pages. The texts of the login page are in the start
 * chunk. The texts of the shell are in the chunk behind the login.
 */
export function pageTexts(): Plugin {
  let files = scan();
  return {
    name: 'page-texts',
    enforce: 'pre',
    watchChange: () => void (files = scan()),
    resolveId: (id) => (id.startsWith('/@texts/') ? id : undefined),
    load(id) {
      const [, lang, part] = /^\/@texts\/([a-z-]+)(\/shell)?$/.exec(id) ?? [];
      if (!lang) return undefined;
      const { start, shell, rest } = files.parts();
      return part ? together('texts', lang, shell) : together('start', lang, start) + oneByOne(lang, rest);
    },
    transform(code, id) {
      if (!id.startsWith(source) || !/\.tsx?$/.test(id) || /\.test\./.test(id)) return undefined;
      const { start, shell } = files.parts();
      let waits = false;
      const changed = code.replaceAll(dynamicImport, (piece, to: string) => {
        const names = [...files.reach(join(dirname(id), to)).names].filter(
          (name) => !start.has(name) && !shell.has(name),
        );
        if (names.length === 0) return piece;
        waits = true;
        return `withTexts(${piece}, ${JSON.stringify(names.sort())})`;
      });
      return waits
        ? `${changed}\nimport { withTexts } from ${JSON.stringify(join(source, 'kit/format/texts.ts'))};`
        : undefined;
    },
  };
}

/** Reads the namespaces and imports of each source file, once per file. */
function scan() {
  const modules = new Map<string, { names: string[]; imports: string[]; later: string[] }>();
  const moduleOf = (file: string) => {
    let module = modules.get(file);
    if (!module) {
      const code = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const to = (pattern: RegExp) =>
        [...code.matchAll(pattern)].map(([, path]) => join(dirname(file), path!));
      module = { names: namesIn(code, file), imports: to(staticImport), later: to(dynamicImport) };
      modules.set(file, module);
    }
    return module;
  };
  const reach = (from: string, { later = false, stop = '' } = {}) => {
    const seen = new Set<string>();
    const names = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file; file = open.pop()) {
      if (seen.has(file) || file === stop) continue;
      seen.add(file);
      const module = moduleOf(file);
      for (const name of module.names) names.add(name);
      open.push(...module.imports, ...(later ? module.later : []));
    }
    return { names };
  };
  const parts = () => {
    const start = reach(program, { later: true, stop: behindLogin }).names;
    const shell = reach(behindLogin).names.difference(start);
    const unknown = reach(program, { later: true }).names.difference(folders());
    if (unknown.size > 0) throw new Error(`There are no texts of the name ${[...unknown].join(', ')}`);
    const rest = new Set(folders().keys()).difference(start).difference(shell);
    return { start, shell, rest };
  };
  let once: ReturnType<typeof parts> | undefined;
  return { reach, parts: () => (once ??= parts()) };
}

function namesIn(code: string, file: string): string[] {
  return [...code.matchAll(namespaceUsed)].flatMap(([, called, fixed, named]) => {
    const names =
      called === undefined
        ? [fixed ?? named!]
        : [...called.matchAll(/'([\w/-]+)'/g)].map(([, name]) => name!);
    if (called !== undefined && names.length === 0 && called.trim())
      throw new Error(`${file}: the build cannot determine which texts useTranslation(${called}) needs`);
    return names.length > 0 ? names : ['kit'];
  });
}

/** The folder of each namespace. */
const folders = () =>
  new Map(globSync('**/texts/en.json', { cwd: source }).map((path) => [namespaceOf(path), dirname(path)]));

const fileOf = (lang: string, name: string) => {
  const folder = folders().get(name);
  if (!folder) throw new Error(`There are no texts of the name ${name}`);
  return JSON.stringify(join(source, folder, `${lang}.json`));
};

const together = (as: string, lang: string, names: ReadonlySet<string>) => {
  const all = [...names].sort();
  return `${all.map((name, n) => `import t${n} from ${fileOf(lang, name)};`).join('\n')}
export const ${as} = { ${all.map((name, n) => `${JSON.stringify(name)}: t${n}`).join(', ')} };\n`;
};

const oneByOne = (lang: string, names: ReadonlySet<string>) =>
  `export const pages = {\n${[...names]
    .sort()
    .map((name) => `${JSON.stringify(name)}: () => import(${fileOf(lang, name)}).then((m) => m.default),`)
    .join('\n')}\n};\n`;
