/** Names of languages are not translated. */
export const exampleNames = { curl: 'curl', typescript: 'TypeScript', python: 'Python', java: 'Java' };
export type ExampleLanguage = keyof typeof exampleNames;

interface Example {
  keyId: string;
  /** The public address of the server. */
  origin: string;
}

/** Programs that sign one request (RFC 9421). They need openssl and curl, or the standard library of the language. */
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

  python: ({ keyId, origin }) => `import base64, hashlib, hmac, json, os, time, urllib.request
from urllib.parse import urlsplit

KEY_ID = "${keyId}"
SECRET = os.environ["SWEEPLINE_SECRET"].encode()

def get(target: str):
    url = urlsplit("${origin}" + target)
    params = f'("@method" "@authority" "@path" "@query");created={int(time.time())};keyid="{KEY_ID}"'
    base = "\\n".join([
        '"@method": GET',
        f'"@authority": {url.netloc}',
        f'"@path": {url.path}',
        f'"@query": ?{url.query}',
        f'"@signature-params": {params}',
    ])
    signature = base64.b64encode(hmac.new(SECRET, base.encode(), hashlib.sha256).digest()).decode()
    headers = {"Signature-Input": f"sig={params}", "Signature": f"sig=:{signature}:"}
    with urllib.request.urlopen(urllib.request.Request(url.geturl(), headers=headers)) as answer:
        return json.load(answer)

robots = get("/open/v1/robots?limit=20")["data"]`,

  java: ({ keyId, origin }) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Sweepline {
  static String get(String target) throws Exception {
    URI url = URI.create("${origin}" + target);
    String query = url.getRawQuery() == null ? "" : url.getRawQuery();
    String params = "(\\"@method\\" \\"@authority\\" \\"@path\\" \\"@query\\");created="
        + System.currentTimeMillis() / 1000 + ";keyid=\\"${keyId}\\"";
    String base = String.join("\\n",
        "\\"@method\\": GET",
        "\\"@authority\\": " + url.getAuthority(),
        "\\"@path\\": " + url.getRawPath(),
        "\\"@query\\": ?" + query,
        "\\"@signature-params\\": " + params);
    Mac mac = Mac.getInstance("HmacSHA256");
    byte[] secret = System.getenv("SWEEPLINE_SECRET").getBytes(StandardCharsets.UTF_8);
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    byte[] signed = mac.doFinal(base.getBytes(StandardCharsets.UTF_8));
    HttpRequest request = HttpRequest.newBuilder(url)
        .header("Signature-Input", "sig=" + params)
        .header("Signature", "sig=:" + Base64.getEncoder().encodeToString(signed) + ":")
        .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}`,
};
