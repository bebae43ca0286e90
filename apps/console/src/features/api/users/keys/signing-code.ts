export type ExampleLanguage = 'curl' | 'typescript';

interface Example {
  keyId: string;
  /** The public address of the server. */
  origin: string;
}

/** Programs that sign one request (RFC 9421). They need nothing but openssl and curl, or Node. */
export const signingExamples: Record<ExampleLanguage, (example: Example) => string> = {
  curl: ({ keyId, origin }) => `KEY_ID='${keyId}'
SECRET='…'
HOST='${new URL(origin).host}'
CREATED=$(date +%s)
PARAMS='("@method" "@authority" "@path" "@query");created='$CREATED';keyid="'$KEY_ID'"'
BASE=$(printf '"@method": GET\\n"@authority": %s\\n"@path": %s\\n"@query": %s\\n"@signature-params": %s' \\
  "$HOST" '/open/v1/robots' '?limit=20' "$PARAMS")
SIGNATURE=$(printf '%s' "$BASE" | openssl dgst -sha256 -hmac "$SECRET" -binary | base64)

curl '${origin}/open/v1/robots?limit=20' \\
  -H "Signature-Input: sig=$PARAMS" \\
  -H "Signature: sig=:$SIGNATURE:"`,

  typescript: ({ keyId, origin }) => `import { createHmac } from 'node:crypto';

const keyId = '${keyId}';
const secret = process.env['SWEEPLINE_SECRET'] ?? '';

export async function get(target: string) {
  const url = new URL(target, '${origin}');
  const created = Math.floor(Date.now() / 1000);
  const params = \`("@method" "@authority" "@path" "@query");created=\${created};keyid="\${keyId}"\`;
  const base = [
    '"@method": GET',
    \`"@authority": \${url.host}\`,
    \`"@path": \${url.pathname}\`,
    \`"@query": ?\${url.search.slice(1)}\`,
    \`"@signature-params": \${params}\`,
  ].join('\\n');
  const signature = createHmac('sha256', secret).update(base).digest('base64');
  const answer = await fetch(url, {
    headers: { 'signature-input': \`sig=\${params}\`, signature: \`sig=:\${signature}:\` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}

const { data } = await get('/open/v1/robots?limit=20');`,
};
