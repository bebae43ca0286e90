import { createHmac } from 'node:crypto';

export interface OpenKey {
  keyId: string;
  secret: string;
}

interface Signed {
  /** Path and query. */
  target: string;
  at: Date;
  method?: string;
  authority?: string;
}

/** The headers of a signed request as the documentation describes them. It shares no code with the server. */
export function signatureHeaders(
  { keyId, secret }: OpenKey,
  { target, at, method = 'GET', authority = 'console.example' }: Signed,
): Record<string, string> {
  const url = new URL(target, 'https://any.example');
  const created = Math.floor(at.getTime() / 1_000);
  const params = `("@method" "@authority" "@path" "@query");created=${created};keyid="${keyId}"`;
  const base = [
    `"@method": ${method}`,
    `"@authority": ${authority}`,
    `"@path": ${url.pathname}`,
    `"@query": ?${url.search.slice(1)}`,
    `"@signature-params": ${params}`,
  ].join('\n');
  const signature = createHmac('sha256', secret).update(base).digest('base64');
  return { 'signature-input': `sig=${params}`, signature: `sig=:${signature}:` };
}
