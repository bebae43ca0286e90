/**
 * Whether a page of this origin may open the socket: one of our own, by the host the request came to or by `PUBLIC_URL`. A
 * request without an origin is no browser's: its ticket alone decides. Browsers send the header on every WebSocket.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: sent } = new URL(origin);
  if (publicUrl !== undefined && sent === new URL(publicUrl).origin) return true;
  // The scheme is not compared: behind a proxy that ends TLS the server itself speaks HTTP.
  return originHost !== '' && originHost === host.toLowerCase();
}
