import { parseSync, Visitor } from 'oxc-parser';
import type { Plugin } from 'vite';

const styles = /antd\/es\/[\w-]+\/style\/.*\.js$/;
const styleFactories = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
const styleHooksId = '\0antd-style-hooks';

/** What antd takes from `@ant-design/cssinjs-utils` to make the hooks of its components. These hooks only name the theme. */
const styleHooks = `export function genStyleUtils({ useToken }) {
  const useStyle = () => {
    const { hashId, cssVar } = useToken();
    return [hashId, cssVar.key];
  };
  return {
    genStyleHooks: () => useStyle,
    genComponentStyleHook: () => () => useStyle()[0],
    genSubStyleComponent: () => () => null,
  };
}`;

/** Imports of these modules that go elsewhere, by their importer. */
const redirects: { importer: RegExp; source: string; to: string }[] = [
  {
    importer: /antd\/es\/theme\/util\/genStyleUtils\.js$/,
    source: '@ant-design/cssinjs-utils',
    to: styleHooksId,
  },
  // Every button reads this context. The package's index leads from it to forms and their validation.
  {
    importer: /antd\/es\/form\/context\.js$/,
    source: '@rc-component/form',
    to: '@rc-component/form/es/FormContext',
  },
];

/**
 * Leaves out code of libraries that the console loads and never runs: antd's styles, because `theme-styles.ts` makes them in the
 * build, and zod's JSON schemas, which only the server writes.
 */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const found = redirects.find((one) => one.source === source && one.importer.test(importer));
      if (!found || found.to === styleHooksId) return found?.to;
      return this.resolve(found.to, importer);
    },
    load: (id) => {
      if (id === styleHooksId) return styleHooks;
      if (id.endsWith('antd/es/theme/util/useResetIconStyle.js')) return 'export default () => {};';
      return undefined;
    },
    transform(code, id) {
      if (styles.test(id)) return withoutStyles(id, code);
      return id.endsWith('zod/v4/core/json-schema-processors.js') ? withoutProcessors(id, code) : undefined;
    },
  };
}

interface Span {
  start: number;
  end: number;
}

const replaced = (code: string, spans: readonly Span[], by: string) =>
  spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + by + rest.slice(end), code);

/** Each kind of schema has a function that writes it as JSON schema. */
function withoutProcessors(id: string, code: string): string {
  const spans: Span[] = [];
  new Visitor({
    VariableDeclarator({ id: name, init }) {
      if (name.type === 'Identifier' && name.name.endsWith('Processor') && init) spans.push(init);
    },
  }).visit(parseSync(id, code).program);
  return replaced(code, spans, '() => {}');
}

/** Removes the arguments that make the styles. What only they use is then dropped as dead code. */
function withoutStyles(id: string, code: string): string {
  const spans: Span[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [name, ...rest] }) {
      const last = rest.at(-1);
      if (callee.type === 'Identifier' && styleFactories.has(callee.name) && name && last)
        spans.push({ start: name.end, end: last.end });
    },
  }).visit(parseSync(id, code).program);
  return replaced(code, spans, '');
}
