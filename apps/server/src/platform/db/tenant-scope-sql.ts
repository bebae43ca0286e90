import { requestSetting } from './columns.ts';
/** The companies a transaction may read and write; `'*'` is every company. */
export type Scope = '*' | readonly string[];

/** Checks the ids, because the value becomes part of a statement's text. */
function scopeText(scope: Scope): string {
  if (scope === '*') return scope;
  const cached = scopeTexts.get(scope);
  if (cached !== undefined) return cached;
  if (!scope.every((id) => /^[0-9a-f-]{36}$/.test(id))) throw new Error('a scope is made of company ids');
  const text = scope.join(',');
  scopeTexts.set(scope, text);
  return text;
}

/** A session uses the same list in every call: the text of an agent's thousands of companies is built once. */
const scopeTexts = new WeakMap<readonly string[], string>();

/** The scope as the text of a setting, with the caller's own company added if it is missing. */
export function tenantScopeText(scope: Scope, home: string | undefined): string {
  const text = scopeText(scope);
  if (!home || scope === '*' || scope.includes(home)) return text;
  return [text, scopeText([home])].filter(Boolean).join(',');
}

interface Begin {
  readOnly: boolean;
  /** The tenant scope as a text. */
  companies: string;
  /** The request under which row changes are recorded; empty for none. */
  request: string;
  fence: string | undefined;
}

/** Begins a transaction in a tenant scope. One text, so that it takes one message. */
export const beginText = ({ readOnly, companies, request, fence }: Begin): string =>
  `begin${readOnly ? ' read only' : ''}; select enter_scope('${companies}')` +
  (request && `, set_config('${requestSetting}', '${request}', true)`) +
  (fence ? `, ${fence}` : '');
