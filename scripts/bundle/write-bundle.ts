import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/**
 * The libraries of many small modules. The others stay where they are: some find files of their own by their place, and some are
 * loaded by `require`.
 */
const includedLibraries = [/^@sweepline\//, /^drizzle-orm/, /^zod/];

export interface Written {
  /** The file to run, within its folder. */
  file: string;
  /** Our files that are in it, absolute. */
  sources: string[];
}

/** Writes a program and all it imports into few files of `target`. */
async function writeBundle(program: string, target: string): Promise<Written> {
  const { output } = (await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [placesOfSources(program)],
    ssr: { noExternal: includedLibraries },
    build: {
      ssr: program,
      outDir: target,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        output: { entryFileNames: 'main.js', sourcemapExcludeSources: true, keepNames: true },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter(isAbsolute);
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  return {
    file: entry.fileName,
    sources: modules.filter((id) => !id.includes('/node_modules/')),
  };
}

/** Files, workers and other programs that a module finds by its own place are still found: its place is that of its source. */
function placesOfSources(program: string): Plugin {
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || id.includes('/node_modules/')) return undefined;
      const places = {
        url: pathToFileURL(id).href,
        dirname: dirname(id),
        filename: id,
        main: id === program,
      };
      const placed = code.replaceAll(
        /\bimport\.meta\.(url|dirname|filename|main)\b/g,
        (_, name: keyof typeof places) => JSON.stringify(places[name]),
      );
      return { code: placed, map: null };
    },
  };
}

const [, , program, target] = process.argv;
if (program && target) process.stdout.write(JSON.stringify(await writeBundle(program, target)));
