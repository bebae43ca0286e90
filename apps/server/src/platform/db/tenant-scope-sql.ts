/** The companies a transaction may touch; `'*'` is every company and is written out where it is meant. */
export type Scope = '*' | readonly string[];

/** Ids are checked here because the value travels inside a statement's text. */
function scopeText(scope: Scope): string {
  if (scope === '*') return scope;
  const known = scopeTexts.get(scope);
  if (known !== undefined) return known;
  if (!scope.every((id) => /^[0-9a-f-]{36}$/.test(id))) throw new Error('a scope is made of company ids');
  const text = scope.join(',');
  scopeTexts.set(scope, text);
  return text;
}

/** A session keeps its companies while it asks and asks: an agent with thousands of them has their text made once. */
const scopeTexts = new WeakMap<readonly string[], string>();

/** The scope, and the caller's own company where it is not among them. */
export function tenantScopeText(scope: Scope, home: string | undefined): string {
  const text = scopeText(scope);
  if (!home || scope === '*' || scope.includes(home)) return text;
  return [text, scopeText([home])].filter(Boolean).join(',');
}
