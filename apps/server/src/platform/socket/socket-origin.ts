/**
 * Whether a page of this origin may open the socket or sign in: its host must be the request's host, or its origin that of `PUBLIC_URL`. A
 * request without an origin is not from a browser, which always sends it for a WebSocket; then only the ticket decides.
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
  // The scheme is not compared: behind a proxy that terminates TLS the server itself uses HTTP.
  return originHost !== '' && originHost === host.toLowerCase();
}
