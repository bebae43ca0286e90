import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * From now on the stack of an error names the sources of the bundles in `folder`. Node could do it as well, but it reads all maps
 * while the program is loaded, and that takes as long as the bundle saves.
 */
export function nameSourcesInStacks(folder: string): void {
  const bundles = pathToFileURL(folder).href;
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string) => {
    if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`));
    return maps.get(url);
  };
  const described = (frame: NodeJS.CallSite) => {
    const url = frame.getFileName();
    if (!url?.startsWith(bundles)) return `${frame}`;
    const [line, column] = [frame.getLineNumber() ?? 1, frame.getColumnNumber() ?? 1];
    const origin = mapOf(url)?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return `${frame}`;
    const source = pathToFileURL(join(dirname(fileURLToPath(url)), origin.fileName)).href;
    return `${frame}`.replace(
      `${url}:${line}:${column}`,
      `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${described(frame)}`)].join('\n');
}

const readMap = (file: string) =>
  existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : undefined;
