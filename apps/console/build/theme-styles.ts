import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractStyle } from '@ant-design/static-style-extract';
import { ConfigProvider } from 'antd';
import { createElement } from 'react';
import type { Plugin } from 'vite';
import { antdTheme, modes, tokenStyles } from '../src/kit/ui/theme.ts';

const source = join(import.meta.dirname, '../src');

/** Components that a component mounts only when it opens. Rendering it closed does not extract their styles. */
const companions: Record<string, string[]> = {
  Select: ['Empty', 'Spin'],
  TreeSelect: ['Select', 'Tree', 'Empty'],
  Modal: ['Button'],
  Form: ['Row', 'Col', 'Tooltip'],
  Dropdown: ['Tooltip'],
  Popover: ['Tooltip'],
  Popconfirm: ['Popover', 'Button'],
  Upload: ['Progress', 'Tooltip'],
  Tabs: ['Dropdown'],
  InputNumber: ['Input'],
  Slider: ['Tooltip'],
};

/** Components that a page loads when it needs them, with a stylesheet of their own. */
const loadedLater = ['DatePicker', 'TimePicker'];
/** Components whose look is in their attributes. */
const withoutStyles = ['QRCode'];

/**
 * Serves stylesheets generated from `kit/ui/theme.ts`: our tokens, and antd's styles of only the components the console
 * imports. antd then inserts no style at run time (`theme.zeroRuntime`), which halves its mounting time.
 */
export function themeStyles(): Plugin {
  const sheets: Record<string, () => string> = {
    '/@theme/tokens.css': tokenStyles,
    '/@theme/antd.css': () => antdStyles(usedComponents()),
    '/@theme/dates.css': () => antdStyles(loadedLater),
  };
  return {
    name: 'theme-styles',
    enforce: 'pre',
    resolveId: (id) => (id in sheets ? id : undefined),
    load: (id) => sheets[id]?.(),
  };
}

/** Every component imported from antd anywhere in the console, with its companions. */
function usedComponents(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const used = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, names] of text.matchAll(/import (?!type)\{([^}]+)\} from 'antd'/g)) {
      for (const name of names!.split(',').map((part) => part.trim())) {
        if (!/^[A-Z]/.test(name)) continue;
        used.add(name);
        companions[name]?.forEach((companion) => used.add(companion));
      }
    }
  }
  const later = [...loadedLater, ...withoutStyles];
  return [...used].filter((name) => !later.includes(name)).sort();
}

function antdStyles(includes: string[]): string {
  const [light, dark] = modes.map((mode) =>
    extractStyle({
      includes,
      customTheme: (node) =>
        createElement(ConfigProvider, { theme: { ...antdTheme(mode), zeroRuntime: false } }, node),
    }),
  );
  // Both modes have the same rules. Only the blocks of variables differ.
  const darkVariables = [...dark!.matchAll(/\.sl-dark[^{}]*\{[^{}]*\}/g)].map(([block]) => block).join('');
  return `@layer antd{${withoutUnusedVariables(withoutUnusedRules(light! + darkVariables))}}`;
}

/** Variants, directions and grids that no page of the console uses. */
const unused =
  /-rtl|-underlined|-filled|-borderless|-compact-|\.ant-col-|css-var-_R|-color-(?!default|primary|dangerous)|-input-group/;

/** Removes unused selectors, and rules without any other selector. */
const withoutUnusedRules = (css: string): string =>
  css.replaceAll(/([^{}]+)\{([^{}]*)\}/g, (_, selectors: string, body: string) => {
    const used = selectors.split(/,(?![^()]*\))/).filter((selector) => !unused.test(selector));
    return used.length > 0 ? `${used.join(',')}{${body}}` : '';
  });

/** antd declares about 600 variables. Most of them are not read by any rule. */
function withoutUnusedVariables(css: string): string {
  const read = new Set([...css.matchAll(/var\((--ant-[\w-]+)/g)].map(([, name]) => name));
  const smaller = css.replaceAll(/(--ant-[\w-]+):[^;{}]*;/g, (rule, name: string) =>
    read.has(name) ? rule : '',
  );
  return smaller.length === css.length ? css : withoutUnusedVariables(smaller);
}
