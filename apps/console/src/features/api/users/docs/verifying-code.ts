/** Names of languages are not translated. */
export const verifyingNames = { typescript: 'TypeScript', python: 'Python', java: 'Java' };

/** Programs that verify the signature of an event. They need nothing but the standard library. */
export const verifyingExamples: Record<keyof typeof verifyingNames, string> = {
  typescript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** The body as it was received, before it is parsed. */
export function isGenuine(headers: Record<string, string>, body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${stamp}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const received = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}`,

  python: `import base64, hashlib, hmac, time

def is_genuine(headers: dict, body: bytes, secret: str) -> bool:
    """The body as it was received, before it is parsed."""
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{stamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(one, "v1," + expected) for one in signatures)`,

  java: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
  /** The body as it was received, before it is parsed. */
  static boolean isGenuine(String id, String stamp, String signatures, String body, String secret)
      throws Exception {
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(stamp)) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    byte[] expected = mac.doFinal((id + "." + stamp + "." + body).getBytes(StandardCharsets.UTF_8));
    for (String signature : signatures.split(" ")) {
      byte[] received = Base64.getDecoder().decode(signature.replaceFirst("^v1,", ""));
      if (MessageDigest.isEqual(received, expected)) return true;
    }
    return false;
  }
}`,
};
