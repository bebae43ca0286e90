import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = resolve(import.meta.dirname, '../src');
const [program, behindLogin] = ['app/main.tsx', 'app/console.tsx'].map((file) => join(source, file)) as [
  string,
  string,
];

const staticImport = /^\s*(?:import|export)\s(?!type\b)[^'";()]*?from\s*'(\.[^']+\.tsx?)'/gm;
const dynamicImport = /\bimport\('(\.[^']+\.tsx?)'\)/g;
const namespaceUsed = /\buseTranslation\(([^)]*)\)|\bgetFixedT\(\w+, '([\w-]+)'|\bns: '([\w-]+)'/g;

/**
 * A page brings its texts: every `import()` of our own code also waits for the namespaces that code names, in the reader's
 * language. Nobody keeps a list, no page is shown before its words are there, and what a page does not say stays away, however many features
 * there are. The texts of the login page come with the program, those of the shell with what lies behind the login.
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

/** What the console's files say of themselves, each read once. */
function scan() {
  const known = new Map<string, { names: string[]; imports: string[]; later: string[] }>();
  const look = (file: string) => {
    let found = known.get(file);
    if (!found) {
      const code = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const to = (pattern: RegExp) =>
        [...code.matchAll(pattern)].map(([, path]) => join(dirname(file), path!));
      found = { names: namesIn(code, file), imports: to(staticImport), later: to(dynamicImport) };
      known.set(file, found);
    }
    return found;
  };
  const reach = (from: string, { later = false, stop = '' } = {}) => {
    const seen = new Set<string>();
    const names = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file; file = open.pop()) {
      if (seen.has(file) || file === stop) continue;
      seen.add(file);
      const found = look(file);
      for (const name of found.names) names.add(name);
      open.push(...found.imports, ...(later ? found.later : []));
    }
    return { names };
  };
  const parts = () => {
    const start = reach(program, { later: true, stop: behindLogin }).names;
    const shell = reach(behindLogin).names.difference(start);
    const rest = new Set(places().keys()).difference(start).difference(shell);
    return { start, shell, rest };
  };
  let once: ReturnType<typeof parts> | undefined;
  return { reach, parts: () => (once ??= parts()) };
}

function namesIn(code: string, file: string): string[] {
  return [...code.matchAll(namespaceUsed)].flatMap(([, called, fixed, named]) => {
    const said =
      called === undefined ? [fixed ?? named!] : [...called.matchAll(/'([\w-]+)'/g)].map(([, one]) => one!);
    if (called !== undefined && said.length === 0 && called.trim())
      throw new Error(`${file}: the build cannot tell which texts useTranslation(${called}) needs`);
    return said.length > 0 ? said : ['kit'];
  });
}

/** Where each namespace lies: `features/devices/texts` is `devices`. */
const places = () =>
  new Map(
    globSync('**/texts/en.json', { cwd: source }).map((path) => [path.split('/').at(-3)!, dirname(path)]),
  );

const fileOf = (lang: string, name: string) => {
  const place = places().get(name);
  if (!place) throw new Error(`There are no texts of the name ${name}`);
  return JSON.stringify(join(source, place, `${lang}.json`));
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
